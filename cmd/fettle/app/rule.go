package app

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// RuleText says what fettle knows about a rule.
func (w *App) RuleText(rule string) string {
	var b strings.Builder
	row, taken := w.Ladder.Table.Effective(rule)
	fmt.Fprintf(&b, "rule         %s\n", Clean(rule))
	if _, exact := w.Ladder.Table.Row(rule); !exact {
		fmt.Fprintf(&b, "             fettle has no entry for it; that for %s applies\n", row.Signal)
	}
	if row.Docs != "" {
		fmt.Fprintf(&b, "about        %s\n", row.Docs)
	}
	req := row.Requirement()
	fmt.Fprintf(&b, "may change   %s\nbecause      %s\nlooked up    %s\nfixed by     %s\n",
		req.Window.Words(), row.Why, signal.Gathered(req.Needs), signal.InOrder(req.Rungs))
	tool, code, _ := strings.Cut(rule, "/")
	if page := signal.Link(tool, code); page != "" {
		fmt.Fprintf(&b, "page         %s\n", page)
	}
	if row.Traits.OnRequest {
		b.WriteString("offered      only when it is asked for\n")
	}
	if len(taken) > 0 {
		fmt.Fprintf(&b, "note         The workspace narrows this: %s.\n", strings.Join(taken, ", "))
	}
	fmt.Fprintf(&b, "setting      signals.%q.%q.window = %q\n", tool, code, row.Window)
	return b.String()
}
