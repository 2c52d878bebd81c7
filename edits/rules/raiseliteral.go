package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// raiseLiteral wraps a raised string into an exception. A number or a truth
// value says too little about what was meant.
func raiseLiteral(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "raise" || s.Last == s.First+1 {
		return nil, rule.Decline("no raise of a literal at the diagnostic")
	}
	last := m.Find(s.First+1, s.Last, "from")
	if last < 0 {
		last = s.Last
	}
	for i := s.First + 1; i < last; i++ {
		if m.Tokens[i].Kind != pytree.String || pycode.HasBytes(m.Tokens[i]) {
			return nil, rule.Decline("the literal does not say which exception is meant")
		}
	}
	if m.Shadowed("Exception") {
		return nil, rule.Decline("Exception means something else in this file")
	}
	return []text.Edit{m.Replace(s.First+1, last, "Exception("+m.Text(s.First+1, last)+")")}, nil
}
