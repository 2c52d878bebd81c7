package verify

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// cascade is G5: when all that G4 found is what the tool mends safely itself,
// and its lines may change, those fixes are merged and every gate runs once
// more on the result. One mechanical pass, no second.
func cascade(ctx context.Context, in Input, first Report) Report {
	c := newCheck(in)
	start := c.now()
	var edits []text.Edit
	for _, d := range first.New {
		if d.Fix == nil || d.Fix.Applicability != signal.Safe || len(d.Fix.Edits) == 0 {
			return first
		}
		for _, e := range d.Fix.Edits {
			if !c.mayChange(e.Span) {
				return first
			}
			edits = append(edits, e)
		}
	}
	// Two diagnostics may carry the same edit.
	slices.SortFunc(edits, func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	edits = slices.Compact(edits)
	merged, err := c.after.Apply(edits)
	if err != nil {
		return first
	}
	next := in
	next.After = merged.Text()
	second := runOnce(ctx, next)
	elapsed := func() Result { return Result{Gate: Cascade, Elapsed: c.now().Sub(start)} }
	if second.Verdict == Rejected {
		if second.Err != nil {
			return second
		}
		r := elapsed()
		r.State, r.Detail = Fail, "merging the tool's own fix did not help: "+second.Reject.Detail
		first.Results = append(first.Results, r)
		return first
	}
	r := elapsed()
	r.Detail = "merged the tool's own fix of " + list(c, first.New)
	second.Results = append(second.Results, r)
	return second
}

// mayChange reports whether a span of the new text lies on lines that the fix
// wrote itself or that a window allows.
func (c *check) mayChange(sp text.Span) bool {
	lines := c.after.LinesOf(sp)
	for l := lines.Start; l < lines.End; l++ {
		from, kept := source(c.hunks, l)
		if kept && (!hasRuns(c.in.Windows) || c.in.Windows.RunAt(from) < 0) {
			return false
		}
	}
	return true
}
