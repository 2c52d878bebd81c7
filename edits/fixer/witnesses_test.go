package fixer

import (
	"context"
	"errors"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestEvidenceOfAFix: a fix says who has looked, and its grade follows from that.
func TestEvidenceOfAFix(t *testing.T) {
	own := func(p Problem) Problem {
		p.Diagnostic.Fix = &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: p.Diagnostic.Span, New: "1"}}}
		p.Rungs = []signal.Rung{signal.RungTool}
		return p
	}
	missing := LintOnly(func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
		return nil, errors.New("missing")
	})
	for _, c := range []struct {
		name string
		p    Problem
		gone bool
		want evidence.Grade
	}{
		{"a model's", problem(shapes), false, evidence.Checked},
		{"a model's that no tool could look at", problem(shapes), true, evidence.Unchecked},
		{"a tool's own", own(problem(shapes)), false, evidence.Proved},
	} {
		e, _ := engine(t, 1, puts("x = BAD", "x = 1"))
		if c.gone {
			e.Tools = missing
		}
		f, err := e.Fix(t.Context(), c.p, nil)
		if err != nil || f.Grade() != c.want || f.Checked() != (c.want <= evidence.Checked) {
			t.Errorf("%s: %s (%v) by %s, %v: %+v", c.name, f.Grade(), f.Grade(), f.Rung, err, f.Evidence)
		}
		if short := evidence.Short(f.Evidence); (short == "tool is content") == c.gone {
			t.Errorf("%s: %q", c.name, short)
		}
	}
}

// TestEffectsAreSaid: what a model's edit does besides is said, and refuses nothing.
func TestEffectsAreSaid(t *testing.T) {
	e, _ := engine(t, 1, puts("x = BAD", "x = self.far(r) or 0"))
	f, err := e.Fix(t.Context(), problem(shapes), nil)
	if err != nil || f.Grade() != evidence.Checked {
		t.Fatalf("%v: %v", err, f.Grade())
	}
	if len(evidence.Effects(f.Evidence)) == 0 {
		t.Errorf("nothing is said: %+v", f.Evidence)
	}
}
