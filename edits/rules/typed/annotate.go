package typed

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// annotationHint is how mypy says which annotation it needs.
var annotationHint = lazyre.New(`^Need type annotation for "(\w+)" \(hint: "\w+: (\w+)\[<type>(, <type>)?\] = ` +
	`\.\.\."\)`)

// AnnotateEmpty annotates an empty container with the type of what the scope puts into
// it, if that is literals of one type only.
func AnnotateEmpty(m Source) ([]text.Edit, error) {
	g := annotationHint.FindStringSubmatch(m.Diagnostic.Message)
	if g == nil {
		return nil, rule.Decline("the message does not name a container")
	}
	name, container := g[1], g[2]
	if container != "list" && container != "dict" && container != "set" {
		return nil, rule.Decline("the hint names %s, which would need an import", container)
	}
	s, err := m.Statement()
	if err != nil {
		return nil, err
	}
	if s.Keyword != "" || !m.Is(s.First+1, "=") || !m.Is(s.First, name) || m.Shadowed(container) {
		return nil, rule.Decline("no plain assignment to %s at the diagnostic", name)
	}
	if pycode.InClass(s) {
		return nil, rule.Decline("%s may be filled through instances", name)
	}
	c, err := m.filled(name, s)
	if err != nil {
		return nil, err
	}
	types, ok := c.of(container)
	if !ok {
		return nil, rule.Decline("the scope does not show one type of element")
	}
	return []text.Edit{rule.InsertAt(m.Tokens[s.First].Span.End, ": "+container+"["+types+"]")}, nil
}

// of returns the types of the elements, where a container has one for all of them.
func (c content) of(container string) (string, bool) {
	switch {
	case len(c.values) != 1:
	case container != "dict":
		return c.values[0], len(c.keys) == 0
	case len(c.keys) == 1:
		return c.keys[0] + ", " + c.values[0], true
	}
	return "", false
}

// readers are what a scope may do with a container without adding to it.
var readers = []string{"clear", "copy", "count", "get", "index", "items", "keys", "pop", "popitem", "remove",
	"discard", "reverse", "sort", "values"}

// content is the types of what a scope puts into a container.
type content struct{ keys, values []string }

// filled collects what the scope of a statement puts into the container that
// the statement makes.
func (m Source) filled(name string, s *pytree.Stmt) (content, error) {
	var c content
	first, last := m.Region(s.Scope())
	for i := range m.Named(name, first, last) {
		if i == s.First || m.Keyword(i) {
			continue
		}
		var err error
		switch {
		case m.Is(i+1, ".") && m.Is(i+3, "("):
			err = m.byMethod(&c, i)
		case m.Is(i+1, "["):
			err = m.bySubscript(&c, i)
		case m.Is(i+1, "=", ":=", "+=", "|=") || m.Is(i+1, ":") && m.IsStatementStart(i) ||
			m.Is(i-1, "for", "as", "global", "nonlocal"):
			err = rule.Decline("%s is assigned again", name)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// byMethod adds what the call of a method puts into the container at token i.
func (m Source) byMethod(c *content, i int) error {
	name, method := m.Tokens[i].Text, m.Tokens[i+2].Text
	args := m.Arguments(i+3, m.Tokens[i+3].Close)
	switch {
	case (method == "append" || method == "add") && len(args) == 1, method == "insert" && len(args) == 2:
		value := args[len(args)-1]
		return note(&c.values, m.literalType(value.First, value.Last), name)
	case slices.Contains(readers, method):
		return nil
	}
	return rule.Decline("%s.%s may add anything", name, method)
}

// bySubscript adds what an assignment to an element puts into the container at
// token i.
func (m Source) bySubscript(c *content, i int) error {
	name, end := m.Tokens[i].Text, m.Tokens[i+1].Close
	switch after := m.Tokens[end+1]; {
	case after.Is("="):
		if err := note(&c.keys, m.literalType(i+2, end), name); err != nil {
			return err
		}
		return note(&c.values, m.literalType(end+2, m.LineEnd(end)), name)
	case after.Kind == pytree.Op && strings.HasSuffix(after.Text, "=") && !after.Is("==", "!=", "<=", ">="):
		return rule.Decline("an element of %s is changed in place", name)
	}
	return nil
}

// note adds the type of a literal to the types that a container holds.
func note(list *[]string, t, name string) error {
	if t == "" {
		return rule.Decline("%s is filled with something that is not a literal", name)
	}
	if !slices.Contains(*list, t) {
		*list = append(*list, t)
	}
	return nil
}

// literalType returns the type of a literal, "" for anything else.
func (m Source) literalType(first, last int) string {
	for last > first && m.Tokens[last-1].Kind == pytree.Comment {
		last--
	}
	negative := m.Is(first, "-")
	if negative {
		first++
	}
	if last != first+1 {
		return ""
	}
	t := m.Tokens[first]
	switch {
	case t.Kind == pytree.Number:
		return numberType(strings.ToLower(t.Text))
	case negative:
	case t.Kind == pytree.String && pycode.HasBytes(t):
		return "bytes"
	case t.Kind == pytree.String:
		return "str"
	case t.Is("True", "False"):
		return "bool"
	}
	return ""
}

// numberType returns the type of a number in lower case.
func numberType(n string) string {
	switch {
	case strings.HasPrefix(n, "0x"), strings.HasPrefix(n, "0b"), strings.HasPrefix(n, "0o"):
		return "int"
	case strings.HasSuffix(n, "j"):
		return "complex"
	case strings.ContainsAny(n, ".e"):
		return "float"
	}
	return "int"
}
