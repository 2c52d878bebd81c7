package fixer

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// passes bounds how often a file is looked at again, besides once for each answer of a model.
const passes = 10

// File fixes a whole file: it fixes what it can, lints the result, and goes on
// until a pass changes nothing. lint returns all diagnostics of a text. The
// outcomes of applied fixes come in the order in which they were applied,
// followed by what is left; text is the final text. What the problem knows of its
// text besides them is shown as long as that is the text.
func (e Ladder) File(ctx context.Context, p Problem,
	lint func(context.Context, text.Snapshot) ([]signal.Diagnostic, error), c Choice,
	stage func(Stage)) (outcomes []Outcome, final text.Snapshot, err error) {
	declined := map[string]*Decline{}
	first, beside := p.Snapshot.Hash(), p.Others
	var left []Outcome
	for more, answers := passes, -1; more > 0 && answers != 0; more-- {
		found, err := lint(ctx, p.Snapshot)
		if err != nil {
			return outcomes, p.Snapshot, err
		}
		if p.Others = found; p.Snapshot.Hash() == first {
			p.Others = withoutTwins(found, beside)
		}
		if answers < 0 {
			answers = len(found) + 1
		}
		left = nil
		// What was declined on this very text line would be declined again.
		var fresh []signal.Diagnostic
		for _, d := range found {
			if why := declined[lineKey(p.Snapshot, d)]; why != nil {
				left = append(left, Outcome{Diagnostic: d, Snapshot: p.Snapshot, Decline: why})
				continue
			}
			fresh = append(fresh, d)
		}
		outs, merged, err := e.alike(ctx, p, left, c)
		if err == nil && len(outs) == 0 {
			outs, merged, err = e.pass(ctx, p, fresh, c, stage)
		}
		if err != nil {
			return outcomes, p.Snapshot, err
		}
		changed := merged != p.Snapshot.Text()
		for _, o := range outs {
			switch {
			case o.Applied:
				if outcomes = append(outcomes, o); o.Fix.Rung == signal.RungModel {
					more, answers = passes+1, max(0, answers-1)
				}
				continue
			case o.Decline == nil && changed:
				continue // it overlaps a fix that was used; the next pass decides
			case o.Decline == nil:
				o.Fix, o.Decline = nil, &Decline{Code: DeclineRejected, Reason: "its fix conflicts with the others"}
			}
			declined[lineKey(p.Snapshot, o.Diagnostic)] = o.Decline
			left = append(left, o)
		}
		if !changed {
			break
		}
		p.Snapshot, p.File = p.Snapshot.With(merged), nil
	}
	slices.SortStableFunc(left, func(a, b Outcome) int { return a.Diagnostic.Span.Start - b.Diagnostic.Span.Start })
	return append(outcomes, left...), p.Snapshot, nil
}

// alike does to what was given up what was done to a line of the same form after that.
func (e Ladder) alike(ctx context.Context, p Problem, left []Outcome, c Choice) ([]Outcome, string, error) {
	if c.Deterministic {
		return nil, "", nil
	}
	var outs []Outcome
	var taken []int
	var edits []text.Edit
	for _, o := range left {
		one := p
		one.Diagnostic = o.Diagnostic
		a, decline := e.begin(one, nil)
		if decline != nil {
			continue
		}
		f := a.likewise(ctx)
		if f == nil || Overlaps(p.Snapshot, edits, f.Edits) {
			continue
		}
		edits, taken = append(edits, f.Edits...), append(taken, len(outs))
		o.Fix, o.Decline = f, nil
		outs = append(outs, o)
	}
	merged, err := e.together(ctx, p, outs, taken)
	if err != nil || merged == p.Snapshot.Text() {
		return nil, merged, err
	}
	return outs, merged, nil
}

func lineKey(s text.Snapshot, d signal.Diagnostic) string {
	return d.Tool + "\x00" + d.Code + "\x00" + d.Message + "\x00" + s.Line(s.LineAt(d.Span.Start))
}

// withoutTwins are two lists as one, without what both hold.
func withoutTwins(list, more []signal.Diagnostic) []signal.Diagnostic {
	out := slices.Clone(list)
	for _, d := range more {
		if !slices.ContainsFunc(list, func(o signal.Diagnostic) bool {
			return o.Tool == d.Tool && o.Code == d.Code && o.Span == d.Span && o.Message == d.Message
		}) {
			out = append(out, d)
		}
	}
	return out
}
