package fixer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
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

// TestFileAsksNobodyTwice: what was declined is not asked for again when other lines have changed.
func TestFileAsksNobodyTwice(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = WORSE\nb = BAD\n")
	e, m := engine(t, 1, says("NO_FIX it is what it is\n"))
	e.Tools = LintOnly(toolFixed(signal.Safe))
	outcomes, final, err := e.File(t.Context(), Problem{Snapshot: s}, func(ctx context.Context,
		s text.Snapshot) ([]signal.Diagnostic, error) {
		list, err := e.lint(ctx, "tool", s)
		slices.SortFunc(list, func(a, b signal.Diagnostic) int { return a.Span.Start - b.Span.Start })
		return list, err
	}, Choice{Worst: evidence.Checked}, nil)
	if err != nil || final.Text() != "a = WORSE\nb = 1\n" || len(outcomes) != 2 || len(m.asked) != 1 {
		t.Errorf("%v, %d outcomes, %d asks:\n%s", err, len(outcomes), len(m.asked), final.Text())
	}
}

// TestFileEnds: fixes that each leave something to fix come to an end.
func TestFileEnds(t *testing.T) {
	counted := func(_ context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		span := text.Span{Start: len("x = "), End: s.Len() - 1}
		n, err := strconv.Atoi(s.Slice(span))
		return []signal.Diagnostic{{Tool: "tool", Code: "N" + s.Slice(span), Message: "one more", Severity: signal.Hint,
			Span: span, Origin: signal.FromLinter, Fix: &signal.ToolFix{Applicability: signal.Safe,
				Edits: []text.Edit{{Span: span, New: strconv.Itoa(n + 1)}}}}}, err
	}
	e, _ := engine(t, 1)
	e.Tools = LintOnly(func(ctx context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
		return counted(ctx, s)
	})
	p := Problem{Snapshot: text.File("/src/app.py", "python", "x = 0\n")}
	outcomes, final, err := e.File(t.Context(), p, counted, Choice{Worst: evidence.Checked, Deterministic: true}, nil)
	if err != nil || final.Text() != fmt.Sprintf("x = %d\n", 1+spare) || len(outcomes) != 2+spare {
		t.Errorf("%v, %d outcomes: %s", err, len(outcomes), final.Text())
	}
}
