package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// increment turns the statement "++n" into "n += 1". Inside an expression the
// two signs may be meant.
func increment(m module, s *pytree.Stmt) ([]text.Edit, error) {
	sign := m.Tokens[s.First].Text
	if s.Keyword != "" || sign != "+" && sign != "-" || !m.Is(s.First+1, sign) {
		return nil, rule.Decline("the %s is inside an expression", strings.Repeat("+", 2))
	}
	if m.Tokens[s.First].Span.End != m.Tokens[s.First+1].Span.Start {
		return nil, rule.Decline("the two signs are separate operators")
	}
	for i := s.First + 2; i < s.Last; i++ {
		t := m.Tokens[i]
		name := t.Kind == pytree.Name && (i == s.First+2 || m.Is(i-1, "."))
		if !name && !(t.Is(".") && i > s.First+2) {
			return nil, rule.Decline("the operand is not a plain name")
		}
	}
	if s.Last == s.First+2 {
		return nil, rule.Decline("the operand is not a plain name")
	}
	return []text.Edit{m.Replace(s.First, s.Last, m.Text(s.First+2, s.Last)+" "+sign+"= 1")}, nil
}
