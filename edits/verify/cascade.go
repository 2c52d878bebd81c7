package verify

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// maxCascade bounds the mechanical passes after a tool's own fix or a rule's.
// One leads to another there (the last use goes, then the import, then the
// order of the imports), as in the tool's own run over a file.
const maxCascade = 3

// cascade is the gate for what follows: when all that is new is what the tool fixes safely by itself,
// those fixes are merged and every gate runs once more on the result. A model's
// text gets one such pass, on lines that it may change; what tools and rules
// wrote may be followed wherever the tool points.
func cascade(ctx context.Context, in Input, first Report) Report {
	passes := 1
	if in.Source != Model {
		passes = maxCascade
	}
	last := first
	for range passes {
		next, ok := follow(ctx, in, last)
		if next.Err != nil {
			return next
		}
		if !ok {
			break
		}
		if next.Verdict != Rejected {
			return next
		}
		in.After, last = next.Text, next
		if next.Reject.Code != edits.RejectNew {
			break
		}
	}
	if last.Text != first.Text {
		first.Results = append(first.Results, Result{Gate: Cascade, State: Fail,
			Detail: "merging the tool's own fix did not help: " + last.Reject.Detail})
	}
	return first
}

// follow merges the tool's safe fixes of what is new in a report and runs the
// gates on the result; false: they are not to be merged.
func follow(ctx context.Context, in Input, r Report) (Report, bool) {
	c := newCheck(in)
	start := c.now()
	var merges []text.Edit
	for _, d := range r.New {
		if d.Fix == nil || d.Fix.Applicability != signal.Safe || len(d.Fix.Edits) == 0 {
			return r, false
		}
		for _, e := range d.Fix.Edits {
			if in.Source == Model && !c.mayChange(e.Span) {
				return r, false
			}
			merges = append(merges, e)
		}
	}
	// Two diagnostics may carry the same edit.
	slices.SortFunc(merges, func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	merges = slices.Compact(merges)
	merged, err := c.after.Apply(merges)
	if err != nil {
		return r, false
	}
	in.After = merged.Text()
	next := runOnce(ctx, in)
	if next.Verdict != Rejected {
		next.Results = append(next.Results, Result{Gate: Cascade, Elapsed: c.now().Sub(start),
			Detail: "merged the tool's own fix of " + list(c, r.New)})
	}
	return next, true
}

// mayChange reports whether a span of the new text lies on lines that the fix
// wrote itself or that a window allows.
func (c *check) mayChange(sp text.Span) bool {
	lines := c.after.LinesOf(sp)
	for l := lines.Start; l < lines.End; l++ {
		from, kept := diff.Source(c.hunks, l)
		if kept && (!hasRuns(c.in.Windows) || c.in.Windows.RunAt(from) < 0) {
			return false
		}
	}
	return true
}
