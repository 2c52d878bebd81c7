package fixer

import (
	"context"
	"iter"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Proposed are the fixes of one diagnostic, or why it has none.
type Proposed struct {
	Fixes []Fix
	Why   *Decline
}

// Propose returns for each of some diagnostics of one text the fixes that need no model and that a choice allows,
// best first, at most so many; without one it says why. They have passed the gates on their text; no tool has
// looked at them yet, so that none has a grade yet.
//
// Where one fix of each is enough, those that do not touch pass the gates as one text; only where that does not pass
// are its parts looked at, by halves. Else a file with ten thousand findings is read ten thousand times.
func (e Ladder) Propose(ctx context.Context, list []Problem, c Choice, most int) []Proposed {
	out := make([]Proposed, len(list))
	of := map[verify.Source][]*ungated{}
	for i, p := range list {
		for f := range e.ungated(ctx, p, c, &out[i].Why) {
			if len(list) == 1 || most > 1 {
				if f.passes(ctx) {
					out[i].Fixes = append(out[i].Fixes, f.Fix)
				}
				if len(out[i].Fixes) < most {
					continue
				}
			} else {
				f.index = i
				of[f.source] = append(of[f.source], f)
			}
			break
		}
		if len(out[i].Fixes) > 0 {
			out[i].Why = nil
		}
	}
	for _, source := range [...]verify.Source{verify.ToolSafe, verify.ToolUnsafe, verify.Rule} {
		for rest := of[source]; len(rest) > 0 && ctx.Err() == nil; {
			var layer []*ungated
			layer, rest = apart(rest)
			gated(ctx, layer, func(f *ungated, passed bool) {
				if passed {
					out[f.index] = Proposed{Fixes: []Fix{f.Fix}}
				} else {
					out[f.index] = e.Propose(ctx, list[f.index:f.index+1], c, 1)[0]
				}
			})
		}
	}
	return out
}

// ungated is a fix that no gate has seen.
type ungated struct {
	Fix
	task   *task
	source verify.Source
	edits  []text.Edit
	after  func() text.Snapshot
	index  int
}

// ungated returns the proposals for a diagnostic that a choice allows, best first. Behind the
// last one it says why there are no more.
func (e Ladder) ungated(ctx context.Context, p Problem, c Choice, why **Decline) iter.Seq[*ungated] {
	return func(yield func(*ungated) bool) {
		a, decline := e.begin(p, nil)
		if decline != nil {
			*why = decline
			return
		}
		follows := a.follows()
		if follows != nil && !c.Unsafe {
			*why = waits(Fix{Problem: p, Follows: follows})
			return
		}
		worst := c.Worst
		c.Worst = evidence.Unchecked // who looks at it is found out later
		for _, rung := range a.rungs() {
			if rung == signal.RungModel {
				continue
			}
			for p := range a.proposals(ctx, rung) {
				f := &ungated{Fix: a.fixOf(p, follows), task: a, source: p.source, edits: p.edits, after: p.after}
				f.Problem.File, f.Problem.Others = nil, nil // a fix is kept longer than what is known of its text
				refused := c.refuses(f.Fix)
				if refused == nil && worst == evidence.Proved && len(reasons(f.Fix)) == 0 {
					refused = &Decline{Code: DeclineRejected, Reason: Untaken(evidence.Checked), Step: StepAllowUnchecked,
						Windows: f.Windows}
				}
				if refused != nil {
					*why = refused
					continue
				}
				if f.Edits, _ = diff.MinimalOf(a.p.Snapshot, p.edits); !yield(f) {
					return
				}
			}
		}
		if *why == nil {
			*why = a.nothing()
		}
	}
}

// passes runs the gates that need no tool.
func (f *ungated) passes(ctx context.Context) bool {
	a := f.task
	report := a.onText(ctx, f.source, a.p.Diagnostic, f.after().Text())
	if report.Verdict != verify.Unverified {
		a.report = &report
		a.tried = append(a.tried, refused(proposal{rung: f.Rung}, report))
		return false
	}
	f.Gates = report.Results
	return true
}

// onText returns what the gates say that need no tool.
func (a *task) onText(
	ctx context.Context, source verify.Source, target signal.Diagnostic, after string,
) verify.Report {
	return verify.Run(ctx, verify.Input{
		Before: a.p.Snapshot, After: after, File: a.file(), Target: target,
		Requirement: a.req, Source: source, Later: true, Now: a.ladder.Now, Project: a.project(ctx, nil),
	})
}

// apart returns the fixes that touch no other one before them, and the rest.
func apart(list []*ungated) (layer, rest []*ungated) {
	var taken text.Disjoint
	for _, f := range list {
		if slices.ContainsFunc(f.edits, func(e text.Edit) bool { return !taken.Has(e) && taken.Touches(e) }) {
			rest = append(rest, f)
			continue
		}
		taken.Add(f.edits...)
		layer = append(layer, f)
	}
	return layer, rest
}

// gated runs the gates on fixes that do not touch, on as many as it can at once, and says
// of each whether it passed: one that fails by itself did not.
func gated(ctx context.Context, list []*ungated, said func(f *ungated, passed bool)) {
	switch {
	case len(list) == 0:
		return
	case len(list) == 1:
		said(list[0], false)
		return
	}
	var all text.Disjoint
	for _, f := range list {
		all.Add(f.edits...)
	}
	a := list[0].task
	after, err := a.p.Snapshot.Apply(all.Edits())
	if err == nil {
		// What one of the findings asks for is no licence for the others: it has no words.
		report := a.onText(ctx, list[0].source, signal.Diagnostic{Tool: a.p.Diagnostic.Tool}, after.Text())
		if report.Verdict == verify.Unverified {
			for _, f := range list {
				f.Gates = report.Results
				said(f, true)
			}
			return
		}
	}
	half := len(list) / 2
	gated(ctx, list[:half], said)
	gated(ctx, list[half:], said)
}

// Foreseen is what a rule would do, before anybody has checked it.
type Foreseen struct{ Rule, Title string }

// Foresee returns what a rule would do about a diagnostic, nothing where no rule would do
// anything. It is quick: no tool is asked, and nothing is checked.
func (e Ladder) Foresee(p Problem) Foreseen {
	a, decline := e.begin(p, nil)
	if decline != nil {
		return Foreseen{}
	}
	a.foreseen = true
	for proposed := range a.proposals(context.Background(), signal.RungRule) {
		return Foreseen{proposed.name, proposed.title}
	}
	return Foreseen{}
}
