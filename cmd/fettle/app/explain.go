package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Explain says what a fix of each problem on a line of a file would see and send, from 1; line and column 0 are any.
func (w *App) Explain(ctx context.Context, t Target, line, column int) (string, error) {
	if n := t.Snapshot.LineCount(); line > n {
		return "", WithHint(fmt.Errorf("%s has %d lines, not %d", t.Shown, n, line), "the lines of a file count from 1")
	}
	found, err := t.Lint(ctx, t.Snapshot)
	if err != nil {
		return "", err
	}
	w.Warmed(ctx, t.Snapshot)
	var b strings.Builder
	for _, d := range found {
		lines, at := t.Snapshot.LinesOf(d.Span), d.Span.Start-t.Snapshot.LineStart(max(line, 1)-1)
		if line > 0 && !lines.Contains(line-1) || column > 0 && lines.Start == line-1 && at+1 > column {
			continue
		}
		x, err := w.Engine.Explain(ctx, fixer.Problem{Root: t.Root, Snapshot: t.Snapshot, Diagnostic: d, Others: found})
		if err != nil {
			return "", err
		}
		x.NoModel = words.NoModel(w.Ladder.Model)
		b.WriteString(x.Markdown().String())
	}
	return b.String(), nil
}

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
