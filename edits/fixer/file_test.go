package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// One answer that defines a name mends all lines that miss it: the others are not
// asked about. One that mends a line of its own leaves the next to be asked about.
func TestFileAsksOnceForOneCause(t *testing.T) {
	for _, tt := range []struct {
		name    string
		replies []func(asked) (string, error)
		asks    int
		want    string
	}{
		{"defined once", []func(asked) (string, error){puts("a = BAD", "BAD = 1", "a = BAD")}, 1, "BAD = 1\na = BAD\nb = 2\nc = BAD\n"},
		{"each line by itself", []func(asked) (string, error){puts("a = BAD", "a = 1"), puts("c = BAD", "c = 2")}, 2, "a = 1\nb = 2\nc = 2\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := text.File("/src/app.py", "python", "a = BAD\nb = 2\nc = BAD\n")
			e, m := engine(t, 1, tt.replies...)
			e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
				if strings.Contains(s.Text(), "BAD = 1") {
					return nil, nil
				}
				return lintBad(ctx, tool, s)
			})
			looks := 0
			lint := func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
				looks++
				return e.lint(ctx, "tool", s)
			}
			_, final, err := e.File(t.Context(), Problem{Snapshot: s}, lint, Choice{Worst: evidence.Checked}, nil)
			if err != nil || final.Text() != tt.want || len(m.asked) != tt.asks || looks != 1+tt.asks {
				t.Errorf("%v, %d asks, want %d, %d looks:\n%s", err, len(m.asked), tt.asks, looks, final.Text())
			}
		})
	}
}
