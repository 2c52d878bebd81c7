package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// bareExcept names what "except:" catches. A handler that raises the exception
// on is for cleaning up: BaseException keeps it as it is. Any other one becomes
// "except Exception", which no longer swallows the interrupt of a user.
func bareExcept(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "except" || s.Colon != s.First+1 {
		return nil, rule.Decline("no bare except at the diagnostic")
	}
	name := "Exception"
	if m.reraises(s) {
		name = "BaseException"
	}
	if m.Shadowed(name) {
		return nil, rule.Decline("%s means something else in this file", name)
	}
	return []text.Edit{rule.InsertAt(m.Tokens[s.First].Span.End, " "+name)}, nil
}

// reraises reports whether the suite of a handler ends with "raise" on every
// path that this looks at: its own last statement.
func (m module) reraises(s *pytree.Stmt) bool {
	if len(s.Body) == 0 {
		return false
	}
	last := s.Body[len(s.Body)-1]
	return last.Keyword == "raise" && last.Last == last.First+1
}
