package effect

import (
	"maps"
	"slices"
	"strings"
)

func handlerAdded(d *delta) string {
	if len(d.came[handler]) > len(d.went[handler]) {
		return "catches failures: " + short(d.came[handler][len(d.came[handler])-1].key)
	}
	return ""
}

func handlerSilent(d *delta) string {
	silent := func(f *facts, list []fact) []fact {
		return slices.DeleteFunc(slices.Clone(list), func(x fact) bool {
			b := f.body(x.node)
			return b < 0 || !f.empty(b)
		})
	}
	was, now := silent(d.was, d.was.ofRole(handler)), silent(d.now, d.now.ofRole(handler))
	if len(now) > len(was) {
		return "passes a failure over in silence: " + short(now[len(now)-1].key)
	}
	return ""
}

func handlerWidened(d *delta) string {
	wide := func(f *facts, list []fact) []fact {
		return slices.DeleteFunc(slices.Clone(list), func(x fact) bool { return !f.catchesAll(x.node) })
	}
	was, now := d.was.ofRole(handler), d.now.ofRole(handler)
	if all := wide(d.now, now); len(all) > len(wide(d.was, was)) && len(now) <= len(was) {
		return "catches everything now: " + short(all[len(all)-1].key)
	}
	return ""
}

// catchesAll reports whether a handler is one of all failures: in Python of Exception, or of nothing that it names.
func (f *facts) catchesAll(node int) bool {
	caught := f.between(node, f.body(node))
	return f.Lang != "python" || len(caught) == 0 || caught["Exception"] || caught["BaseException"]
}

func handlerMute(d *delta) string {
	mute := func(f *facts) []fact {
		return slices.DeleteFunc(slices.Clone(f.list), func(x fact) bool {
			body := f.answer(x)
			return body < 0 || f.mayReport(x.node, body)
		})
	}
	if was, now := mute(d.was), mute(d.now); len(now) > len(was) {
		return "reports no failure: " + short(d.now.opening(now[len(now)-1].node))
	}
	return ""
}

// answer returns what is done about any failure: by a handler of all of them, Go's `if err != nil`, Rust's `Err(_) =>`;
// -1 where nothing is one, or nothing is done, which is another class.
func (f *facts) answer(x fact) int {
	body := f.body(x.node)
	condition, pattern := f.Child(x.node, "condition"), f.Child(x.node, "pattern")
	switch {
	case x.role == handler && f.catchesAll(x.node):
	case x.role == branch && f.Lang == "go" && condition >= 0 && strings.HasSuffix(f.Text(condition), "rr != nil"):
	case x.role == branch && f.Lang == "rust" && pattern >= 0 && strings.HasPrefix(f.Text(pattern), "Err("):
		return f.Child(x.node, "value")
	default:
		return -1
	}
	if body >= 0 && f.empty(body) {
		return -1
	}
	return body
}

// between returns the names from one node on up to another.
func (f *facts) between(from, to int) map[string]bool {
	out := map[string]bool{}
	for k := from; k < to; k++ {
		if f.g.named[f.Nodes[k].Kind] {
			out[f.Text(k)] = true
		}
	}
	return out
}

// mayReport reports whether an answer to a failure may be one that somebody sees: it calls, raises, or uses what its
// header names. A bare return of Go's may return the failure.
func (f *facts) mayReport(node, body int) bool {
	header := f.between(node, body)
	for k := body; k < f.Nodes[body].Next; k++ {
		switch r := f.g.roles[f.Nodes[k].Kind]; {
		case r == call, r == raise, r == result && f.Lang == "go" && f.first(k) < 0:
			return true
		case header[f.Text(k)] && f.g.named[f.Nodes[k].Kind]:
			return true
		}
	}
	return false
}

func handlerChanged(d *delta) string {
	both, gone, _ := pairs(d.went[handler], d.came[handler])
	for _, p := range both {
		if !d.at(p.old.node) && p.old.key != p.new.key {
			return "catches " + short(p.new.key) + " in place of " + short(p.old.key)
		}
	}
	for _, f := range gone {
		return "no longer catches: " + short(f.key)
	}
	return ""
}

// checks are assertions: statements of their own, and calls named for it.
func (f *facts) checks(m map[role][]fact) []fact {
	out := slices.Clone(m[assertion])
	for _, c := range m[call] {
		if strings.HasPrefix(strings.ToLower(last(c.key)), "assert") {
			out = append(out, c)
		}
	}
	return out
}

func assertionGone(d *delta) string {
	if was := d.was.checks(d.went); len(was) > 0 {
		return "changes the check " + short(d.was.Text(was[0].node))
	}
	return ""
}

func awaitGone(d *delta) string {
	if len(d.went[wait]) > len(d.came[wait]) {
		return "no longer waits: " + short(d.went[wait][0].key)
	}
	return ""
}

// wide are the types that accept everything, by language: first those with which every use is allowed, behind ";"
// those that have to be narrowed before a use.
var wide = map[string]string{
	"python": "Any;object", "go": "any interface{}", "rust": "dyn Any", "javascript": "any;unknown",
	"typescript": "any;unknown object Function", "typescriptreact": "any;unknown object Function",
}

func typeWidened(d *delta) string {
	count := func(f *facts, types string) (n int, example string) {
		for i, x := range f.Nodes {
			said := flat(f.Text(i))
			if !x.Named || said == "" || !strings.Contains(" "+types+" ", " "+said+" ") ||
				i > 0 && flat(f.Text(x.Parent)) == said {
				continue
			}
			if f.Lang == "python" && f.Up(i, "type") < 0 && x.Kind != "type" && f.Up(i, "call") < 0 {
				continue
			}
			n, example = n+1, said
		}
		return n, example
	}
	any, narrowed, _ := strings.Cut(wide[d.now.Lang], ";")
	for _, types := range []string{any, any + " " + narrowed} {
		was, _ := count(d.was, types)
		if now, example := count(d.now, types); now > was {
			return "accepts any type: " + example
		}
	}
	return ""
}

func typeAsserted(d *delta) string {
	if len(d.came[cast]) > len(d.went[cast]) {
		return "asserts a type: " + short(d.came[cast][0].key)
	}
	for _, f := range d.came[call] {
		if last(f.key) == "cast" && !slices.Contains(keys(d.went[call]), f.key) {
			return "asserts a type: " + short(d.now.Text(f.node))
		}
	}
	return ""
}

func annotationChanged(d *delta) string {
	both, gone, _ := pairs(d.went[annotation], d.came[annotation])
	for _, p := range both {
		if !d.at(p.old.node) && !d.says(p.old.key) && !d.says(p.new.key) {
			return "declares " + short(strings.TrimLeft(p.new.key, ": ")) + " in place of " +
				short(strings.TrimLeft(p.old.key, ": "))
		}
	}
	for _, f := range gone {
		return "no longer declares " + short(strings.TrimLeft(f.key, ": "))
	}
	return ""
}

func nameGone(d *delta) string {
	for _, f := range slices.Concat(d.went[statement], d.went[result], d.went[condition]) {
		lost := ""
		for name := range d.was.names(f.node) {
			if name != "_" && !d.stays[name] && !d.says(name) && name > lost {
				lost = name
			}
		}
		if lost != "" {
			return "no longer uses " + lost
		}
	}
	return ""
}

func parameterChanged(d *delta) string {
	list := func(f *facts) map[string]string {
		out := map[string]string{}
		for _, x := range f.ofRole(defined) {
			if n, p := f.Child(x.node, "name"), f.Child(x.node, "parameters"); n >= 0 && p >= 0 {
				out[f.Text(n)] = strings.Join(f.parameterNames(p), ", ")
			}
		}
		return out
	}
	was, now := list(d.was), list(d.now)
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if after, ok := now[name]; ok && after != was[name] {
			return "changes the parameters of " + name
		}
	}
	return ""
}

// parameterNames returns the names in a list of parameters, types and defaults left out.
func (f *facts) parameterNames(i int) []string {
	var out []string
	for _, c := range f.Children(i) {
		if !f.Nodes[c].Named || f.g.roles[f.Nodes[c].Kind] == comment {
			continue
		}
		before := len(out)
		for _, k := range f.Children(c) { // Go declares several of one type
			if f.Nodes[k].Field == "name" && f.g.named[f.Nodes[k].Kind] {
				out = append(out, f.Text(k))
			}
		}
		for k := c; k < f.Nodes[c].Next && len(out) == before; k++ {
			if f.g.named[f.Nodes[k].Kind] {
				out = append(out, f.Text(k))
			}
		}
	}
	return out
}

func decoratorGone(d *delta) string {
	if len(d.went[decorator]) > len(d.came[decorator]) {
		return "takes the decorator " + short(d.went[decorator][0].key) + " away"
	}
	return ""
}

func importAdded(d *delta) string {
	for _, f := range d.came[imported] {
		known := slices.ContainsFunc(d.went[imported], func(o fact) bool { return similar(o.key, f.key) })
		for name := range d.now.names(f.node) {
			known = known || d.used[name] || d.says(name)
		}
		if !known {
			return "adds " + short(f.key)
		}
	}
	return ""
}

func sharedState(d *delta) string {
	for _, f := range d.came[outer] {
		return "changes what others see: " + short(f.key)
	}
	return ""
}

func swallowedMissing(d *delta) string {
	count := func(f *facts) (n int) {
		for _, x := range f.Nodes {
			if x.Kind == "optional_chain" || x.Kind == "?." {
				n++
			}
		}
		return n
	}
	if count(d.now) > count(d.was) {
		return "passes over what is missing (?.)"
	}
	return ""
}
