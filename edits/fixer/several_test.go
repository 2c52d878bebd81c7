package fixer

import (
	"context"
	"slices"
	"strings"
	"sync"
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

func TestSeveral(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = BAD + BAD\nc = 3\nd = BAD\n")
	e, _ := engine(t, 1)
	e.Tools = LintOnly(toolFixed(signal.Safe))
	found, _ := e.lint(context.Background(), "tool", s)
	f, n, err := several(e, Problem{Snapshot: s}, found, Choice{Worst: evidence.Checked, Deterministic: true})
	if err != nil {
		t.Fatal(err)
	}
	// The two of one line share it: one of them waits.
	if n != 3 || f.Text() != "a = 1\nb = 1 + BAD\nc = 3\nd = 1\n" || !f.Safe || !f.Checked() || len(f.Windows.Runs) != 2 {
		t.Errorf("%d fixed, safe %t, windows %v:\n%s", n, f.Safe, f.Windows.Runs, f.Text())
	}
	e.Tools = LintOnly(toolFixed(signal.Unsafe))
	found, _ = e.lint(context.Background(), "tool", s)
	_, _, err = several(e, Problem{Snapshot: s}, found, Choice{Worst: evidence.Checked, Deterministic: true})
	declined(t, err, DeclineRejected, "may change behaviour")
	if _, d := e.Propose(context.Background(), Problem{Snapshot: s, Diagnostic: found[0]}, Choice{Worst: evidence.Checked}, 1); d == nil || !d.Withheld {
		t.Errorf("nothing says that the tool's own fix can be had: %+v", d)
	}
	if _, n, err := several(e, Problem{Snapshot: s}, found, Choice{Worst: evidence.Checked, Deterministic: true, Unsafe: true}); err != nil || n != 3 {
		t.Errorf("%d fixed: %v", n, err)
	}
}

// checking are tools whose check is played.
type checking struct {
	Tools
	check func(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error)
}

func (c checking) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	return c.check(ctx, tool, base, s)
}

// A tool is told what a text is a candidate for a fix of, of each fix alone and of
// all of them; of the text itself there is no such.
func TestCandidatesNameTheirBase(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = 2\nc = BAD\n")
	own := toolFixed(signal.Safe)
	var mu sync.Mutex
	alone, all := 0, false
	e, _ := engine(t, 1)
	check := func(ctx context.Context, tool string, base, got text.Snapshot) ([]signal.Diagnostic, error) {
		if base.Path == "" {
			if got.Hash() != s.Hash() {
				t.Errorf("asked without its base: %q", got.Text())
			}
			return own(ctx, tool, got)
		}
		mu.Lock()
		defer mu.Unlock()
		alone++
		all = all || !strings.Contains(got.Text(), "BAD")
		if base.Hash() != s.Hash() || got.Hash() == s.Hash() {
			t.Errorf("%q as a fix of %q", got.Text(), base.Text())
		}
		return own(ctx, tool, got)
	}
	e.Tools = lookAlone{checking{e.Tools, check}}
	found, _ := own(t.Context(), "tool", s)
	_, n, err := several(e, Problem{Snapshot: s}, found, Choice{Worst: evidence.Checked, Deterministic: true})
	if err != nil || n != 2 || alone != 3 || !all {
		t.Errorf("%d fixed in %d texts, with that of all %t: %v", n, alone, all, err)
	}
}

// Fixes that are each right but not together are added one by one.
func TestSeveralThatDoNotGoTogether(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = 2\nc = BAD\n")
	e, _ := engine(t, 1)
	own := toolFixed(signal.Safe)
	e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		list, err := own(ctx, tool, s)
		if !strings.Contains(s.Text(), "BAD") {
			list = append(list, signal.Diagnostic{Tool: tool, Code: "X3", Message: "both", Severity: signal.Error, Span: text.Span{End: 1}})
		}
		return list, err
	})
	found, _ := e.lint(context.Background(), "tool", s)
	f, n, err := several(e, Problem{Snapshot: s}, found, Choice{Worst: evidence.Checked, Deterministic: true})
	if err != nil || n != 1 || f.Text() != "a = 1\nb = 2\nc = BAD\n" {
		t.Errorf("%d fixed, %v:\n%s", n, err, f.Text())
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
	if len(m.asked) != 1 || runs != 3 {
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

// several fixes many diagnostics of one snapshot in one go.
func several(e Ladder, p Problem, found []signal.Diagnostic, c Choice) (Fix, int, error) {
	outcomes, merged, err := e.pass(context.Background(), p, found, c, nil)
	if err != nil {
		return Fix{}, 0, err
	}
	return Merged(p, outcomes, merged)
}
