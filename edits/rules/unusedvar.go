package rules

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// unusedVariable drops a local name that nothing reads. What its right-hand
// side does stays.
func unusedVariable(m module, s *pytree.Stmt) ([]text.Edit, error) {
	name := rule.Quoted(m.Diagnostic.Message)
	if name == "" && m.Tokens[m.TokenAt(m.Diagnostic.Span.Start)].Kind == pytree.Name {
		name = m.Tokens[m.TokenAt(m.Diagnostic.Span.Start)].Text
	}
	if name == "" {
		return nil, rule.Decline("the message does not name the variable")
	}
	scope := s.Function()
	if s.Scope() != scope || scope == nil {
		return nil, rule.Decline("%s is not a local variable", name)
	}
	if why := m.read(name, scope); why != "" {
		return nil, rule.Decline("%s", why)
	}
	switch s.Keyword {
	case "except":
		if m.is(s.Colon-1, name) && m.is(s.Colon-2, "as") {
			return m.cut(s.Colon-2, s.Colon)
		}
	case "with":
		return m.dropWith(s, name)
	case "for":
		return nil, rule.Decline("%s is a loop variable", name)
	case "":
		if edits, err := m.dropAssignment(s, name); edits != nil || err != nil {
			return edits, err
		}
	}
	return m.dropWalrus(s, name)
}

// read says why a local name may be read: any occurrence that is no plain
// assignment to it.
func (m module) read(name string, scope *pytree.Stmt) string {
	if m.dynamic() {
		return "the file looks names up by their spelling"
	}
	first, last := m.region(scope)
	for i := first; i < last; i++ {
		t := m.Tokens[i]
		if t.Kind == pytree.String && t.Literal().Format() && hasWord(t.Text, name) {
			return name + " is used in an f-string"
		}
		if t.Kind != pytree.Name || t.Text != name || m.is(i-1, ".") {
			continue
		}
		switch {
		case m.is(i+1, ":="), m.is(i+1, "="):
			// Also a keyword of a call, which reads nothing.
		case m.is(i-1, "as") && m.is(i+1, ":", ",", ")"):
		case m.is(i+1, ":") && m.isStatementStart(i):
		case m.unpacks(i):
		default:
			return name + " is used"
		}
	}
	return ""
}

// isStatementStart reports whether a statement begins with token i.
func (m module) isStatementStart(i int) bool {
	if i < 0 {
		return false // the file begins with a sign
	}
	s := m.At(m.Tokens[i].Span.Start)
	return s != nil && s.First == i
}

// unpacks reports whether token i is one of the names that an assignment
// unpacks into.
func (m module) unpacks(i int) bool {
	s := m.At(m.Tokens[i].Span.Start)
	if s == nil || s.Keyword != "" {
		return false
	}
	eq := m.Find(s.First, s.Last, "=")
	if eq < 0 || i > eq {
		return false
	}
	for j := s.First; j < eq; j++ {
		if m.Tokens[j].Kind != pytree.Name && !m.is(j, ",", "(", ")", "[", "]", "*") {
			return false
		}
		// f(x) = … is no target, but x, (y) = … is.
		if m.is(j, "(", "[") && j > s.First && m.Tokens[j-1].Kind == pytree.Name {
			return false
		}
	}
	return m.is(i+1, ",", ")", "]") || m.is(i-1, ",", "(", "[", "*")
}

// cut removes tokens [first, last) and the blanks before them.
func (m module) cut(first, last int) ([]text.Edit, error) {
	if m.commented(first-1, last) {
		return nil, rule.Decline("a comment would be lost")
	}
	return []text.Edit{{Span: text.Span{Start: m.Tokens[first-1].Span.End, End: m.Tokens[last-1].Span.End}}}, nil
}

// dropWith removes "as name" of one item of a with statement.
func (m module) dropWith(s *pytree.Stmt, name string) ([]text.Edit, error) {
	for i := s.First; i < s.Colon; i++ {
		if m.is(i, "as") && m.is(i+1, name) && m.is(i+2, ":", ",", ")") {
			return m.cut(i, i+2)
		}
	}
	return nil, rule.Decline("%s is part of a larger target", name)
}

// dropAssignment handles "name = value", "a = name = value", "name: T = value"
// and "a, name = value". No edit and no error: the statement is none of them.
func (m module) dropAssignment(s *pytree.Stmt, name string) ([]text.Edit, error) {
	if m.is(s.First, name) && m.is(s.First+1, ":") {
		eq := m.Find(s.First, s.Last, "=")
		if eq < 0 {
			return []text.Edit{m.remove(s)}, nil
		}
		return m.keepValue(s, s.First, eq+1)
	}
	start := s.First
	for {
		eq := m.Find(start, s.Last, "=")
		if eq < 0 {
			return nil, nil
		}
		if eq == start+1 && m.is(start, name) {
			if start == s.First && m.Find(eq+1, s.Last, "=") < 0 {
				return m.keepValue(s, start, eq+1)
			}
			sp := text.Span{Start: m.Tokens[start].Span.Start, End: m.Tokens[eq+1].Span.Start}
			return []text.Edit{{Span: sp}}, nil
		}
		for i := start; i < eq; i++ {
			if m.is(i, name) && m.unpacks(i) {
				if m.is(i-1, "*") || m.callsUnderscore() {
					return nil, rule.Decline("%s cannot be named _ here", name)
				}
				return []text.Edit{m.replace(i, i+1, "_")}, nil
			}
		}
		start = eq + 1
	}
}

// callsUnderscore reports whether "_" is a function here, as in translations.
func (m module) callsUnderscore() bool {
	for i := range m.Tokens {
		if m.is(i, "_") && (m.is(i+1, "(") || m.is(i-1, "as", "import")) {
			return true
		}
	}
	return false
}

// keepValue removes a whole assignment whose value has no effect, and only its
// target otherwise.
func (m module) keepValue(s *pytree.Stmt, target, value int) ([]text.Edit, error) {
	if m.pure(value, s.Last) {
		return []text.Edit{m.remove(s)}, nil
	}
	if m.commented(target, value+1) {
		return nil, rule.Decline("a comment would be lost")
	}
	return []text.Edit{{Span: text.Span{Start: m.Tokens[target].Span.Start, End: m.Tokens[value].Span.Start}}}, nil
}

// pure reports whether an expression surely does nothing: literals, names, and
// displays and sums of literals.
func (m module) pure(first, last int) bool {
	for i := first; i < last; i++ {
		if !m.harmless(i, first, last) {
			return false
		}
	}
	return true
}

// harmless reports whether token i cannot make the expression [first, last) do
// something.
func (m module) harmless(i, first, last int) bool {
	t := m.Tokens[i]
	switch t.Kind {
	case pytree.Number, pytree.Comment:
		return true
	case pytree.String:
		return !t.Literal().Fields()
	case pytree.Name:
		return !t.Is("await", "yield", "for", "if", "else", "and", "or", "in", "not", "is", "lambda", "async")
	}
	switch t.Text {
	case "(", "[":
		// A call or a subscript may do anything.
		return i == first || m.Tokens[i-1].Kind != pytree.Name && m.Tokens[i-1].Kind != pytree.String && !m.is(i-1, ")", "]", "}")
	case "{", "**":
		return !m.hashes(i, last)
	}
	return t.Kind != pytree.Op || t.Is(")", "]", "}", ",", "-", ":")
}

// hashes reports whether a brace display holds names, whose hash is taken.
func (m module) hashes(i, last int) bool {
	return slices.ContainsFunc(m.Tokens[i:last], func(t pytree.Token) bool {
		return t.Kind == pytree.Name && !t.Is("None", "True", "False")
	})
}

// dropWalrus turns "(name := value)" into "(value)".
func (m module) dropWalrus(s *pytree.Stmt, name string) ([]text.Edit, error) {
	for i := s.First; i < s.Last-2; i++ {
		if m.is(i, name) && m.is(i+1, ":=") {
			return []text.Edit{{Span: text.Span{Start: m.Tokens[i].Span.Start, End: m.Tokens[i+2].Span.Start}}}, nil
		}
	}
	return nil, rule.Decline("the assignment to %s cannot simply be removed", name)
}
