package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
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
		if m.Is(s.Colon-1, name) && m.Is(s.Colon-2, "as") {
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
	if m.Dynamic() {
		return "the file looks names up by their spelling"
	}
	first, last := m.Region(scope)
	for _, i := range pytree.Among(m.Formats(), first, last) {
		if lex.HasWord(m.Tokens[i].Text, name) {
			return name + " is used in an f-string"
		}
	}
	for _, i := range pytree.Among(m.Places(name), first, last) {
		if m.Is(i-1, ".") {
			continue
		}
		switch {
		case m.Is(i+1, ":="), m.Is(i+1, "="):
			// Also a keyword of a call, which reads nothing.
		case m.Is(i-1, "as") && m.Is(i+1, ":", ",", ")"):
		case m.Is(i+1, ":") && m.IsStatementStart(i):
		case m.Unpacks(i):
		default:
			return name + " is used"
		}
	}
	return ""
}

// cut removes tokens [first, last) and the blanks before them.
func (m module) cut(first, last int) ([]text.Edit, error) {
	if m.Commented(first-1, last) {
		return nil, rule.Decline("a comment would be lost")
	}
	return []text.Edit{{Span: text.Span{Start: m.Tokens[first-1].Span.End, End: m.Tokens[last-1].Span.End}}}, nil
}

// dropWith removes "as name" of one item of a with statement.
func (m module) dropWith(s *pytree.Stmt, name string) ([]text.Edit, error) {
	for i := s.First; i < s.Colon; i++ {
		if m.Is(i, "as") && m.Is(i+1, name) && m.Is(i+2, ":", ",", ")") {
			return m.cut(i, i+2)
		}
	}
	return nil, rule.Decline("%s is part of a larger target", name)
}

// dropAssignment handles "name = value", "a = name = value", "name: T = value"
// and "a, name = value". No edit and no error: the statement is none of them.
func (m module) dropAssignment(s *pytree.Stmt, name string) ([]text.Edit, error) {
	if m.Is(s.First, name) && m.Is(s.First+1, ":") {
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
		if eq == start+1 && m.Is(start, name) {
			if start == s.First && m.Find(eq+1, s.Last, "=") < 0 {
				return m.keepValue(s, start, eq+1)
			}
			sp := text.Span{Start: m.Tokens[start].Span.Start, End: m.Tokens[eq+1].Span.Start}
			return []text.Edit{{Span: sp}}, nil
		}
		for i := start; i < eq; i++ {
			if m.Is(i, name) && m.Unpacks(i) {
				if m.Is(i-1, "*") || m.callsUnderscore() {
					return nil, rule.Decline("%s cannot be named _ here", name)
				}
				return []text.Edit{m.Replace(i, i+1, "_")}, nil
			}
		}
		start = eq + 1
	}
}

// callsUnderscore reports whether "_" is a function here, as in translations.
func (m module) callsUnderscore() bool {
	for i := range m.Tokens {
		if m.Is(i, "_") && (m.Is(i+1, "(") || m.Is(i-1, "as", "import")) {
			return true
		}
	}
	return false
}

// keepValue removes a whole assignment whose value has no effect, and only its
// target otherwise.
func (m module) keepValue(s *pytree.Stmt, target, value int) ([]text.Edit, error) {
	if m.Pure(value, s.Last) {
		return []text.Edit{m.remove(s)}, nil
	}
	if m.Commented(target, value+1) {
		return nil, rule.Decline("a comment would be lost")
	}
	return []text.Edit{{Span: text.Span{Start: m.Tokens[target].Span.Start, End: m.Tokens[value].Span.Start}}}, nil
}

// dropWalrus turns "(name := value)" into "(value)".
func (m module) dropWalrus(s *pytree.Stmt, name string) ([]text.Edit, error) {
	for i := s.First; i < s.Last-2; i++ {
		if m.Is(i, name) && m.Is(i+1, ":=") {
			return []text.Edit{{Span: text.Span{Start: m.Tokens[i].Span.Start, End: m.Tokens[i+2].Span.Start}}}, nil
		}
	}
	return nil, rule.Decline("the assignment to %s cannot simply be removed", name)
}
