package fixer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// told are outcomes in words.
func told(outcomes []Outcome) (out []string) {
	for _, o := range outcomes {
		s := fmt.Sprintf("%v %s applied %t", o.Diagnostic.Span, o.Diagnostic.Code, o.Applied)
		if o.Fix != nil {
			s += fmt.Sprintf(" %s %s %v %v %q", o.Fix.Title, o.Fix.Grade(), o.Fix.Rung, o.Fix.Gates, o.Fix.Text())
		}
		if o.Decline != nil {
			s += fmt.Sprintf(" %s %s %v", o.Decline.Code, o.Decline.Reason, o.Decline.Gates)
		}
		out = append(out, s)
	}
	return out
}

// lookingAround are tools that look at more than the document, but for one.
type lookingAround struct{ Tools }

func (lookingAround) Alone(tool string) bool { return tool == "tool" }

func (l lookingAround) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	list, err := l.Check(ctx, tool, before, after)
	return verify.Looked{Here: list}, err
}

// TestManyTextsAtOnce: that a tool looks at many texts in one run changes
// nothing but the number of runs. Some fixes here fail alone though they pass
// with another, and the other way round.
func TestManyTextsAtOnce(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "a%d = BAD\n", i)
	}
	s := text.File("/src/app.py", "python", b.String()+"z = BAD + BAD\n")
	own := toolFixed(signal.Safe)
	plain := func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		list, err := own(ctx, tool, s)
		// The fix of a7 needs that of a8, and a20 and a21 do not go together.
		has := func(line string) bool { return strings.Contains(s.Text(), line) }
		if has("a7 = 1\n") && has("a8 = BAD") || has("a20 = 1\n") && has("a21 = 1\n") {
			list = append(list, signal.Diagnostic{Tool: tool, Code: "X3", Message: "new", Severity: signal.Error, Span: text.Span{End: 1}})
		}
		return list, err
	}
	type count struct{ single, many, texts int }
	run := func(most int, fails error, looks bool) ([]string, string, count) {
		var n count
		var single atomic.Int32
		e, _ := engine(t, 1)
		e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			single.Add(1)
			return plain(ctx, tool, s)
		})
		if most > 0 {
			e.Batcher = batching(func(tool string, _ text.Snapshot, list []text.Snapshot) (out [][]signal.Diagnostic, err error) {
				n.many++
				n.texts += len(list)
				if fails != nil {
					return nil, fails
				}
				for _, s := range list[:min(len(list), most)] {
					found, _ := plain(t.Context(), tool, s)
					out = append(out, found)
				}
				return out, nil
			})
		}
		if looks {
			e.Tools = lookingAround{e.Tools}
		}
		lint := func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) { return plain(ctx, "tool", s) }
		outcomes, final, err := e.File(context.Background(), Problem{Snapshot: s}, lint, Choice{Worst: evidence.Checked, Deterministic: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		n.single = int(single.Load())
		return told(outcomes), final.Text(), n
	}
	want, text, alone := run(0, nil, false)
	if strings.Count(text, "BAD") == 0 || strings.Count(text, "BAD") > 3 {
		t.Fatalf("left:\n%s", text)
	}
	for _, most := range []int{100, 3, 1, -100} {
		got, final, n := run(max(most, -most), nil, most < 0)
		if d := cmp.Diff(want, got); d != "" || final != text {
			t.Errorf("most %d: one by one against many at once\n%s", most, d)
		}
		// The text as it is is asked for as before.
		if (most == 100 || most == -100) && (n.many == 0 || n.single-alone.single+n.texts > 20 || n.many > 8) {
			t.Errorf("%+v, one by one %+v", n, alone)
		}
	}
	got, _, n := run(100, errors.New("one by one"), false)
	if d := cmp.Diff(want, got); d != "" || n.many > 3 || n.single != alone.single {
		t.Errorf("refused %d times, %d runs of %d\n%s", n.many, n.single, alone.single, d)
	}
}

// TestLargeTextsFewAtOnce: of a large document a run has no more texts than fit
// into its bytes.
func TestLargeTextsFewAtOnce(t *testing.T) {
	testkit.OneGoroutine(t)
	s := text.File("/src/app.py", "python", strings.Repeat("a = BAD\n", 5)+strings.Repeat("# a comment\n", limits.AheadBytes*2/7/12))
	e, _ := engine(t, 1)
	own, most := toolFixed(signal.Safe), 0
	e.Tools = LintOnly(own)
	e.Batcher = batching(func(tool string, _ text.Snapshot, list []text.Snapshot) (out [][]signal.Diagnostic, err error) {
		most = max(most, len(list))
		for _, s := range list {
			found, _ := own(t.Context(), tool, s)
			out = append(out, found)
		}
		return out, nil
	})
	lint := func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) { return own(ctx, "tool", s) }
	if _, _, err := e.File(context.Background(), Problem{Snapshot: s}, lint, Choice{Worst: evidence.Checked, Deterministic: true}, nil); err != nil {
		t.Fatal(err)
	}
	if most != 3 {
		t.Errorf("%d texts of %d bytes in one run, want 3", most, s.Len())
	}
}

// TestAheadForesees: what is checked ahead is what a climb asks for first, by
// rung and by tool, and the text with all fixes that may be taken; diagnostics
// that only a model mends have nothing.
func TestAheadForesees(t *testing.T) {
	s := text.File("/src/app.py", "python", "import os\nx = 1\n")
	e, _ := engine(t, 1)
	unused := signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`os` imported but unused", Severity: signal.Warning, Span: text.Span{Start: 7, End: 9}}
	fixed := unused
	fixed.Fix = &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: text.Span{Start: 10, End: 15}, New: "y = 2"}}}
	other := fixed
	other.Tool = "flake8"
	model := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `y`", Severity: signal.Error, Span: text.Span{Start: 10, End: 11}}
	for _, tt := range []struct {
		unsafe bool // the rule for an unused import is
		tool   string
		want   []string
	}{
		{true, "ruff", []string{"x = 1\n", "import os\ny = 2\n", "y = 2\n"}},
		{true, "flake8", []string{"import os\ny = 2\n", "y = 2\n"}},
		{false, "ruff", []string{"x = 1\n", "import os\ny = 2\n"}},
		{true, "mypy", nil},
	} {
		var list []Problem
		for _, d := range []signal.Diagnostic{unused, fixed, other, model, unused} {
			list = append(list, Problem{Snapshot: s, Diagnostic: d, Rungs: []signal.Rung{signal.RungTool, signal.RungRule}, Unsafe: tt.unsafe})
		}
		a := &ahead{engine: e, problems: list, firsts: e.foresee(context.Background(), list)}
		var got []string
		for _, s := range a.made(a.texts(tt.tool)) {
			got = append(got, s.Text())
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s, unsafe %t: %s", tt.tool, tt.unsafe, d)
		}
	}
	list := []Problem{{Snapshot: s}, {Snapshot: s}}
	if e.Batcher = nil; e.Ahead(list).Tools == nil {
		t.Error("without many at once the engine is what it was")
	}
}
