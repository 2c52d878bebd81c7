package syntax

import (
	"iter"
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

// Binding is one place in a file that binds a name.
type Binding struct {
	Name  string
	Kind  BindingKind
	Node  int        // the definition or statement; for parameters the function
	Owner int        // the innermost definition around it, -1 for the module
	Self  bool       // bound as an attribute: self.x, this.x
	Lines text.Lines // for definitions the header, otherwise the statement
}

// Bindings returns the places that bind the name, in document order.
func (f *File) Bindings(name string) []Binding { return f.bindings()[name] }

// ModuleNames returns the names that the top level of the file binds, in no order.
func (f *File) ModuleNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name, list := range f.bindings() {
			if slices.ContainsFunc(list, func(b Binding) bool { return b.Owner < 0 && !b.Self }) && !yield(name) {
				return
			}
		}
	}
}

// Owner returns the index of the innermost function or class that contains node i and
// is not i itself; -1 for the module.
func (f *File) Owner(i int) int {
	for i = f.Nodes[i].Parent; i >= 0; i = f.Nodes[i].Parent {
		if k := f.Nodes[i].Kind; k == Function || k == Class {
			return i
		}
	}
	return -1
}

// binder collects the bindings of a file.
type binder struct {
	f    *File
	all  []Binding
	name []Identifier // scratch
}

func bind(f *File) map[string][]Binding {
	b := binder{f: f, all: make([]Binding, 0, len(f.Nodes))}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		switch n.Kind {
		case Function, Class:
			if n.Name != "" {
				b.add(Binding{Name: n.Name, Kind: BindDefinition, Node: i, Owner: f.Owner(i), Lines: n.Header})
			}
			if n.Kind == Function {
				b.parameters(i)
			}
		case Statement:
			b.targets(i)
		case Import:
			for _, name := range n.Names {
				b.add(Binding{Name: name, Kind: BindImported, Node: i, Owner: f.Owner(i), Lines: n.Lines})
			}
		}
	}
	return byName(b.all)
}

func (b *binder) add(x Binding) { b.all = append(b.all, x) }

// byName groups bindings, in their order, in one piece of memory.
func byName(all []Binding) map[string][]Binding {
	group := make(map[string]int, len(all)/4)
	in, size := make([]int32, len(all)), make([]int, 0, len(all)/4)
	for i := range all {
		g, ok := group[all[i].Name]
		if !ok {
			g = len(size)
			group[all[i].Name] = g
			size = append(size, 0)
		}
		in[i] = int32(g)
		size[g]++
	}
	sorted, next := make([]Binding, len(all)), make([]int, len(size))
	for g, at := 1, 0; g < len(size); g++ {
		at += size[g-1]
		next[g] = at
	}
	for i := range all {
		sorted[next[in[i]]] = all[i]
		next[in[i]]++
	}
	m := make(map[string][]Binding, len(group))
	for name, g := range group {
		m[name] = sorted[next[g]-size[g] : next[g] : next[g]]
	}
	return m
}

// parameters binds the names of a function's signature, each at its own lines.
func (b *binder) parameters(i int) {
	f := b.f
	n := &f.Nodes[i]
	src := f.doc.Text()
	end := min(n.Span.End, f.doc.LineStart(n.Header.End))
	open := strings.IndexByte(src[n.Span.Start:max(n.Span.Start, end)], '(')
	if open < 0 {
		return
	}
	receiver := f.Lang == "go" && strings.TrimSpace(src[n.Span.Start:n.Span.Start+open]) == "func" // more follow it
	b.name = f.identifiers(b.name[:0], text.Span{Start: n.Span.Start + open + 1, End: end})
	depth, at := 0, n.Span.Start+open+1
	for _, id := range b.name {
		for ; at < id.Span.Start; at++ {
			if receiver && depth < 0 && src[at] == '(' {
				receiver, depth = false, -1
			}
			switch src[at] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
		}
		if depth < 0 {
			if receiver {
				continue // the method's name
			}
			return
		}
		prev := strings.TrimRight(src[n.Span.Start:id.Span.Start], " \t\r\n*&")
		if depth == 0 && (strings.HasSuffix(prev, "(") || strings.HasSuffix(prev, ",")) {
			b.add(Binding{Name: id.Name, Kind: BindParameter, Node: i, Owner: i, Lines: f.doc.LinesOf(id.Span)})
		}
	}
}

// targets binds the names that a statement assigns.
func (b *binder) targets(i int) {
	n := &b.f.Nodes[i]
	t := b.f.doc.Slice(n.Span)
	if len(t) > 400 {
		t = t[:400]
	}
	left, kind := assignment(t)
	if kind == 0 {
		return
	}
	if k := strings.Index(left, "type "); k == 0 || k > 0 && left[k-1] == ' ' { // type A[T] = …, export type A<T> = …
		if end := strings.IndexAny(left, "[<"); end > 0 {
			left = left[:end]
		}
	}
	owner := b.f.Owner(i)
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
			b.add(Binding{Name: item, Kind: kind, Node: i, Owner: owner, Self: self, Lines: n.Lines})
		}
	}
}

// declarators are the words that may stand before an assigned name.
var declarators = [...]string{"export ", "declare ", "pub ", "public ", "private ", "protected ", "static ",
	"readonly ", "const ", "let ", "var ", "mut ", "type "}

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

// sortedBackwards returns the edits from the last to the first.
func sortedBackwards(edits []text.Edit) []text.Edit {
	out := slices.Clone(edits)
	slices.SortStableFunc(out, func(a, b text.Edit) int { return b.Span.Start - a.Span.Start })
	return out
}
