package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// eagerConversion hands a value to the logger as it is: "%s" makes a text of
// it, and only if the message is written at all.
func eagerConversion(m module) ([]text.Edit, error) {
	at := m.TokenAt(m.Diagnostic.Span.Start)
	if !m.Is(at, "str") || m.Is(at-1, ".") || !m.Is(at+1, "(") {
		return nil, rule.Decline("only a call of str can replace %%s")
	}
	if strings.Contains(m.Diagnostic.Message, "Use `") {
		return nil, rule.Decline("the format would have to change too")
	}
	end := m.Tokens[at+1].Close
	args := m.Arguments(at+1, end)
	if len(args) != 1 || args[0].Name != "" || m.Commented(at, end) || end != args[0].Last {
		return nil, rule.Decline("the call is more than str of one value")
	}
	for i := args[0].First; i < args[0].Last; i++ {
		if m.Is(i, "for", ":=", "yield") && m.Tokens[i].In == at+1 {
			return nil, rule.Decline("the value needs its own parentheses")
		}
	}
	return []text.Edit{m.Replace(at, end+1, m.Text(args[0].First, args[0].Last))}, nil
}
