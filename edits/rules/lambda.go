package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// lambdaToDef turns "f = lambda x: y" into a definition.
func lambdaToDef(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "" || m.Tokens[s.First].Kind != pytree.Name || !m.Is(s.First+1, "=") || !m.Is(s.First+2, "lambda") {
		return nil, rule.Decline("no lambda is assigned to a plain name here")
	}
	colon := m.Colon(s.First+3, s.Last)
	switch {
	case !s.Alone || s.Parent != nil && s.Parent.Inline:
		return nil, rule.Decline("the line holds other statements")
	case pycode.InClass(s):
		return nil, rule.Decline("in a class the function would become a method")
	case colon < 0 || colon+1 >= s.Last:
		return nil, rule.Decline("the lambda cannot be read")
	case m.Commented(s.First, s.Last):
		return nil, rule.Decline("there is a comment inside")
	case m.Find(colon+1, s.Last, ",") >= 0:
		return nil, rule.Decline("the right-hand side is a tuple")
	case m.Any(colon+1, s.Last, "yield", "await", ":="):
		return nil, rule.Decline("the lambda yields, awaits or assigns")
	case strings.ContainsAny(m.Text(s.First, colon+1), "\r\n"):
		return nil, rule.Decline("the parameters span several lines")
	}
	head := "def " + m.Tokens[s.First].Text + "(" + m.Text(s.First+3, colon) + "):"
	return []text.Edit{m.Replace(s.First, s.Last,
		head+m.Eol(m.Tokens[s.First].Span.Start)+m.Inner(s)+"return "+m.Text(colon+1, s.Last))}, nil
}
