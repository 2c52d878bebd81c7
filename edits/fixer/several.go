package fixer

import (
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Choice narrows which fixes of several are accepted.
type Choice struct {
	Deterministic bool           // no model
	ModelOnly     bool           // nothing else: the sure fixes have been made
	Unsafe        bool           // tools' unsafe fixes too
	Worst         evidence.Grade // the worst that is accepted; see [evidence.Policy]
	Candidates    int            // answers of a model to choose the best from
}

// Outcome is the result for one diagnostic.
type Outcome struct {
	Diagnostic signal.Diagnostic
	Snapshot   text.Snapshot // what the diagnostic's span refers to
	Fix        *Fix
	Decline    *Decline
	Applied    bool // the fix is part of the result
}

// Merged is one fix with all that was applied, and how many diagnostics it fixes.
// p.Snapshot is the text before, merged the one after. It is a [*Decline] when
// nothing was.
func Merged(p Problem, outcomes []Outcome, merged string) (Fix, int, error) {
	out := Fix{Problem: p, Title: "fix all", Safe: true,
		Edits: diff.Minimal(p.Snapshot.Text(), merged)}
	n := 0
	var lists [][]evidence.Evidence
	for _, o := range outcomes {
		if !o.Applied {
			continue
		}
		n++
		if o.Snapshot.Hash() == p.Snapshot.Hash() {
			out.Fixed = append(out.Fixed, o.Diagnostic)
		}
		out.Safe = out.Safe && o.Fix.Safe
		out.Asks += o.Fix.Asks
		out.Usage.Prompt += o.Fix.Usage.Prompt
		out.Usage.Completion += o.Fix.Usage.Completion
		out.Proof = out.Proof.With(o.Fix.Proof)
		lists = append(lists, o.Fix.Evidence)
	}
	out.Evidence = evidence.Merge(lists...)
	if n == 0 {
		d := &Decline{Code: DeclineRejected, Reason: "nothing could be fixed"}
		for _, o := range outcomes {
			if o.Decline != nil {
				d.Reason, d.Next, d.Step = o.Decline.Reason, o.Decline.Next, o.Decline.Step
				break
			}
		}
		return Fix{}, 0, d
	}
	if !out.Checked() {
		out.Proof = nil
	}
	out.Windows = ownWindows(p.Snapshot, out.Edits)
	return out, n, nil
}

// Untaken says that a fix is there, and is not accepted unasked.
func Untaken(g evidence.Grade) string {
	if g == evidence.Unchecked {
		return "a fix was found but could not be checked"
	}
	return "a fix was found but is " + g.String()
}

// refuses says why a fix is not accepted, though it may be offered.
func (c Choice) refuses(f Fix) *Decline {
	d := &Decline{Code: DeclineRejected, Windows: f.Windows, Gates: f.Gates, Doubts: evidence.Doubts(f.Evidence),
		Asks: f.Asks, Usage: f.Usage}
	switch g := f.Grade(); {
	case g > evidence.Checked && g > c.Worst:
		d.Reason, d.Step = Untaken(g), StepAllowUnchecked
	case f.Follows != nil && !c.Unsafe:
		return waits(f)
	case !f.Safe && f.Rung != signal.RungModel && !c.Unsafe:
		d.Code, d.Reason, d.Step = DeclineNotOffered, "the fix may change behaviour", StepAllowUnsafe
	case g > c.Worst:
		d.Reason, d.Step = Untaken(g), StepAllowUnchecked
	default:
		return nil
	}
	return d
}

// Overlaps reports whether edits share bytes or lines in a way that makes their
// merge another fix than each was checked for.
func Overlaps(s text.Snapshot, taken, next []text.Edit) bool {
	for _, n := range next {
		l := s.LinesOf(n.Span)
		for _, t := range taken {
			if t.Span.Overlaps(n.Span) || s.LinesOf(t.Span).Overlaps(l) {
				return true
			}
		}
	}
	return false
}
