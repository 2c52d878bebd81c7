package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// typeForms take types in brackets, and names of types in quotes.
var typeForms = []string{"DefaultDict", "Deque", "Dict", "FrozenSet", "Iterable", "Iterator", "List", "Mapping", "MutableMapping", "Optional", "Sequence",
	"Set", "Tuple", "Type", "Union", "dict", "frozenset", "list", "set", "tuple", "type"}

// forwardReference puts the name of a type in quotes where it is used before
// the module defines it: in an annotation, or between the brackets of a form
// that takes types.
func forwardReference(m module, s *pytree.Stmt) ([]text.Edit, error) {
	name := rule.Quoted(m.Diagnostic.Message)
	at := m.TokenAt(m.Diagnostic.Span.Start)
	if name == "" || !m.Is(at, name) || m.Is(at-1, ".") {
		return nil, Declined{Reason: "no undefined name in code at the diagnostic", Aside: true}
	}
	if !m.definedLater(name, s) {
		return nil, Declined{Reason: "the module does not define the type " + name + " further down", Aside: true}
	}
	first, last, ok := m.typeRange(s, at)
	if !ok {
		return nil, rule.Decline("%s is not in an annotation or in the brackets of a type", name)
	}
	sp := m.Range(first, last)
	for i := first; i < last; i++ {
		if k := m.Tokens[i].Kind; k == pytree.String || k == pytree.Comment || m.Is(i, ":=", "lambda", "await", "yield") {
			return nil, rule.Decline("the annotation holds more than names of types")
		}
	}
	if m.Snapshot.LinesOf(sp).Len() > 1 {
		return nil, rule.Decline("the annotation has several lines")
	}
	return []text.Edit{{Span: sp, New: `"` + m.Src[sp.Start:sp.End] + `"`}}, nil
}

// definedLater reports whether the module itself defines a name once, and by a
// class or an alias that the statement stands in or before.
func (m module) definedLater(name string, s *pytree.Stmt) bool {
	var found *pytree.Stmt
	for _, b := range m.Body {
		if b.Keyword == "class" && m.bindsName(b, name) || b.Keyword == "type" && m.Is(b.First+1, name) ||
			b.Keyword == "" && m.bindsName(b, name) && m.Find(b.First, b.Last, "=") >= 0 {
			if found != nil {
				return false
			}
			found = b
		}
	}
	return found != nil && m.Ends(found) > s.First && !m.bindsName(s, name) || found == s && s.Keyword == "class"
}

// typeRange is what has to be quoted for the type at a token: of the brackets
// round it that take types the innermost element, else the whole annotation.
func (m module) typeRange(s *pytree.Stmt, at int) (first, last int, ok bool) {
	for i := at; ; {
		open := m.Tokens[i].In
		if open < s.Decorators {
			break
		}
		if m.Is(open, "[") && m.Tokens[open-1].Kind == pytree.Name && slices.Contains(typeForms, m.Tokens[open-1].Text) && !m.variable(m.Tokens[open-1].Text) {
			for _, a := range m.Arguments(open, m.Tokens[open].Close) {
				if a.First <= at && at < a.Last && a.Name == "" {
					return a.First, a.Last, true
				}
			}
			return 0, 0, false
		}
		i = open
	}
	return m.annotation(s, at)
}

// variable reports whether the file makes something of its own of the name of a
// builtin type.
func (m module) variable(name string) bool {
	return name == strings.ToLower(name) && m.Shadowed(name)
}

// annotation is the annotation that holds a token: of a parameter, of a result
// or of a variable.
func (m module) annotation(s *pytree.Stmt, at int) (first, last int, ok bool) {
	switch s.Keyword {
	case "def":
		if arrow := m.Find(s.First, s.Colon, "->"); arrow >= 0 && arrow < at && at < s.Colon {
			return arrow + 1, s.Colon, true
		}
		open := s.First
		for open < s.Colon && !m.Is(open, "(") {
			open++
		}
		for _, a := range m.Arguments(open, m.Tokens[open].Close) {
			if a.First <= at && at < a.Last {
				return m.annotationIn(a.First, a.Last, at)
			}
		}
	case "":
		if m.Find(s.First, at, "lambda") < 0 {
			return m.annotationIn(s.First, s.Last, at)
		}
	}
	return 0, 0, false
}

// annotationIn is what stands between the ":" and the "=" of tokens [first,
// last), if that holds token at.
func (m module) annotationIn(first, last, at int) (int, int, bool) {
	colon := m.Find(first, last, ":")
	if colon < 0 || at <= colon {
		return 0, 0, false
	}
	if eq := m.Find(colon, last, "="); eq >= 0 {
		last = eq
	}
	return colon + 1, last, at < last
}
