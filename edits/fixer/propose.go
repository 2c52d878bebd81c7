package fixer

import (
	"context"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Propose gives fixes of a diagnostic that need no model and that a choice allows,
// best first, at most so many. They have passed the gates on their text; no tool has
// looked at them yet, so that none has a verdict but unverified. Without one it
// says why.
func (e Ladder) Propose(ctx context.Context, p Problem, c Choice, most int) ([]Fix, *Decline) {
	a, decline := e.begin(p, nil)
	if decline != nil {
		return nil, decline
	}
	if follows := a.follows(); follows != nil && !c.Unsafe {
		return nil, waits(Fix{Problem: p, Follows: follows})
	}
	c.Unverified = true // whether a tool can be asked is found out later
	var out []Fix
	var refused *Decline
	for _, rung := range a.rungs() {
		if rung == signal.RungModel {
			continue
		}
		for proposed := range a.proposals(ctx, rung) {
			f := a.onText(ctx, proposed)
			if f == nil {
				continue
			}
			if why := c.refuses(*f); why != nil {
				refused = why
				continue
			}
			if out = append(out, *f); len(out) == most {
				return out, nil
			}
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case refused != nil:
		return nil, refused
	}
	return nil, a.nothing()
}

// onText runs the gates that need no tool.
func (a *climb) onText(ctx context.Context, p proposal) *Fix {
	report := verify.Run(ctx, verify.Input{Before: a.p.Snapshot, After: p.after.Text(), File: a.file, Target: a.p.Diagnostic,
		Requirement: a.req, Source: p.source, Later: true, Now: a.ladder.Now, Project: a.project(ctx, nil)})
	if report.Verdict != verify.Unverified {
		a.last = &report
		a.tried = append(a.tried, refused(p, report))
		return nil
	}
	follows := a.follows()
	return &Fix{Problem: a.p, Title: p.title, Rung: p.rung, Safe: p.safe && follows == nil, Follows: follows, Verdict: report.Verdict,
		Edits: diff.Minimal(a.p.Snapshot.Text(), report.Text), Windows: ownWindows(a.p.Snapshot, p.edits), Gates: report.Results}
}

// Foreseen is what a rule would do, before anybody has checked it.
type Foreseen struct{ Rule, Title string }

// Foresee is what a rule would do about a diagnostic, nothing where no rule would do
// anything. It is quick: no tool is asked, and nothing is checked.
func (e Ladder) Foresee(p Problem) Foreseen {
	a, decline := e.begin(p, nil)
	if decline != nil {
		return Foreseen{}
	}
	for proposed := range a.proposals(context.Background(), signal.RungRule) {
		return Foreseen{proposed.name, proposed.title}
	}
	return Foreseen{}
}
