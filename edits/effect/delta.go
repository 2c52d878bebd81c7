package effect

import (
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// delta is what two texts do not have in common.
type delta struct {
	was, now   *facts
	went, came map[role][]fact // in the order of the text
	about      About
	words      map[string]bool // of the message
	stays      map[string]bool // names that the new text uses
	used       map[string]bool // names that the old text uses
}

// compare removes what both texts have, as often as they have it.
func compare(was, now *facts, about About) *delta {
	d := &delta{was: was, now: now, about: about, words: wordsOf(about.Message), stays: now.names(0), used: was.names(0)}
	d.went, d.came = minus(was, now), minus(now, was)
	return d
}

// minus returns what of the facts of a text is left when those of another are removed. Of several that are alike
// those stay which stand in what the other text does not have: of two signs the one that has changed.
func minus(a, b *facts) map[role][]fact {
	type id struct {
		role        role
		key, around string
	}
	one, other := a.list, b.list
	for _, around := range []func(*facts, fact) string{
		func(f *facts, x fact) string { _, stmt := f.suite(x.node); return f.beginning(stmt) },
		func(f *facts, x fact) string { return f.beginning(f.Nodes[x.node].Parent) },
		func(*facts, fact) string { return "" },
	} {
		left := map[id]int{}
		for _, f := range other {
			left[id{f.role, f.key, around(b, f)}]++
		}
		taken := maps.Clone(left)
		one = slices.DeleteFunc(slices.Clone(one), func(f fact) bool {
			k := id{f.role, f.key, around(a, f)}
			left[k]--
			return left[k] >= 0
		})
		for k, n := range left {
			taken[k] -= max(0, n)
		}
		other = slices.DeleteFunc(slices.Clone(other), func(f fact) bool {
			k := id{f.role, f.key, around(b, f)}
			taken[k]--
			return taken[k] >= 0
		})
	}
	out := map[role][]fact{}
	for _, f := range one {
		out[f.role] = append(out[f.role], f)
	}
	return out
}

// beginning returns what a node begins with, as far as that distinguishes it from others; "" for none.
func (f *facts) beginning(node int) string {
	if node < 0 {
		return ""
	}
	s := f.Text(node)
	return s[:min(len(s), 200)]
}

// wordsOf returns the words and the quoted pieces of a message.
func wordsOf(message string) map[string]bool {
	out := map[string]bool{}
	for _, piece := range strings.FieldsFunc(message,
		func(r rune) bool { return strings.ContainsRune("`'\"“”‘’", r) }) {
		out[strings.TrimSpace(piece)] = true
	}
	for _, word := range strings.FieldsFunc(message,
		func(r rune) bool { return strings.ContainsRune(" \t\n`'\"“”‘’,;:()[]{}", r) }) {
		out[strings.TrimRight(word, ".?!")] = true
	}
	return out
}

// named reports whether the finding names a piece of the old text: its message
// says it, or its place is that piece and little more.
func (d *delta) named(node int) bool {
	return d.near(node) && d.says(d.was.Text(node)) || d.at(node)
}

// near reports whether the finding is about the statement of a node, or nobody knows where it is: the sign
// that a message quotes is not that of another statement.
func (d *delta) near(node int) bool {
	if len(d.about.Spans) == 0 {
		return true
	}
	at := d.was.Nodes[node].Span
	if _, stmt := d.was.suite(node); stmt >= 0 {
		at = d.was.Nodes[stmt].Span
	}
	return slices.ContainsFunc(d.about.Spans,
		func(said text.Span) bool { return said.Start <= at.End && at.Start <= said.End })
}

// says reports whether the message says a piece of code.
func (d *delta) says(code string) bool {
	code = flat(code)
	return d.words[code] || d.words[strings.Trim(code, "\"'`")]
}

// at reports whether the finding's place is a node, or what it is part of.
func (d *delta) at(node int) bool {
	sp := d.was.Nodes[node].Span
	around := sp
	if p := d.was.Nodes[node].Parent; p >= 0 {
		around = d.was.Nodes[p].Span
	}
	return slices.ContainsFunc(d.about.Spans, func(said text.Span) bool {
		return said.Len() > 0 && within(sp, said) && within(said, around)
	})
}

func within(in, out text.Span) bool { return out.Start <= in.Start && in.End <= out.End }

// pair is a fact of the old text and the one that stands in its place.
type pair struct{ old, new fact }

// pairs matches what went with what came, in the order of the text.
func pairs(went, came []fact) (both []pair, gone, added []fact) {
	for i, n := 0, min(len(went), len(came)); i < n; i++ {
		both = append(both, pair{went[i], came[i]})
	}
	return both, went[len(both):], came[len(both):]
}

// owner returns the name of the innermost definition around a node.
func (f *facts) owner(i int) string {
	for p := i; p >= 0; p = f.Nodes[p].Parent {
		if f.g.roles[f.Nodes[p].Kind] == defined {
			if n := f.Child(p, "name"); n >= 0 {
				return f.Text(n)
			}
		}
	}
	return ""
}

// keys returns the keys of facts of one role.
func keys(list []fact) []string {
	out := make([]string, len(list))
	for i, f := range list {
		out[i] = f.key
	}
	return out
}

// short returns code as it stands in a sentence.
func short(code string) string {
	const most = 40
	code = flat(code)
	if r := []rune(code); len(r) > most {
		code = string(r[:most-1]) + "…"
	}
	return code
}

// arguments are the nodes of a call's arguments.
func argumentsOf(f *facts, node int) []int {
	var out []int
	for _, c := range f.Children(node) {
		if f.g.roles[f.Nodes[c].Kind] != argument {
			continue
		}
		for _, a := range f.Children(c) {
			if f.Nodes[a].Named && f.g.roles[f.Nodes[a].Kind] != comment {
				out = append(out, a)
			}
		}
	}
	return out
}

// calls matches the calls of one function that differ: each with the one of as late
// a place among those of that function, where both texts call it as often.
func (d *delta) calls() []pair {
	of := func(f *facts) map[string][]fact {
		out := map[string][]fact{}
		for _, x := range f.list {
			if x.role == call {
				out[x.key] = append(out[x.key], x)
			}
		}
		return out
	}
	was, now := of(d.was), of(d.now)
	var out []pair
	for name, list := range was {
		if len(list) != len(now[name]) {
			continue
		}
		for i := range list {
			if flat(d.was.Text(list[i].node)) != flat(d.now.Text(now[name][i].node)) {
				out = append(out, pair{list[i], now[name][i]})
			}
		}
	}
	slices.SortFunc(out, func(a, b pair) int { return a.old.node - b.old.node })
	return out
}

// unnamed returns the calls that differ, without those of which the finding speaks: where it says what is wrong
// with the arguments of a function, they are what it asks to change.
func (d *delta) unnamed() []pair {
	return slices.DeleteFunc(d.calls(), func(p pair) bool {
		return d.says(p.old.key) || d.says(p.old.key[strings.LastIndexByte(p.old.key, '.')+1:])
	})
}

// texts returns the sources of nodes.
func texts(f *facts, nodes []int) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = flat(f.Text(n))
	}
	return out
}

// empty reports whether a block does nothing: no statement but a comment, `pass`
// or `...`.
func (f *facts) empty(block int) bool {
	for _, c := range f.Children(block) {
		n := f.Nodes[c]
		switch {
		case !n.Named, f.g.roles[n.Kind] == comment, n.Kind == "pass_statement", n.Kind == "empty_statement":
		case flat(f.Text(c)) == "...":
		default:
			return false
		}
	}
	return true
}

// body returns the block of a compound node, -1 if it has none.
func (f *facts) body(i int) int {
	for _, field := range [...]string{"body", "consequence"} {
		if b := f.Child(i, field); b >= 0 {
			return b
		}
	}
	for _, c := range f.Children(i) {
		if f.g.suites[f.Nodes[c].Kind] {
			return c
		}
	}
	return -1
}

// operatorText returns the operator of a fact's node, as it is written.
func operatorText(f *facts, node int) string { return flat(f.Text(node)) }

// isKind is [syntax.IsKind] of a node.
func (f *facts) isKind(i int, kinds string) bool {
	return i >= 0 && syntax.IsKind(f.Nodes[i].Kind, kinds)
}
