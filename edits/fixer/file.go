package fixer

import (
	"context"
	"errors"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// spare is how many fixes of a file there may be for findings that came with other fixes.
const spare = 10

// File fixes a whole file: it makes the first fix that is accepted, lints the result, and goes on until there is none.
// What one fix mends need not stand on its lines: the tools look before the next one is made. lint returns all
// diagnostics of a text. The outcomes of applied fixes come in the order in which they were applied, then what is
// left; text is the final text. What the problem knows of its text besides them is shown as long as that is the text.
func (e Ladder) File(ctx context.Context, p Problem,
	lint func(context.Context, text.Snapshot) ([]signal.Diagnostic, error), c Choice,
	stage func(Stage)) (outcomes []Outcome, final text.Snapshot, err error) {
	declined := map[signal.Named]*Decline{}
	first, others, most := p.Snapshot.Hash(), p.Others, -1
	for {
		found, err := lint(ctx, p.Snapshot)
		if err != nil {
			return outcomes, p.Snapshot, err
		}
		if p.Others = found; p.Snapshot.Hash() == first {
			p.Others = withoutTwins(found, others)
		}
		if most < 0 {
			most = len(found) + spare
		}
		p.File = e.Trees.Of(p.Snapshot.Path, p.Snapshot.Lang, p.Snapshot.Text())
		var left []Outcome
		for _, d := range found {
			o := Outcome{Diagnostic: d, Snapshot: p.Snapshot}
			p.Diagnostic = d
			if o.Decline = declined[d.Named(p.Snapshot)]; o.Decline == nil {
				if o.Fix, o.Decline, err = e.accepted(ctx, p, c, stage); err != nil {
					return outcomes, p.Snapshot, err
				}
			}
			if o.Decline == nil && len(outcomes) == most {
				o.Fix, o.Decline = nil, &Decline{Code: DeclineRejected, Reason: "its fix conflicts with other fixes"}
			}
			o.Applied = o.Decline == nil
			if left = append(left, o); o.Applied {
				break
			}
		}
		n := len(left) - 1
		for _, o := range left { // on this very text line it would be declined again
			if !o.Applied {
				declined[o.Diagnostic.Named(p.Snapshot)] = o.Decline
			}
		}
		if n < 0 || !left[n].Applied {
			slices.SortStableFunc(left, func(a, b Outcome) int { return a.Diagnostic.Span.Start - b.Diagnostic.Span.Start })
			return append(outcomes, left...), p.Snapshot, nil
		}
		outcomes = append(outcomes, left[n])
		p.Snapshot = p.Snapshot.With(left[n].Fix.Text())
	}
}

// accepted returns a fix of one diagnostic that a choice accepts, else why there is none.
func (e Ladder) accepted(ctx context.Context, p Problem, c Choice, stage func(Stage)) (*Fix, *Decline, error) {
	p.Unsafe, p.Candidates = c.Unsafe, c.Candidates
	switch {
	case c.Deterministic:
		p.Rungs = []signal.Rung{signal.RungTool, signal.RungRule}
	case c.ModelOnly:
		p.Rungs = []signal.Rung{signal.RungModel}
	}
	f, err := e.Fix(ctx, p, stage)
	var why *Decline
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.As(err, &why):
		return nil, why, nil
	case err != nil:
		return nil, nil, err
	}
	return &f, c.refuses(f), nil
}

// withoutTwins are two lists as one, without what both hold.
func withoutTwins(list, more []signal.Diagnostic) []signal.Diagnostic {
	out := slices.Clone(list)
	for _, d := range more {
		if !slices.ContainsFunc(list, func(o signal.Diagnostic) bool {
			return o.Words() == d.Words() && o.Span == d.Span
		}) {
			out = append(out, d)
		}
	}
	return out
}
