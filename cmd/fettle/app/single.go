package app

import (
	"crypto/sha256"
	"slices"
	"sort"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
)

// ways are the edits from the text of a file as the user has it to those that its
// findings are about, worked out once for each: all findings of a round are about the
// same one, and a file may have tens of thousands.
type ways struct {
	base   text.Snapshot // the text as it stands in the file
	before text.Snapshot // as it was read
	to     map[[2][sha256.Size]byte]way
	first  map[signalOf][]int // lines of what was found in before
}

// signalOf is what a tool says, wherever it says it.
type signalOf struct{ tool, code, message string }

// ways returns the ways of a result.
func (r Result) ways() *ways {
	w := &ways{before: text.New(r.Before), to: map[[2][sha256.Size]byte]way{}, first: map[signalOf][]int{}}
	w.base = w.before
	if r.Written {
		w.base = text.New(r.After)
	}
	for _, d := range r.first {
		of := signalOf{d.Tool, d.Code, d.Message}
		w.first[of] = append(w.first[of], w.before.LineAt(d.Span.Start))
	}
	for _, lines := range w.first {
		slices.Sort(lines)
	}
	return w
}

func (w *ways) between(from, to text.Snapshot) way {
	key := [2][sha256.Size]byte{from.Hash(), to.Hash()}
	found, known := w.to[key]
	if !known {
		found = wayOf(byLine(from, diff.Minimal(from.Text(), to.Text())))
		w.to[key] = found
	}
	return found
}

// byLine returns edits of which those that replace lines by as many do so line by line: where
// each of a thousand lines has changed, a finding in one of them is not about all.
func byLine(s text.Snapshot, edits []text.Edit) []text.Edit {
	var out []text.Edit
	for _, e := range edits {
		old, fresh := diff.SplitLines(s.Slice(e.Span)), diff.SplitLines(e.New)
		if len(old) != len(fresh) {
			out = append(out, e)
			continue
		}
		at := e.Span.Start
		for i, line := range old {
			for _, one := range diff.Minimal(line, fresh[i]) {
				out = append(out, text.Edit{Span: text.Span{Start: at + one.Span.Start, End: at + one.Span.End}, New: one.New})
			}
			at += len(line)
		}
	}
	return out
}

// way is a list of edits in the order of the text, with where they stand in the new one.
type way struct {
	edits []text.Edit
	made  []text.Span // in the new text
}

func wayOf(edits []text.Edit) way {
	w := way{edits, make([]text.Span, len(edits))}
	shift := 0
	for i, e := range edits {
		start := e.Span.Start + shift
		w.made[i] = text.Span{Start: start, End: start + len(e.New)}
		shift += len(e.New) - e.Span.Len()
	}
	return w
}

// shift returns how far the first n edits have moved what follows.
func (w way) shift(n int) int {
	if n == 0 {
		return 0
	}
	return w.made[n-1].End - w.edits[n-1].Span.End
}

// back returns where a place of the new text comes from: inside of changed text as far from
// its start.
func (w way) back(offset int) int {
	n := sort.Search(len(w.made), func(i int) bool { return w.made[i].Start >= offset })
	if n > 0 && offset < w.made[n-1].End {
		e := w.edits[n-1]
		return e.Span.Start + min(offset-w.made[n-1].Start, e.Span.Len())
	}
	return offset - w.shift(n)
}

// before returns the part of the old text from which a span of the new one comes; exact says
// that no edit touches it. Where one does, it is part of it.
func (w way) before(span text.Span) (from text.Span, exact bool) {
	from, first, last := w.touching(span)
	return from, first == last
}

// touching is before, with the edits that touch the span.
func (w way) touching(span text.Span) (from text.Span, first, last int) {
	first = sort.Search(len(w.made), func(i int) bool { return w.made[i].End >= span.Start })
	if first < len(w.made) && !touch(w.made[first], span) && w.made[first].Start < span.Start {
		first++ // it ends where the span starts
	}
	for last = first; last < len(w.made) && touch(w.made[last], span); last++ {
	}
	from = text.Span{Start: span.Start - w.shift(first), End: span.End - w.shift(last)}
	if first < last {
		from.Start = min(from.Start, w.edits[first].Span.Start)
		from.End = max(from.End, w.edits[last-1].Span.End)
	}
	return from, first, last
}

// single returns the fix of one finding in the text of the file as it was read. A
// later pass counts in a text that is not on disk: its edits are moved back,
// and where earlier fixes have changed the same lines, they are shown with it.
// There is none for a finding that appears only with other fixes: by itself
// it would be wrong.
func (r Result) single(o fixer.Outcome, w *ways) []text.Edit {
	if !o.Applied || o.Fix == nil {
		return nil
	}
	own := o.Fix.Edits
	if o.Fix.Problem.Snapshot.Hash() != o.Snapshot.Hash() {
		own = diff.Minimal(o.Snapshot.Text(), o.Fix.Text())
	}
	if o.Snapshot.Hash() == w.before.Hash() {
		return own
	}
	earlier := w.between(w.before, o.Snapshot)
	if !w.atFirst(o, earlier) {
		return nil
	}
	moved, alone := make([]text.Edit, len(own)), true
	for i, e := range own {
		span, exact := earlier.before(e.Span)
		moved[i], alone = text.Edit{Span: span, New: e.New}, alone && exact
	}
	if alone {
		return moved
	}
	return slices.DeleteFunc(w.together(o.Snapshot, earlier, own), func(e text.Edit) bool {
		return !slices.ContainsFunc(moved, func(m text.Edit) bool { return touch(m.Span, e.Span) })
	})
}

// together returns the edits of the text as it was read that lead to those lines of a later
// one which some edits touch, with these.
func (w *ways) together(now text.Snapshot, earlier way, own []text.Edit) []text.Edit {
	at, _, fresh, err := diff.Touched(now, own)
	if err != nil {
		return nil
	}
	span := now.LinesSpan(at)
	from, first, last := earlier.touching(span)
	old := w.before.LinesSpan(w.before.LinesOf(from))
	// What stands around the lines on both sides is the same: the edits there touch nothing.
	head, tail := from.Start-old.Start, old.End-from.End
	start, end := span.Start, span.End
	if first < last {
		start, end = min(start, earlier.made[first].Start), max(end, earlier.made[last-1].End)
	}
	fresh = now.Slice(text.Span{Start: start - head, End: span.Start}) + fresh +
		now.Slice(text.Span{Start: span.End, End: end + tail})
	list := diff.Minimal(w.before.Slice(old), fresh)
	for i := range list {
		list[i].Span = text.Span{Start: list[i].Span.Start + old.Start, End: list[i].Span.End + old.Start}
	}
	return list
}

// atFirst reports whether a tool has said of the file as it was read what an
// outcome is about.
func (w *ways) atFirst(o fixer.Outcome, earlier way) bool {
	span, _ := earlier.before(text.Span{Start: o.Diagnostic.Span.Start, End: o.Diagnostic.Span.Start})
	lines := w.first[signalOf{o.Diagnostic.Tool, o.Diagnostic.Code, o.Diagnostic.Message}]
	i, _ := slices.BinarySearch(lines, w.before.LineAt(span.Start))
	return i < len(lines) && lines[i] <= w.before.LineAt(span.End)
}

// touch reports whether two edits of these spans would meet: they share a
// character, or one of them inserts at the edge of the other.
func touch(a, b text.Span) bool {
	if a.Len() == 0 || b.Len() == 0 {
		return a.Start <= b.End && b.Start <= a.End
	}
	return a.Start < b.End && b.Start < a.End
}
