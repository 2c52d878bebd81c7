package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// annotationHint is how mypy says which annotation it needs.
var annotationHint = regexp.MustCompile(`^Need type annotation for "(\w+)" \(hint: "\w+: (\w+)\[<type>(, <type>)?\] = \.\.\."\)`)

// annotateEmpty gives an empty container the type of what the scope puts into
// it, if that is literals of one type only.
func annotateEmpty(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	g := annotationHint.FindStringSubmatch(p.Diagnostic.Message)
	if g == nil {
		return nil, decline("the message does not name a container")
	}
	name, container := g[1], g[2]
	if !slices.Contains([]string{"list", "dict", "set"}, container) {
		return nil, decline("the hint names %s, which would need an import", container)
	}
	s, err := m.statement()
	if err != nil {
		return nil, err
	}
	if s.Keyword != "" || !m.is(s.First+1, "=") || !m.is(s.First, name) || m.shadowed(container) {
		return nil, decline("no plain assignment to %s at the diagnostic", name)
	}
	if sc := s.Scope(); sc != nil && sc.Keyword == "class" {
		return nil, decline("%s may be filled through instances", name)
	}
	keys, values, err := m.elements(name, s)
	if err != nil {
		return nil, err
	}
	if len(values) != 1 || container == "dict" && len(keys) != 1 || container != "dict" && len(keys) != 0 {
		return nil, decline("the scope does not show one type of element")
	}
	t := container + "[" + values[0] + "]"
	if container == "dict" {
		t = "dict[" + keys[0] + ", " + values[0] + "]"
	}
	return []text.Edit{insertAt(m.Tokens[s.First].Span.End, ": "+t)}, nil
}

// readers are what a scope may do with a container without adding to it.
var readers = []string{"clear", "copy", "count", "get", "index", "items", "keys", "pop", "popitem", "remove", "discard", "reverse", "sort", "values"}

// elements collects the types of what the scope puts into a container.
func (m module) elements(name string, s *pytree.Stmt) (keys, values []string, err error) {
	note := func(list *[]string, t string) error {
		if t == "" {
			return decline("%s is filled with something that is not a literal", name)
		}
		if !slices.Contains(*list, t) {
			*list = append(*list, t)
		}
		return nil
	}
	first, last := m.region(s.Scope())
	for i := first; i < last; i++ {
		if i == s.First || !m.is(i, name) || m.is(i-1, ".") || m.is(i+1, "=") && m.bracket(i) >= 0 {
			continue
		}
		switch {
		case m.is(i+1, ".") && m.is(i+3, "("):
			method, end := m.Tokens[i+2].Text, m.closing(i+3)
			args := m.arguments(i+3, end)
			switch {
			case (method == "append" || method == "add") && len(args) == 1:
				err = note(&values, m.literalType(args[0].first, args[0].last))
			case method == "insert" && len(args) == 2:
				err = note(&values, m.literalType(args[1].first, args[1].last))
			case slices.Contains(readers, method):
			default:
				err = decline("%s.%s may add anything", name, method)
			}
		case m.is(i+1, "["):
			end := m.closing(i + 1)
			if m.is(end+1, "=") {
				if err = note(&keys, m.literalType(i+2, end)); err == nil {
					err = note(&values, m.literalType(end+2, m.lineEnd(end)))
				}
			} else if m.Tokens[end+1].Kind == pytree.Op && strings.HasSuffix(m.Tokens[end+1].Text, "=") && !m.is(end+1, "==", "!=", "<=", ">=") {
				err = decline("an element of %s is changed in place", name)
			}
		case m.is(i+1, "=", ":=", "+=", "|=") || m.is(i+1, ":") && m.isStatementStart(i) || m.is(i-1, "for", "as", "global", "nonlocal"):
			err = decline("%s is assigned again", name)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return keys, values, nil
}

// literalType is the type of a literal, "" for anything else.
func (m module) literalType(first, last int) string {
	for last > first && m.Tokens[last-1].Kind == pytree.Comment {
		last--
	}
	if m.is(first, "-") {
		first++
		if first < last && m.Tokens[first].Kind != pytree.Number {
			return ""
		}
	}
	if last != first+1 {
		return ""
	}
	switch t := m.Tokens[first]; t.Kind {
	case pytree.String:
		if hasBytes(t) {
			return "bytes"
		}
		return "str"
	case pytree.Number:
		switch n := strings.ToLower(t.Text); {
		case strings.HasPrefix(n, "0x"), strings.HasPrefix(n, "0b"), strings.HasPrefix(n, "0o"):
			return "int"
		case strings.HasSuffix(n, "j"):
			return "complex"
		case strings.ContainsAny(n, ".e"):
			return "float"
		}
		return "int"
	case pytree.Name:
		if t.Text == "True" || t.Text == "False" {
			return "bool"
		}
	}
	return ""
}
