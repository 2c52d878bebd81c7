package fixer

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// entangled is a tool of which fixes depend on each other at random: one fails
// without another, or with another.
func entangled(r *rand.Rand, lines int) verify.Lint {
	type pair struct {
		i, j  int
		needs bool // j is to be fixed as well; else it is not to be
	}
	var pairs []pair
	for range r.IntN(lines) {
		pairs = append(pairs, pair{r.IntN(lines), r.IntN(lines), r.IntN(2) == 0})
	}
	unsafe := r.IntN(3)
	return func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		list, err := lintBad(ctx, tool, s)
		for k, d := range list {
			if d.Code != "X1" {
				continue
			}
			list[k].Fix = &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: d.Span, New: "1"}}}
			if unsafe > 0 && s.LineAt(d.Span.Start)%3 == 0 {
				list[k].Fix.Applicability = signal.Unsafe
			}
		}
		fixed := func(i int) bool { return strings.Contains(s.Text(), fmt.Sprintf("a%d = 1", i)) }
		for _, p := range pairs {
			if p.i != p.j && fixed(p.i) && fixed(p.j) != p.needs {
				list = append(list, signal.Diagnostic{Tool: tool, Code: "X3", Message: "new", Severity: signal.Error, Span: text.Span{End: 1}})
			}
		}
		return list, err
	}
}

// TestManyTextsByChance: whatever depends on what, and however many texts a run
// over several answers for, the fixes are those of one run for each text.
func TestManyTextsByChance(t *testing.T) {
	applied := 0
	for seed := range uint64(testkit.Runs(80)) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		lines := 2 + r.IntN(30)
		for i := range lines {
			fmt.Fprintf(&b, "a%d = %s\n", i, []string{"BAD", "BAD + BAD", "2"}[r.IntN(3)])
		}
		s := text.File("/src/app.py", "python", b.String())
		tool := entangled(r, lines)
		choice := Choice{Worst: evidence.Checked, Deterministic: true, Unsafe: r.IntN(2) == 0}
		run := func(many bool) []string {
			e, _ := engine(t, 1)
			e.Tools = LintOnly(tool)
			if many {
				e.Batcher = batching(func(name string, _ text.Snapshot, list []text.Snapshot) (out [][]signal.Diagnostic, err error) {
					if r.IntN(8) == 0 {
						return nil, errors.New("one by one")
					}
					for _, s := range list[:1+r.IntN(len(list))] {
						found, _ := tool(t.Context(), name, s)
						out = append(out, found)
					}
					return out, nil
				})
			}
			both := func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
				one, _ := tool(ctx, "one", s)
				two, _ := tool(ctx, "two", s)
				return append(one, two[len(two)/2:]...), nil
			}
			outcomes, final, err := e.File(t.Context(), Problem{Snapshot: s}, both, choice, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range outcomes {
				if o.Applied {
					applied++
				}
			}
			return append(told(outcomes), final.Text())
		}
		want := run(false)
		if d := cmp.Diff(want, run(true)); d != "" {
			t.Errorf("seed %d: one by one against many at once\n%s", seed, d)
		}
	}
	if applied < testkit.Runs(500) {
		t.Errorf("%d fixes are too few to compare", applied)
	}
}
