package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// assigned reports whether the tokens [first, last) may give a name another
// value, in any way that Python has.
func (m module) assigned(name string, first, last int) bool {
	for i := range m.named(name, first, last) {
		if m.is(i+1, ":=") || m.target(i) {
			return true
		}
	}
	return false
}

// target reports whether a statement binds the name at token i. Where that is
// hard to tell, it does.
func (m module) target(i int) bool {
	s := m.At(m.Tokens[i].Span.Start)
	if s == nil {
		return true
	}
	switch s.Keyword {
	case "import", "from", "global", "nonlocal", "del", "case", "type":
		return true
	case "def", "class":
		return m.is(i-1, "def", "class") || m.parameter(s, i)
	case "for":
		return i < m.Find(s.First, s.Colon, "in") && !m.is(i+1, ".", "[", "(")
	case "with", "except":
		return m.is(i-1, "as") || m.is(m.Tokens[i].In-1, "as")
	case "":
		return m.assignee(s, i)
	}
	return false
}

// augmented are the operators that give the name before them a new value.
var augmented = []string{":", "+=", "-=", "*=", "/=", "//=", "%=", "**=", ">>=", "<<=", "&=", "^=", "|=", "@="}

// assignee reports whether a simple statement assigns to the name at token i,
// alone or as one of several.
func (m module) assignee(s *pytree.Stmt, i int) bool {
	if m.is(i+1, ".", "[", "(") {
		return false // what it holds is changed or called
	}
	if i == s.First && m.is(i+1, augmented...) {
		return true
	}
	open := m.outermost(i)
	if open < s.First {
		return m.Find(i, s.Last, "=") >= 0
	}
	if open > s.First && (m.Tokens[open-1].Kind == pytree.Name || m.is(open-1, ")", "]")) {
		return false // an argument or an index
	}
	return m.Find(m.Tokens[open].Close+1, s.Last, "=") >= 0
}

// outermost is the token of the outermost bracket that encloses token i, or -1.
func (m module) outermost(i int) int {
	out := -1
	for b := m.Tokens[i].In; b >= 0; b = m.Tokens[b].In {
		out = b
	}
	return out
}

// inClass reports whether a statement runs where a class is made.
func inClass(s *pytree.Stmt) bool {
	scope := s.Scope()
	return scope != nil && scope.Keyword == "class"
}

// parameter reports whether token i names a parameter of a definition.
func (m module) parameter(s *pytree.Stmt, i int) bool {
	return s.Keyword == "def" && m.is(i-1, "(", ",", "*", "**") && m.is(m.Tokens[i].In, "(") && m.Tokens[m.Tokens[i].In].In < 0 && i < s.Colon
}

// isDocstring reports whether a statement at the head of a body documents it: a
// string, or several that Python joins.
func (m module) isDocstring(s *pytree.Stmt) bool {
	for i := s.First; i < s.Last; i++ {
		switch t := m.Tokens[i]; {
		case t.Is("("), t.Is(")"), t.Kind == pytree.Comment:
		case t.Kind != pytree.String, t.Literal().Format(), hasBytes(t):
			return false
		}
	}
	return s.Keyword == ""
}
