package effect

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// fact is one thing that a text does, and where.
type fact struct {
	role role
	key  string // what makes two facts the same one
	node int
}

// facts are all facts of one tree, in the order of the text.
type facts struct {
	syntax.Tree
	g    grammar
	list []fact
}

// newFacts walks a tree once.
func newFacts(t syntax.Tree) *facts {
	f := &facts{Tree: t, g: grammars[t.Lang]}
	inert := 0 // the index before which nodes are inert
	for i, n := range t.Nodes {
		if f.g.inert[n.Kind] {
			inert = max(inert, n.Next)
		}
		switch {
		case n.Field == "condition", f.conditional(i):
			f.add(condition, i, flat(bare(f.Text(i))))
		case n.Field == "operator" || n.Field == "operators" || n.Kind == "not" && !n.Named:
			f.add(operator, i, f.operation(i))
		}
		r := f.g.roles[n.Kind]
		switch {
		case r == none || !n.Named:
		case r == literal && (i < inert || f.partOf(i) || f.documents(i)):
		case r == call:
			f.add(call, i, f.callee(i))
		case r == argument:
			f.arguments(i)
		case r == handler:
			f.add(handler, i, flat(f.opening(i)))
		case r == branch || r == loop || r == defined:
			f.add(r, i, n.Kind+" "+flat(f.opening(i)))
		case r == statement && f.documents(f.first(i)):
		default:
			f.add(r, i, flat(f.Text(i)))
		}
	}
	return f
}

func (f *facts) add(r role, node int, key string) {
	f.list = append(f.list, fact{role: r, key: key, node: node})
}

// flat is source with its white space folded, so that a wrapped line is the same.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// bare returns an expression without parentheses around the whole of it.
func bare(s string) string {
	for len(s) > 1 && s[0] == '(' && s[len(s)-1] == ')' {
		depth := 0
		for i := range len(s) - 1 {
			switch s[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth == 0 {
				return s
			}
		}
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	return s
}

// first returns the first named child of a node, -1 if it has none.
func (f *facts) first(i int) int {
	for _, c := range f.Children(i) {
		if f.Nodes[c].Named {
			return c
		}
	}
	return -1
}

// conditional reports whether a node decides between others though no field says
// so: Python's `a if c else b`, and the filter of a comprehension.
func (f *facts) conditional(i int) bool {
	p := f.Nodes[i].Parent
	if p < 0 || !f.Nodes[i].Named {
		return false
	}
	switch f.Nodes[p].Kind {
	case "if_clause":
		return true
	case "conditional_expression":
		n := 0
		for _, c := range f.Children(p) {
			if c == i {
				return n == 1
			}
			if f.Nodes[c].Named {
				n++
			}
		}
	case "assert_statement":
		return f.first(p) == i
	}
	return false
}

// operation returns an operator with its operands: the same one elsewhere is another.
func (f *facts) operation(i int) string {
	return f.Nodes[f.Nodes[i].Parent].Kind + " " + f.Text(i)
}

// partOf reports whether a literal is a piece of one: the strings of a joined one.
func (f *facts) partOf(i int) bool {
	p := f.Nodes[i].Parent
	return p >= 0 && f.g.roles[f.Nodes[p].Kind] == literal
}

// documents reports whether a literal is a docstring or a directive ("use strict").
func (f *facts) documents(i int) bool {
	if i < 0 || f.g.roles[f.Nodes[i].Kind] != literal {
		return false
	}
	p := f.Nodes[i].Parent
	return p >= 0 && f.Nodes[p].Kind == "expression_statement" && f.first(p) == i
}

// callee returns what a call calls, without its arguments.
func (f *facts) callee(i int) string {
	for _, field := range [...]string{"function", "constructor", "macro", "type"} {
		if c := f.Child(i, field); c >= 0 {
			return flat(f.Text(c))
		}
	}
	return flat(f.Text(i))
}

// arguments adds each argument of a call, keyed by what is called.
func (f *facts) arguments(i int) {
	p := f.Nodes[i].Parent
	if p < 0 || f.g.roles[f.Nodes[p].Kind] != call {
		return
	}
	for _, c := range f.Children(i) {
		if f.Nodes[c].Named && f.g.roles[f.Nodes[c].Kind] != comment {
			f.add(argument, c, f.callee(p)+"("+flat(f.Text(c))+")")
		}
	}
}

// opening returns a compound statement without its body: the first line of a branch.
func (f *facts) opening(i int) string {
	end := f.Nodes[i].Span.End
	for _, c := range f.Children(i) {
		field, kind := f.Nodes[c].Field, f.Nodes[c].Kind
		if field == "body" || field == "consequence" || field == "alternative" || f.g.suites[kind] {
			end = f.Nodes[c].Span.Start
			break
		}
	}
	s := f.Text(i)
	return strings.TrimRight(s[:min(len(s), end-f.Nodes[i].Span.Start)], " \t\r\n{:")
}

// names returns the identifiers below a node.
func (f *facts) names(i int) map[string]bool {
	out := map[string]bool{}
	for k := i; k < f.Nodes[i].Next; k++ {
		if f.g.named[f.Nodes[k].Kind] {
			out[f.Text(k)] = true
		}
	}
	return out
}

// constant reports whether an expression holds no name and no call.
func (f *facts) constant(i int) bool {
	if i < 0 || len(f.names(i)) > 0 {
		return i >= 0 && isConstantName(f.Text(i))
	}
	for k := i; k < f.Nodes[i].Next; k++ {
		if f.g.roles[f.Nodes[k].Kind] == call {
			return false
		}
	}
	return true
}

// isConstantName reports whether a word that a grammar reads as a name is a value
// in itself.
func isConstantName(s string) bool { return s == "nil" || s == "undefined" || s == "None" }

// suite returns the block a node's statement stands in, and the statement; -1 where it
// stands in none.
func (f *facts) suite(i int) (block, stmt int) {
	for i >= 0 {
		p := f.Nodes[i].Parent
		if p >= 0 && f.g.suites[f.Nodes[p].Kind] {
			return p, i
		}
		i = p
	}
	return -1, -1
}

// under returns the headers of branches, loops and handlers that a node runs under,
// innermost first, up to its function.
func (f *facts) under(i int) []string {
	var out []string
	for p := f.Nodes[i].Parent; p >= 0; p = f.Nodes[p].Parent {
		switch f.g.roles[f.Nodes[p].Kind] {
		case branch, loop, handler:
			out = append(out, flat(f.opening(p)))
		case defined:
			return out
		}
	}
	return out
}
