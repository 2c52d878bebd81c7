package app

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ways are the edits between texts of a file, worked out once: all findings of a round
// are about the same text.
type ways map[[2]string][]text.Edit

func (w ways) between(from, to string) []text.Edit {
	list, known := w[[2]string{from, to}]
	if !known {
		list = diff.Minimal(from, to)
		w[[2]string{from, to}] = list
	}
	return list
}

// single is the fix of one finding in the text of the file as it was read. A
// later pass counts in a text that is nowhere on disk: its edits are moved back,
// and where earlier fixes have changed the same lines, they are shown with it.
// There is none for a finding that only other fixes have brought up: by itself
// it would be wrong.
func (r Result) single(o fixer.Outcome, w ways) []text.Edit {
	if !o.Applied || o.Fix == nil {
		return nil
	}
	own := diff.Minimal(o.Snapshot.Text(), o.Fix.Text())
	if o.Snapshot.Text() == r.Before {
		return own
	}
	earlier := w.between(r.Before, o.Snapshot.Text())
	if !r.atFirst(o, earlier) {
		return nil
	}
	moved, alone := make([]text.Edit, len(own)), true
	for i, e := range own {
		span, exact := before(earlier, e.Span)
		moved[i], alone = text.Edit{Span: span, New: e.New}, alone && exact
	}
	if alone {
		return moved
	}
	return slices.DeleteFunc(diff.Minimal(r.Before, o.Fix.Text()), func(e text.Edit) bool {
		return !slices.ContainsFunc(moved, func(m text.Edit) bool { return touch(m.Span, e.Span) })
	})
}

// atFirst reports whether a tool has said of the file as it was read what an
// outcome is about.
func (r Result) atFirst(o fixer.Outcome, earlier []text.Edit) bool {
	span, _ := before(earlier, text.Span{Start: o.Diagnostic.Span.Start, End: o.Diagnostic.Span.Start})
	s := o.Snapshot.With(r.Before)
	return slices.ContainsFunc(r.first, func(d signal.Diagnostic) bool {
		line := s.LineAt(d.Span.Start)
		return d.Tool == o.Diagnostic.Tool && d.Code == o.Diagnostic.Code && d.Message == o.Diagnostic.Message &&
			s.LineAt(span.Start) <= line && line <= s.LineAt(span.End)
	})
}

// before is the part of a text from which a span of the text with some edits
// comes; exact says that no edit touches it. Where one does, it is part of it.
func before(edits []text.Edit, span text.Span) (from text.Span, exact bool) {
	ahead, within := 0, 0 // how far the edits ahead of the span, and those that touch it, have moved what follows
	var touched []text.Edit
	for _, e := range edits {
		start := e.Span.Start + ahead + within
		made := text.Span{Start: start, End: start + len(e.New)}
		more := len(e.New) - e.Span.Len()
		switch {
		case touch(made, span):
			touched = append(touched, e)
			within += more
		case made.Start < span.Start:
			ahead += more
		}
	}
	from = text.Span{Start: span.Start - ahead, End: span.End - ahead - within}
	if len(touched) == 0 {
		return from, true
	}
	from.Start = min(from.Start, touched[0].Span.Start)
	from.End = max(from.End, touched[len(touched)-1].Span.End)
	return from, false
}

// touch reports whether two edits of these spans would meet: they share a
// character, or one of them inserts at the edge of the other.
func touch(a, b text.Span) bool {
	if a.Len() == 0 || b.Len() == 0 {
		return a.Start <= b.End && b.Start <= a.End
	}
	return a.Start < b.End && b.Start < a.End
}
