package fixer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// toolFixed reports every BAD, with the tool's own fix.
func toolFixed(how signal.Applicability) verify.Lint {
	return func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		list, err := lintBad(ctx, tool, s)
		for i, d := range list {
			if d.Code == "X1" {
				list[i].Fix = &signal.ToolFix{Applicability: how, Edits: []text.Edit{{Span: d.Span, New: "1"}}}
			}
		}
		return list, err
	}
}

// What a tool's fix may change is made on request alone.
func TestUnsafeFixesOfAFile(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = BAD + BAD\nc = 3\nd = BAD\n")
	for _, c := range []struct {
		how    signal.Applicability
		choice Choice
		fixed  int
	}{
		{signal.Safe, Choice{Worst: evidence.Checked, Deterministic: true}, 4},
		{signal.Unsafe, Choice{Worst: evidence.Checked, Deterministic: true}, 0},
		{signal.Unsafe, Choice{Worst: evidence.Checked, Deterministic: true, Unsafe: true}, 4},
	} {
		e, _ := engine(t, 1)
		e.Tools = LintOnly(toolFixed(c.how))
		outcomes, final, err := e.File(t.Context(), Problem{Snapshot: s}, func(ctx context.Context,
			s text.Snapshot) ([]signal.Diagnostic, error) {
			return e.lint(ctx, "tool", s)
		}, c.choice, nil)
		f, n, merged := Merged(Problem{Snapshot: s}, outcomes, final.Text())
		if n != c.fixed || err != nil || strings.Count(final.Text(), "BAD") != 4-c.fixed {
			t.Errorf("%v: %d fixed, %v:\n%s", c.how, n, err, final.Text())
		}
		if c.fixed == 0 {
			declined(t, merged, DeclineRejected, "may change behaviour")
		} else if !f.Checked() || f.Safe != (c.how == signal.Safe) || len(f.Windows.Runs) != 2 {
			t.Errorf("%v: safe %t, windows %v:\n%s", c.how, f.Safe, f.Windows.Runs, f.Text())
		}
	}
	e, _ := engine(t, 1)
	e.Tools = LintOnly(toolFixed(signal.Unsafe))
	found, _ := e.lint(t.Context(), "tool", s)
	_, d := proposed(e, Problem{Snapshot: s, Diagnostic: found[0]}, Choice{Worst: evidence.Checked}, 1)
	if d == nil || !d.Withheld {
		t.Errorf("nothing says that the tool's own fix can be had: %+v", d)
	}
}

// A file is looked at until nothing changes; what was declined is not asked
// again on the same line.
func TestFile(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = BAD + BAD\nc = WORSE\n")
	runs := 0
	e, m := engine(t, 1, says("NO_FIX it is what it is\n"))
	e.Tools = LintOnly(toolFixed(signal.Safe))
	lint := func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		runs++
		return e.lint(ctx, "tool", s)
	}
	outcomes, final, err := e.File(context.Background(), Problem{Snapshot: s}, lint, Choice{Worst: evidence.Checked}, nil)
	if err != nil || final.Text() != "a = 1\nb = 1 + 1\nc = WORSE\n" {
		t.Fatalf("%v:\n%s", err, final.Text())
	}
	if len(m.asked) != 1 || runs != 4 {
		t.Errorf("%d asks, %d looks", len(m.asked), runs)
	}
	applied := 0
	for _, o := range outcomes {
		if o.Applied {
			applied++
		}
	}
	last := outcomes[len(outcomes)-1]
	if applied != 3 || len(outcomes) != 4 || last.Decline == nil || last.Decline.Code != DeclineNoFix {
		t.Errorf("%d applied of %d, last %+v", applied, len(outcomes), last)
	}
}

// What two tools report on one line is asked about once: both look at the first answer
// before the next one is asked for.
func TestFileAsksOnceForTwins(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = 2\nc = BAD\n")
	e, m := engine(t, 1, puts("a = BAD", "a = 1"), puts("c = BAD", "c = 2"))
	looks := 0
	lint := func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		looks++
		one, err := lintBad(ctx, "tool", s)
		two, _ := lintBad(ctx, "other", s)
		out := append(one, two...)
		slices.SortStableFunc(out, func(a, b signal.Diagnostic) int { return a.Span.Start - b.Span.Start })
		return out, err
	}
	_, final, err := e.File(t.Context(), Problem{Snapshot: s}, lint, Choice{Worst: evidence.Checked}, nil)
	if err != nil || final.Text() != "a = 1\nb = 2\nc = 2\n" || len(m.asked) != 2 || looks != 3 {
		t.Errorf("%v, %d asks, %d looks:\n%s", err, len(m.asked), looks, final.Text())
	}
}

// checked is the evidence of a fix that a tool has looked at.
var checked = []evidence.Evidence{evidence.Looked("tool", "1"), evidence.Standing("it parses")}

func TestChoice(t *testing.T) {
	for _, tt := range []struct {
		name  string
		fix   Fix
		c     Choice
		taken bool
	}{
		{"checked", Fix{Evidence: checked, Rung: signal.RungModel}, Choice{Worst: evidence.Checked}, true},
		{"unchecked", Fix{Rung: signal.RungModel}, Choice{Worst: evidence.Checked}, false},
		{"unchecked on request", Fix{Rung: signal.RungModel}, Choice{Worst: evidence.Unchecked}, true},
		{"checked where only proved is taken", Fix{Evidence: checked, Rung: signal.RungModel}, Choice{}, false},
		{"proved", Fix{Evidence: append(slices.Clone(checked), evidence.Preserving("rule", "")), Rung: signal.RungRule, Safe: true}, Choice{}, true},
		{"unsafe rule", Fix{Rung: signal.RungRule, Evidence: checked}, Choice{Worst: evidence.Checked}, false},
		{"unsafe rule on request", Fix{Rung: signal.RungRule, Evidence: checked}, Choice{Worst: evidence.Checked, Unsafe: true}, true},
		{"safe rule", Fix{Rung: signal.RungRule, Safe: true, Evidence: checked}, Choice{Worst: evidence.Checked}, true},
	} {
		if d := tt.c.refuses(tt.fix); (d == nil) != tt.taken {
			t.Errorf("%s: %v", tt.name, d)
		}
	}
}
