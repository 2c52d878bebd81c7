package effect

import (
	"slices"
	"strings"
)

func branchGone(d *delta) string {
	if n := len(d.went[branch]) - len(d.came[branch]); n > 0 {
		return "takes a branch out: " + short(d.went[branch][len(d.came[branch])].opening(d.was))
	}
	return ""
}

// opening returns a compound statement's header.
func (f fact) opening(t *facts) string { return t.opening(f.node) }

func loopGone(d *delta) string {
	if len(d.went[loop]) > len(d.came[loop]) {
		return "takes a loop out: " + short(d.went[loop][len(d.came[loop])].opening(d.was))
	}
	return ""
}

func loopLeft(d *delta) string {
	switch {
	case len(d.came[leave]) > 0:
		return "adds " + short(d.came[leave][0].key)
	case len(d.went[leave]) > 0:
		return "takes " + short(d.went[leave][0].key) + " out"
	}
	return ""
}

// callChange splits the calls that went and came: a call that moved into another
// one's argument is neither.
func (d *delta) callChange() (gone, added []fact) {
	count := func(list []fact) map[string]int {
		n := map[string]int{}
		for _, f := range list {
			n[last(f.key)]++
		}
		return n
	}
	was, now := count(d.was.ofRole(call)), count(d.now.ofRole(call))
	gone = slices.DeleteFunc(slices.Clone(d.went[call]), func(f fact) bool { return was[last(f.key)] <= now[last(f.key)] })
	added = slices.DeleteFunc(slices.Clone(d.came[call]),
		func(f fact) bool { return now[last(f.key)] <= was[last(f.key)] })
	return gone, added
}

func (f *facts) ofRole(r role) []fact {
	return slices.DeleteFunc(slices.Clone(f.list), func(x fact) bool { return x.role != r })
}

func callGone(d *delta) string {
	gone, added := d.callChange()
	for _, f := range gone[min(len(added), len(gone)):] {
		if !d.says(f.key) && !d.says(last(f.key)) {
			return "no longer calls " + short(f.key)
		}
	}
	return ""
}

func callAdded(d *delta) string {
	gone, added := d.callChange()
	for _, f := range added[min(len(added), len(gone)):] {
		if !d.says(f.key) && !d.says(last(f.key)) {
			return "calls " + short(f.key)
		}
	}
	return ""
}

func callReplaced(d *delta) string {
	gone, added := d.callChange()
	for i := range min(len(gone), len(added)) {
		if !d.says(gone[i].key) && !d.says(last(gone[i].key)) {
			return "calls " + short(added[i].key) + " in place of " + short(gone[i].key)
		}
	}
	return ""
}

func argumentDropped(d *delta) string {
	for _, p := range d.unnamed() {
		was, now := texts(d.was, argumentsOf(d.was, p.old.node)), texts(d.now, argumentsOf(d.now, p.new.node))
		if len(now) < len(was) {
			for _, a := range was {
				if !slices.Contains(now, a) {
					return "drops the argument " + short(a) + " of " + short(p.old.key)
				}
			}
		}
	}
	return ""
}

func argumentAdded(d *delta) string {
	for _, p := range d.unnamed() {
		was, now := texts(d.was, argumentsOf(d.was, p.old.node)), texts(d.now, argumentsOf(d.now, p.new.node))
		if len(now) > len(was) {
			for _, a := range now {
				if !slices.Contains(was, a) && !d.says(a) {
					return "passes " + short(a) + " to " + short(p.new.key)
				}
			}
		}
	}
	return ""
}

func argumentExchanged(d *delta) string {
	for _, p := range d.unnamed() {
		was, now := texts(d.was, argumentsOf(d.was, p.old.node)), texts(d.now, argumentsOf(d.now, p.new.node))
		if len(was) != len(now) || slices.Equal(was, now) {
			continue
		}
		a, b := slices.Clone(was), slices.Clone(now)
		slices.Sort(a)
		slices.Sort(b)
		if slices.Equal(a, b) {
			return "changes the order of the arguments of " + short(p.old.key)
		}
	}
	return ""
}

func argumentReplaced(d *delta) string {
	for _, p := range d.unnamed() {
		was, now := argumentsOf(d.was, p.old.node), argumentsOf(d.now, p.new.node)
		if len(was) != len(now) {
			continue
		}
		for i := range was {
			old, to := flat(d.was.Text(was[i])), flat(d.now.Text(now[i]))
			if old != to && !strings.Contains(to, old) && !slices.Contains(texts(d.now, now), old) && !d.named(was[i]) {
				return "passes " + short(to) + " in place of " + short(old) + " to " + short(p.new.key)
			}
		}
	}
	return ""
}

func statementGone(d *delta) string {
	went := slices.Concat(d.went[statement], d.went[result], d.went[raise])
	gone := len(went) - len(d.came[statement]) - len(d.came[raise])
	for _, n := range d.came[result] { // a return that is added stands for no other statement
		if slices.ContainsFunc(went, func(f fact) bool { return similar(f.key, n.key) }) {
			gone--
		}
	}
	if gone <= 0 || len(d.went[statement]) == 0 {
		return ""
	}
	for _, f := range d.went[statement] {
		if !slices.ContainsFunc(slices.Concat(d.came[statement], d.came[result]),
			func(n fact) bool { return similar(f.key, n.key) }) {
			return "takes " + short(f.key) + " out"
		}
	}
	return ""
}

// similar reports whether two statements share half of their words.
func similar(a, b string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t.,()[]{}:=\"'`+-*/<>!&|", r) })
	}
	x, y := split(a), split(b)
	n := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			n++
		}
	}
	return 2*n >= max(len(x), len(y))
}

// discards returns names for a value that nobody reads.
func discards(names string) int {
	n := 0
	for name := range strings.SplitSeq(names, ",") {
		if strings.TrimSpace(name) == "_" {
			n++
		}
	}
	return n
}

func resultDropped(d *delta) string {
	count := func(f *facts, list []fact) (n int, example string) {
		for _, x := range list {
			if l := f.Child(x.node, "left"); l >= 0 {
				if k := discards(f.Text(l)); k > 0 {
					n, example = n+k, x.key
				}
			}
		}
		return n, example
	}
	was, _ := count(d.was, slices.Concat(d.went[bound], d.went[statement]))
	if now, example := count(d.now, slices.Concat(d.came[bound], d.came[statement])); now > was {
		return "throws a result away: " + short(example)
	}
	// A call whose result was used stands alone now.
	for _, f := range d.came[statement] {
		c := d.now.first(f.node)
		if c < 0 || d.now.g.roles[d.now.Nodes[c].Kind] != call {
			continue
		}
		key := flat(d.now.Text(c))
		if slices.ContainsFunc(slices.Concat(d.went[bound], d.went[result]),
			func(o fact) bool { return strings.HasSuffix(o.key, key) && o.key != key }) {
			return "no longer uses what " + short(d.now.callee(c)) + " returns"
		}
	}
	return ""
}

// raises returns the raise statements of a list and the calls that are raises in Go and
// Rust.
func (f *facts) raises(m map[role][]fact) []fact {
	out := slices.Clone(m[raise])
	for _, c := range m[call] {
		if c.key == "panic" || c.key == "unreachable" || c.key == "todo" || c.key == "unimplemented" {
			out = append(out, c)
		}
	}
	return out
}

func raiseGone(d *delta) string {
	was, now := d.was.raises(d.went), d.now.raises(d.came)
	if len(was) > len(now) {
		return "takes " + short(was[len(now)].key) + " out"
	}
	return ""
}

func raiseAdded(d *delta) string {
	was, now := d.was.raises(d.went), d.now.raises(d.came)
	if len(now) > len(was) {
		return "adds " + short(d.now.Text(now[len(was)].node))
	}
	return ""
}

func returnGone(d *delta) string {
	if len(d.went[result]) > len(d.came[result]) {
		return "takes " + short(d.went[result][len(d.came[result])].key) + " out"
	}
	return ""
}

func returnAdded(d *delta) string {
	if len(d.came[result]) > len(d.went[result]) {
		return "adds " + short(d.came[result][len(d.went[result])].key)
	}
	return ""
}

func returnReplaced(d *delta) string {
	both, _, _ := pairs(d.went[result], d.came[result])
	for _, p := range both {
		old := strings.TrimPrefix(p.old.key, "return ")
		if !strings.Contains(p.new.key, old) && !similar(p.old.key, p.new.key) {
			return "returns " + short(strings.TrimPrefix(p.new.key, "return ")) + " in place of " + short(old)
		}
	}
	return ""
}

// endings are calls after which nothing runs any more, as the language's own library
// has them.
var endings = []string{"sys.exit", "os._exit", "exit", "quit", "os.abort", "os.Exit", "log.Fatal", "log.Fatalf",
	"log.Fatalln",
	"process.exit", "process.abort", "std::process::exit", "process::exit", "std::process::abort"}

func endsProgram(d *delta) string {
	for _, f := range d.came[call] {
		if slices.Contains(endings, f.key) && !slices.Contains(keys(d.went[call]), f.key) {
			return "ends the program: " + short(f.key)
		}
	}
	return ""
}

func moved(d *delta) string {
	// Of statements that both texts have once, those that run under other headers.
	was := map[string]int{}
	for _, f := range d.was.list {
		if f.role == statement || f.role == result {
			if _, twice := was[f.key]; twice {
				was[f.key] = -1
			} else {
				was[f.key] = f.node
			}
		}
	}
	seen := map[string]bool{}
	for _, f := range d.now.list {
		if f.role != statement && f.role != result || seen[f.key] {
			continue
		}
		seen[f.key] = true
		node, ok := was[f.key]
		if !ok || node < 0 || d.was.owner(node) != d.now.owner(f.node) {
			continue
		}
		if len(d.was.under(node)) != len(d.now.under(f.node)) {
			return "runs " + short(f.key) + " in other cases"
		}
	}
	return ""
}
