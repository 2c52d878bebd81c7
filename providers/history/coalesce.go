package history

import (
	"cmp"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"github.com/fettle-dev/fettle/internal/text"
)

// lineChange replaces whole lines: old are lines of the text before, now the
// lines of the text after.
type lineChange struct{ old, now text.Lines }

// maxDiffLines bounds the line diff of a text that came without ranges.
const maxDiffLines = 4000

// lineChanges widens the edits of a change to whole lines, in order and apart
// from each other.
func lineChanges(c Change) []lineChange {
	var changes []lineChange
	edits := c.Edits
	if len(edits) == 1 && edits[0].Span.Start == 0 && edits[0].Span.End == c.Old.Len() && c.Old.Len() > 0 {
		edits = nil
	}
	if edits == nil {
		edits = diff(c.Old, c.New)
	}
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b text.Edit) int {
		return cmp.Or(a.Span.Start-b.Span.Start, a.Span.End-b.Span.End)
	})
	delta := 0
	for i := 0; i < len(edits); {
		// Edits of one line, or of the line behind, are one change: after all of them, the text no longer shows the lines of
		// each alone.
		sp, grow := edits[i].Span, len(edits[i].New)-edits[i].Span.Len()
		lc := widen(c.Old, c.New, sp, delta, grow)
		j := i + 1
		for ; j < len(edits) && edits[j].Span.Start <= c.Old.LineStart(lc.old.End); j++ {
			sp.End = max(sp.End, edits[j].Span.End)
			grow += len(edits[j].New) - edits[j].Span.Len()
			lc = widen(c.Old, c.New, sp, delta, grow)
		}
		delta += grow
		changes = append(changes, lc)
		i = j
	}
	out := changes[:0]
	for _, lc := range changes {
		if lc = shrink(c.Old, c.New, lc); lc.old.Len() > 0 || lc.now.Len() > 0 {
			out = append(out, lc)
		}
	}
	return out
}

// widen returns the whole lines round one edit: its ends must be starts of lines
// in both texts.
func widen(before, after text.Snapshot, sp text.Span, delta, grow int) lineChange {
	end := lineCount(before)
	old := text.Lines{Start: before.LineAt(sp.Start), End: before.LineAt(max(sp.Start, sp.End-1)) + 1}
	for old.Start > 0 && !startsLine(after, before.LineStart(old.Start)+delta) {
		old.Start--
	}
	for old.End < end && !startsLine(after, before.LineStart(old.End)+delta+grow) {
		old.End++
	}
	now := text.Lines{Start: after.LineAt(before.LineStart(old.Start) + delta), End: lineCount(after)}
	if old.End < end {
		now.End = after.LineAt(before.LineStart(old.End) + delta + grow)
	}
	if before.LineStart(old.Start)+delta >= after.Len() {
		now.Start = now.End
	}
	now.End = max(now.Start, now.End)
	return lineChange{old, now}
}

// lineCount returns the number of lines, 0 for an empty text.
func lineCount(s text.Snapshot) int {
	if s.Len() == 0 {
		return 0
	}
	return s.LineCount()
}

func startsLine(s text.Snapshot, offset int) bool {
	return offset >= 0 && offset <= s.Len() && s.LineStart(s.LineAt(offset)) == offset
}

// shrink drops equal whole lines at both ends.
func shrink(before, after text.Snapshot, lc lineChange) lineChange {
	lc.old.End = min(lc.old.End, lineCount(before))
	lc.now.End = min(lc.now.End, lineCount(after))
	full := func(s text.Snapshot, i int) string { return s.Slice(s.FullLineSpan(i)) }
	for lc.old.Len() > 0 && lc.now.Len() > 0 && full(before, lc.old.Start) == full(after, lc.now.Start) {
		lc.old.Start++
		lc.now.Start++
	}
	for lc.old.Len() > 0 && lc.now.Len() > 0 && full(before, lc.old.End-1) == full(after, lc.now.End-1) {
		lc.old.End--
		lc.now.End--
	}
	return lc
}

// diff finds the edits between two texts by lines.
func diff(before, after text.Snapshot) []text.Edit {
	all := shrink(before, after, lineChange{text.Lines{End: lineCount(before)}, text.Lines{End: lineCount(after)}})
	a, b := before.LinesSpan(all.old), after.LinesSpan(all.now)
	if all.old.Len() > maxDiffLines || all.now.Len() > maxDiffLines {
		return []text.Edit{{Span: a, New: after.Slice(b)}}
	}
	var out []text.Edit
	for _, e := range udiff.Lines(before.Slice(a), after.Slice(b)) {
		out = append(out, text.Edit{Span: text.Span{Start: a.Start + e.Start, End: a.Start + e.End}, New: e.New})
	}
	return out
}

// isBulk reports whether a change is too large to be the user's typing.
func isBulk(changes []lineChange, before text.Snapshot) bool {
	lines := 0
	for _, lc := range changes {
		lines += max(lc.old.Len(), lc.now.Len())
	}
	n := lineCount(before)
	return lines > bulkLines || len(changes) > bulkHunks || n >= bulkMinFile && float64(lines) > bulkShare*float64(n)
}

// apply puts one line change into the hunks. Those it joins, and those that lie
// between, become one, whose old side is their old lines and the unchanged
// lines between them. A bulk change makes no hunk: it drops those it touches
// and shifts the others. more says that further changes of the list follow:
// they need the text between, with this change in it. It returns the hunk that
// the change is in, nil if none.
func (d *document) apply(lc lineChange, c Change, more bool) *hunk {
	union := lc.old
	if c.Origin != Bulk {
		union = d.union(lc, c)
	}
	merged := &hunk{first: c.Time, time: c.Time, last: lc.old.Start, origin: c.Origin}
	delta := lc.now.Len() - lc.old.Len()
	at := union.Start
	keep := make([]*hunk, 0, len(d.hunks)+1)
	place := 0 // of the merged one
	for _, h := range d.hunks {
		if h.now.End < union.Start || h.now.Start > union.End || c.Origin == Bulk && !overlap(h.now, union) {
			if h.now.Start >= union.End {
				h.now.Start += delta
				h.now.End += delta
				h.last += delta
			} else {
				place = len(keep) + 1
			}
			keep = append(keep, h)
			continue
		}
		merged.old = append(merged.old, d.lines(text.Lines{Start: at, End: h.now.Start})...)
		merged.old = append(merged.old, h.old...)
		at = max(at, h.now.End)
		if h.first.Before(merged.first) {
			merged.first = h.first
		}
		merged.origin = min(merged.origin, h.origin)
	}
	d.hunks = keep
	if c.Origin == Bulk {
		return nil
	}
	merged.old = append(merged.old, d.lines(text.Lines{Start: at, End: union.End})...)
	merged.now = text.Lines{Start: union.Start, End: union.End + delta}
	d.hunks = slices.Insert(d.hunks, place, merged)
	if more {
		d.text, _ = d.text.Apply([]text.Edit{{Span: d.text.LinesSpan(lc.old), New: c.New.Slice(c.New.LinesSpan(lc.now))}})
	}
	return merged
}

// union returns the lines of the change and of every hunk it joins: those it
// touches, the one whose last changed line it starts on, and those near that
// were touched a moment ago.
func (d *document) union(lc lineChange, c Change) text.Lines {
	union := lc.old
	joins := func(h *hunk) bool {
		if h.now.Start <= union.End && union.Start <= h.now.End {
			return true
		}
		if c.Origin != h.origin {
			return false
		}
		age := c.Time.Sub(h.time)
		if lc.old.Start == h.last && age <= joinSame {
			return true
		}
		return age <= joinNear && h.now.Start <= lc.old.End+nearLines && lc.old.Start <= h.now.End+nearLines
	}
	for grown := true; grown; {
		grown = false
		for _, h := range d.hunks {
			next := text.Lines{Start: min(union.Start, h.now.Start), End: max(union.End, h.now.End)}
			if next != union && joins(h) {
				union, grown = next, true
			}
		}
	}
	return union
}

func overlap(a, b text.Lines) bool {
	return a.Start < b.End && b.Start < a.End || a.Len() == 0 && b.Start < a.Start && a.Start < b.End
}

// lines returns lines of the text before the change, with their ends.
func (d *document) lines(l text.Lines) []string {
	var out []string
	for i := l.Start; i < min(l.End, lineCount(d.text)); i++ {
		out = append(out, d.text.Slice(d.text.FullLineSpan(i)))
	}
	return out
}

// settle drops those of some hunks whose lines are again what they were.
func (d *document) settle(touched []*hunk) {
	d.hunks = slices.DeleteFunc(d.hunks, func(h *hunk) bool {
		if !slices.Contains(touched, h) || len(h.old) != min(h.now.End, lineCount(d.text))-h.now.Start {
			return false
		}
		for i, line := range h.old {
			if d.text.Slice(d.text.FullLineSpan(h.now.Start+i)) != line {
				return false
			}
		}
		return true
	})
}
