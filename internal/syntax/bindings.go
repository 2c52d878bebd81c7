package syntax

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// BindingKind says how a name gets its meaning.
type BindingKind uint8

// The kinds of bindings.
const (
	BindDefinition BindingKind = iota + 1 // function or class
	BindAnnotated                         // x: T, x: T = v, field with a type
	BindAssigned                          // x = v, self.x = v, x := v
	BindParameter                         // in a signature
	BindImported                          // by an import statement
)

// Binding is one place in a file that gives a name its meaning.
type Binding struct {
	Name  string
	Kind  BindingKind
	Node  int        // the definition or statement; for parameters the function
	Owner int        // the innermost definition around it, -1 for the module
	Self  bool       // bound as an attribute: self.x, this.x
	Lines text.Lines // for definitions the header, otherwise the statement
}

// Bindings are the places that bind the name, in document order.
func (f *File) Bindings(name string) []Binding { return f.bindings()[name] }

// Owner is the index of the innermost function or class that holds node i and
// is not i itself; -1 for the module.
func (f *File) Owner(i int) int {
	for i = f.Nodes[i].Parent; i >= 0; i = f.Nodes[i].Parent {
		if k := f.Nodes[i].Kind; k == Function || k == Class {
			return i
		}
	}
	return -1
}

func bind(f *File) map[string][]Binding {
	m := map[string][]Binding{}
	add := func(b Binding) { m[b.Name] = append(m[b.Name], b) }
	for i, n := range f.Nodes {
		switch n.Kind {
		case Function, Class:
			owner := f.Owner(i)
			if n.Name != "" {
				add(Binding{Name: n.Name, Kind: BindDefinition, Node: i, Owner: owner, Lines: n.Header})
			}
			if n.Kind == Function {
				f.parameters(i, add)
			}
		case Statement:
			f.targets(i, add)
		case Import:
			for _, name := range n.Names {
				add(Binding{Name: name, Kind: BindImported, Node: i, Owner: f.Owner(i), Lines: n.Lines})
			}
		}
	}
	return m
}

// parameters binds the names of a function's signature, each at its own lines.
func (f *File) parameters(i int, add func(Binding)) {
	n := f.Nodes[i]
	src := f.doc.Text()
	end := min(n.Span.End, f.doc.LineStart(n.Header.End))
	open := strings.IndexByte(src[n.Span.Start:max(n.Span.Start, end)], '(')
	if open < 0 {
		return
	}
	ids := f.Identifiers(text.Span{Start: n.Span.Start + open + 1, End: end})
	depth, at := 0, n.Span.Start+open+1
	for _, id := range ids {
		for ; at < id.Span.Start; at++ {
			switch src[at] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
		}
		if depth < 0 {
			return
		}
		prev := strings.TrimRight(src[n.Span.Start:id.Span.Start], " \t\r\n*&")
		if depth == 0 && (strings.HasSuffix(prev, "(") || strings.HasSuffix(prev, ",")) {
			add(Binding{Name: id.Name, Kind: BindParameter, Node: i, Owner: i, Lines: f.doc.LinesOf(id.Span)})
		}
	}
}

// targets binds the names that a statement assigns.
func (f *File) targets(i int, add func(Binding)) {
	n := f.Nodes[i]
	t := f.doc.Slice(n.Span)
	if len(t) > 400 {
		t = t[:400]
	}
	left, kind := assignment(t)
	if kind == 0 {
		return
	}
	owner := f.Owner(i)
	for item := range strings.SplitSeq(strings.Trim(left, "()[]"), ",") {
		item = strings.TrimSpace(item)
		for _, w := range declarators {
			item = strings.TrimPrefix(item, w)
		}
		item = strings.TrimLeft(strings.TrimSpace(item), "*#")
		self := false
		for _, p := range [...]string{"self.", "cls.", "this."} {
			if strings.HasPrefix(item, p) {
				item, self = item[len(p):], true
			}
		}
		if isIdentifier(item) {
			add(Binding{Name: item, Kind: kind, Node: i, Owner: owner, Self: self, Lines: n.Lines})
		}
	}
}

// declarators are the words that may stand before an assigned name.
var declarators = [...]string{"export ", "declare ", "pub ", "public ", "private ", "protected ", "static ", "readonly ", "const ", "let ", "var ", "mut ", "type "}

// assignment splits a statement at its first assignment or annotation outside
// brackets and strings; kind 0 means that it assigns nothing.
func assignment(t string) (string, BindingKind) {
	depth := 0
	for i := 0; i < len(t); i++ {
		switch c := t[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'', '`', '\n':
			return "", 0
		case ':':
			if depth > 0 {
				continue
			}
			if strings.HasPrefix(t[i:], ":=") {
				return t[:i], BindAssigned
			}
			return t[:i], BindAnnotated
		case '=':
			if depth > 0 {
				continue
			}
			if i == 0 || slices.Contains([]byte("=!<>"), t[i-1]) || i+1 < len(t) && (t[i+1] == '=' || t[i+1] == '>') {
				return "", 0
			}
			return strings.TrimRight(t[:i], "+-*/%&|^@ "), BindAssigned
		}
	}
	return "", 0
}

// sortedBackwards is the edits from the last to the first.
func sortedBackwards(edits []text.Edit) []text.Edit {
	out := slices.Clone(edits)
	slices.SortStableFunc(out, func(a, b text.Edit) int { return b.Span.Start - a.Span.Start })
	return out
}
