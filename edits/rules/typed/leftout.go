package typed

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// Return returns the value of the last statement of a function, which is an expression that does nothing else: the
// checker misses a return there.
func Return(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "def" {
		if s = s.Function(); s == nil {
			return nil, rule.Declined{Reason: "it is not about a function", Aside: true}
		}
	}
	last := s
	if len(s.Body) > 0 {
		last = s.Body[len(s.Body)-1]
	}
	alone := len(s.Body) == 1 || len(s.Body) == 2 && m.IsDocstring(s.Body[0])
	switch {
	case last == s, last.Keyword != "", last.Colon >= 0, m.IsDocstring(last), !m.isValue(last, alone):
		return nil, rule.Declined{Reason: "the function does not end with a value", Aside: true}
	}
	return []text.Edit{rule.InsertAt(m.Tokens[last.First].Span.Start, "return ")}, nil
}

// operators stand in an expression whose value is lost if nothing uses it.
var operators = []string{"+", "-", "*", "/", "//", "%", "**", "@", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^",
	"<<", ">>",
	"and", "or", "not", "in", "is", "if", "lambda"}

// isValue reports whether a statement is an expression that is there for its value: one with an operator, or without
// any call; a call where it is all that the function does.
func (m Source) isValue(s *pytree.Stmt, alone bool) bool {
	calls, value := false, alone
	for i := s.First; i < s.Last; i++ {
		switch {
		case m.Tokens[i].Kind == pytree.Comment, m.Is(i, "await", "yield", ":=", "..."):
			return false
		case m.Tokens[i].In >= s.First:
		case m.Tokens[i].Kind == pytree.Op && strings.HasSuffix(m.Tokens[i].Text, "=") && !m.Is(i, operators...), m.Is(i,
			":"):
			return false
		case m.Is(i, operators...):
			value = true
		case m.Is(i, "("):
			calls = i > s.First
		}
	}
	return value || !calls
}
