package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// assertFalse turns "assert False" into the raise that also stands when
// assertions are switched off.
func assertFalse(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "assert" || !m.Is(s.First+1, "False") || m.Commented(s.First, s.Last) {
		return nil, rule.Decline("no assert False at the diagnostic")
	}
	if m.Shadowed("AssertionError") {
		return nil, rule.Decline("AssertionError means something else in this file")
	}
	message := ""
	switch {
	case s.Last == s.First+2:
	case m.Is(s.First+2, ",") && s.Last > s.First+3:
		message = m.Text(s.First+3, s.Last)
		if m.Is(s.Last-1, ",") || m.Find(s.First+3, s.Last, ",") >= 0 {
			return nil, rule.Decline("the message is a tuple")
		}
	default:
		return nil, rule.Decline("the condition is more than False")
	}
	return []text.Edit{m.Replace(s.First, s.Last, "raise AssertionError("+message+")")}, nil
}
