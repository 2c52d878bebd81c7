package fixer

import (
	"context"
	"errors"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/verify"
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
	// Applied says that the fix is part of the result. A fix that overlaps
	// another one is left for the next pass.
	Applied bool
}

// errNone says that no fix of several could be applied.
var errNone = errors.New("nothing could be fixed")

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
		d := &Decline{Code: DeclineRejected, Reason: errNone.Error(), Err: errNone}
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

// pass fixes the diagnostics on the snapshot, up to the first answer of a model that is taken, and merges what goes
// together. What it leaves without a fix and without a reason is for the next pass.
func (e Ladder) pass(ctx context.Context, p Problem, found []signal.Diagnostic, c Choice,
	stage func(Stage)) ([]Outcome, string, error) {
	if p.File == nil {
		p.File = e.Trees.Of(p.Snapshot.Path, p.Snapshot.Lang, p.Snapshot.Text())
	}
	problems := make([]Problem, len(found))
	for i, d := range found {
		one := p
		one.Diagnostic, one.Unsafe, one.Candidates = d, c.Unsafe, c.Candidates
		switch {
		case c.Deterministic:
			one.Rungs = []signal.Rung{signal.RungTool, signal.RungRule}
		case c.ModelOnly:
			one.Rungs = []signal.Rung{signal.RungModel}
		}
		problems[i] = one
	}
	outcomes := make([]Outcome, len(found))
	for i, d := range found {
		outcomes[i] = Outcome{Diagnostic: d, Snapshot: p.Snapshot}
	}
	var taken []int
	var edits []text.Edit
	for i := range found {
		f, err := e.Fix(ctx, problems[i], stage)
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		if err != nil {
			if !errors.As(err, &outcomes[i].Decline) {
				return nil, "", err
			}
			continue
		}
		outcomes[i].Fix = &f
		if why := c.refuses(f); why != nil {
			outcomes[i].Decline = why
			continue
		}
		if Overlaps(p.Snapshot, edits, f.Edits) {
			continue
		}
		taken = append(taken, i)
		edits = append(edits, f.Edits...)
		if f.Rung == signal.RungModel {
			break // what one answer mends need not stand on its lines: the tools look before the next is asked for
		}
	}
	merged, err := e.together(ctx, p, outcomes, taken)
	return outcomes, merged, err
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

// together merges fixes and checks the merged text: what each tool reports must
// not grow, and no fixed diagnostic may come back. Where the whole fails, fixes
// are added one by one.
func (e Ladder) together(ctx context.Context, p Problem, outcomes []Outcome, taken []int) (string, error) {
	mark := func(list []int) {
		for _, i := range list {
			outcomes[i].Applied = true
		}
	}
	if len(taken) == 0 {
		return p.Snapshot.Text(), nil
	}
	merged, ok := e.fits(ctx, p, outcomes, taken)
	if ok {
		mark(taken)
		return merged, ctx.Err()
	}
	var kept []int
	text := p.Snapshot.Text()
	for _, i := range taken {
		if next, ok := e.fits(ctx, p, outcomes, append(slices.Clone(kept), i)); ok {
			kept, text = append(kept, i), next
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
	}
	mark(kept)
	return text, nil
}

// fits applies the fixes and runs the gates on the result, once for each
// diagnostic's tool.
func (e Ladder) fits(ctx context.Context, p Problem, outcomes []Outcome, taken []int) (string, bool) {
	var edits []text.Edit
	for _, i := range taken {
		edits = append(edits, outcomes[i].Fix.Edits...)
	}
	after, err := p.Snapshot.Apply(edits)
	if err != nil {
		return p.Snapshot.Text(), false
	}
	if len(taken) == 1 {
		return after.Text(), true // checked on its own already
	}
	asked := map[string]bool{}
	for _, i := range taken {
		d := outcomes[i].Diagnostic
		if asked[d.Tool] {
			continue
		}
		asked[d.Tool] = true
		in := verify.Input{Before: p.Snapshot, After: after.Text(), File: p.File, Target: d, Requirement: e.Table.Require(d),
			Source: verify.ToolSafe, Now: e.Now}
		if e.mayRun() {
			in.Lint, in.Look = e.lint, lookAlone{e.Tools}.Look
		}
		if verify.Run(ctx, in).Verdict == verify.Rejected {
			return p.Snapshot.Text(), false
		}
	}
	return after.Text(), true
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
