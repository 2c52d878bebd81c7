package changeset

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Of several things in one place that can go ESLint names one at a time, each in the
// same words: of two type arguments that are the default the last one
// (no-unnecessary-type-arguments). Where a tool says the same again of the place that its own fix has mended, it means
// the next thing there.

// goesOn reports whether a tool that still reports a member's finding means the next thing in its place: the member is
// the tool's own fix and has removed something there, and the tool has a fix for what it says again that removes that
// as surely. It is left for the next round.
func (c *checked) goesOn(m member, tool string) bool {
	if m.fix.Rung != signal.RungTool || !cutsItsPlace(m.doc.Snapshot, m.found, m.fix.Edits) {
		return false
	}
	line := c.changes[reportOf{m.doc, tool}].Line(m.doc.LineAt(m.found.Span.Start))
	now := c.view(m.doc)
	return slices.ContainsFunc(now.Reports[tool], func(d signal.Diagnostic) bool {
		return d.Tool == m.found.Tool && d.Code == m.found.Code && d.Message == m.found.Message &&
			now.LineAt(d.Span.Start) == line && d.Fix != nil &&
			(d.Fix.Applicability == signal.Safe || d.Fix.Applicability == signal.Unsafe && !m.fix.Safe) &&
			cutsItsPlace(now.Snapshot, d, d.Fix.Edits)
	})
}

// putOff has members wait for the next round that say nothing against themselves, once in a run: those of files of
// which something new is said that nobody can be blamed for, so that the others need not be taken apart to find it.
func (r *run) putOff(c *checked, lost []newFinding, guilty map[int]fault, waits map[int]bool) {
	if len(guilty)+len(waits) > 0 || slices.ContainsFunc(lost, func(f newFinding) bool { return f.whole }) {
		return
	}
	dark := map[*Document]bool{}
	for _, f := range lost {
		if r.dark[f.doc] {
			return
		}
		dark[f.doc] = true
	}
	apart := 0
	for i, m := range c.members {
		if dark[m.doc] {
			waits[i] = true
		} else {
			apart++
		}
	}
	if apart == 0 {
		clear(waits)
		return
	}
	for d := range dark {
		r.dark[d] = true
	}
}

// cutsItsPlace reports whether a tool's own edits remove something from the line that
// its finding points at: what is said there afterwards is said of something else, and
// some day nothing is left to say it of.
func cutsItsPlace(s text.Snapshot, found signal.Diagnostic, edits []text.Edit) bool {
	line, less := s.LineAt(found.Span.Start), 0
	for _, e := range edits {
		if s.LineAt(e.Span.Start) <= line && line <= s.LineAt(e.Span.End) {
			less += e.Span.Len() - len(e.New)
		}
	}
	return less > 0
}
