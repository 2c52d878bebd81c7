package fixer

import (
	"context"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Of several things in one place that can go ESLint names one at a time, each in the
// same words: of two type arguments that are the default the last one
// (no-unnecessary-type-arguments). Its own fix of that one is right, though the line
// still reads "can be omitted" afterwards.

// links bounds how often a fix goes on to the next thing in its place.
const links = 3

// CutsItsPlace reports whether a tool's own edits remove something from the line that
// its finding points at: what is said there afterwards is said of something else, and
// some day nothing is left to say it of.
func CutsItsPlace(s text.Snapshot, found signal.Diagnostic, edits []text.Edit) bool {
	line, less := s.LineAt(found.Span.Start), 0
	for _, e := range edits {
		if s.LineAt(e.Span.Start) <= line && line <= s.LineAt(e.Span.End) {
			less += e.Span.Len() - len(e.New)
		}
	}
	return less > 0
}

// checkChain runs the gates on a proposal, and on what the tool would do next where it
// says the same again of the place that its fix has mended. It returns the proposal that
// the report is about: the longer one if that passes, else the first.
func (a *climb) checkChain(ctx context.Context, p proposal) (proposal, verify.Report) {
	if !a.fixless() {
		a.reported(ctx)
	}
	known := a.known
	look := func(p proposal) verify.Report {
		a.stage(Stage{Name: "checking", Tool: a.p.Diagnostic.Tool})
		return a.verify(ctx, verify.Input{After: p.after().Text(), Known: known, Source: p.source,
			Project: a.project(ctx, nil)})
	}
	first := look(p)
	at, report := p, first
	for range links {
		next, ok := a.linked(at, report)
		if !ok {
			break
		}
		if at, report = next, look(next); report.Verdict == verify.Verified {
			return at, report
		}
	}
	return p, first
}

// linked returns a proposal with the tool's own fix of what it says again.
func (a *climb) linked(p proposal, r verify.Report) (proposal, bool) {
	left, found := r.Left, a.p.Diagnostic
	if p.rung != signal.RungTool || left == nil || left.Fix == nil || left.Message != found.Message ||
		!CutsItsPlace(a.p.Snapshot, found, p.edits) {
		return p, false
	}
	if left.Fix.Applicability != signal.Safe && (left.Fix.Applicability != signal.Unsafe || p.source == verify.ToolSafe) {
		return p, false // the tool is less sure of it
	}
	after, err := p.after().Apply(left.Fix.Edits)
	if err != nil || !CutsItsPlace(p.after(), *left, left.Fix.Edits) {
		return p, false
	}
	p.after, p.edits = func() text.Snapshot { return after }, diff.Minimal(a.p.Snapshot.Text(), after.Text())
	return p, true
}
