package fixer

import (
	"context"
	"strings"
	"testing"
)

// Of a rule that the table says nothing about, a model is shown what the tool
// says, else the page about it.
func TestRuleTextOfTheTool(t *testing.T) {
	for _, c := range []struct{ code, said, want string }{
		{"PLR0911", "Checks for too many returns.", "About the rule: Checks for too many returns."},
		{"PLR0911", "", "About the rule: https://docs.astral.sh/ruff/rules/#plr0911"},
		{"E711", "Something else.", "About the rule: None is compared by identity"},
	} {
		e, _ := engine(t, 1)
		e.Info = saying(func(tool, code string) string {
			if tool != "ruff" || code != c.code {
				t.Errorf("asked %s about %s", tool, code)
			}
			return c.said
		})
		p := problem(shapes)
		p.Diagnostic.Tool, p.Diagnostic.Code = "ruff", c.code
		x, err := e.Explain(context.Background(), p)
		if err != nil || !strings.Contains(x.Messages.User, c.want) {
			t.Errorf("%s: %v\n%s", c.code, err, x.Messages.User)
		}
	}
}
