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
	if !m.is(at, "str") || m.is(at-1, ".") || !m.is(at+1, "(") {
		return nil, rule.Decline("only a call of str can replace %%s")
	}
	if strings.Contains(m.Diagnostic.Message, "Use `") {
		return nil, rule.Decline("the format would have to change too")
	}
	end := m.Tokens[at+1].Close
	args := m.arguments(at+1, end)
	if len(args) != 1 || args[0].name != "" || m.commented(at, end) || end != args[0].last {
		return nil, rule.Decline("the call is more than str of one value")
	}
	for i := args[0].first; i < args[0].last; i++ {
		if m.is(i, "for", ":=", "yield") && m.Tokens[i].In == at+1 {
			return nil, rule.Decline("the value needs its own parentheses")
		}
	}
	return []text.Edit{m.replace(at, end+1, m.text(args[0].first, args[0].last))}, nil
}
