package changeset

import (
	"crypto/sha256"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Of several things in one place that can go ESLint names one at a time, each in the
// same words: of two type arguments that are the default the last one
// (no-unnecessary-type-arguments). Others of its fixes get there in two steps: of a block without blank lines
// padded-blocks first breaks the line and then adds an empty one. ESLint itself fixes a text up to ten times
// (https://eslint.org/docs/latest/extend/custom-rules#applying-fixes). Where a tool says the same again of the place
// that its own fix has mended, it means the next thing there.

// passes is how often the findings of one rule in a file are mended again that do not get less.
const passes = 10

// goesOn reports whether a tool that still reports a member's finding means the next thing in its place: the member is
// the tool's own fix and has changed something there, and the tool has a fix for what it says again that changes it
// as surely. It is left for the next round. Fixes that remove something there come to an end by themselves.
func (c *checked) goesOn(m member, tool string) bool {
	if m.fix.Rung != signal.RungTool {
		return false
	}
	now := c.view(m.doc)
	old, change := m.doc.LineAt(m.found.Span.Start), c.changes[reportOf{m.doc, tool}]
	place := text.Lines{Start: change.Line(old)}
	place.End = place.Start + 1
	for _, h := range change.Hunks {
		if place.Start < 0 && h.Old.Contains(old) {
			place = h.New
		}
	}
	cut, changed := atItsPlace(m.doc.Snapshot, m.found, m.fix.Edits)
	return changed && slices.ContainsFunc(now.Reports[tool], func(d signal.Diagnostic) bool {
		if d.Words() != m.found.Words() ||
			!place.Contains(now.LineAt(d.Span.Start)) || d.Fix == nil ||
			d.Fix.Applicability != signal.Safe && (d.Fix.Applicability != signal.Unsafe || m.fix.Safe) {
			return false
		}
		cuts, changes := atItsPlace(now.Snapshot, d, d.Fix.Edits)
		return cut && cuts || changes && m.doc.passes(m.found)
	})
}

// rule is one of a tool.
type rule struct{ tool, code string }

// passes reports whether the findings of a rule may be mended once more, from the text as it is now.
func (d *Document) passes(found signal.Diagnostic) bool {
	of := rule{found.Tool, found.Code}
	if d.passed[of] == nil {
		d.passed[of] = map[[sha256.Size]byte]bool{}
	}
	if from := d.passed[of]; len(from) < passes {
		from[d.Hash()] = true
	}
	return d.passed[of][d.Hash()]
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

// atItsPlace reports whether a tool's own edits change the lines that its finding is about, and whether they remove
// something from them: what is said there afterwards is said of something else, and some day nothing is left to say it
// of. Of a sum over several lines ruff names the first two operands, then their sum and the third (ISC003).
func atItsPlace(s text.Snapshot, found signal.Diagnostic, edits []text.Edit) (cut, changed bool) {
	place, less := s.LinesOf(found.Span), 0
	for _, e := range edits {
		if place.Overlaps(s.LinesOf(e.Span)) {
			less += e.Span.Len() - len(e.New)
			changed = changed || s.Slice(e.Span) != e.New
		}
	}
	return less > 0, changed
}
