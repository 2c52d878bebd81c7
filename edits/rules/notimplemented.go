package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// notImplemented turns "raise NotImplemented" into the exception that is meant.
func notImplemented(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "raise" || !m.Is(s.First+1, "NotImplemented") || m.Is(s.First+2, ".", "[") {
		return nil, rule.Decline("no raise of NotImplemented at the diagnostic")
	}
	if m.Shadowed("NotImplementedError") || m.Shadowed("NotImplemented") {
		return nil, rule.Decline("NotImplementedError means something else in this file")
	}
	return []text.Edit{m.Replace(s.First+1, s.First+2, "NotImplementedError")}, nil
}
