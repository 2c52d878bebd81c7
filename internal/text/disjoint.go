package text

import (
	"slices"
	"sort"
)

// Disjoint is a growing set of edits of one text that do not overlap, in the order of
// the text. To add one, or to find what lies next to one, needs a binary search: a file
// may have tens of thousands of findings with an edit each.
type Disjoint struct {
	list []Edit
}

// Edits returns the edits of the set, in their order. They must not be changed.
func (d *Disjoint) Edits() []Edit { return d.list }

// Has reports whether the set holds the very same edit.
func (d *Disjoint) Has(e Edit) bool {
	for i := d.from(e.Span.Start); i < len(d.list) && d.list[i].Span.Start == e.Span.Start; i++ {
		if d.list[i] == e {
			return true
		}
	}
	return false
}

// Around returns the edits of the set that lie next to a span, or overlap it: the last
// one that starts before the span's end, and the first one that starts at its start
// or behind. The set holds none where a span is nil.
func (d *Disjoint) Around(at Span) (before, behind *Span) {
	if i := sort.Search(len(d.list), func(i int) bool { return d.list[i].Span.Start > at.End }); i > 0 {
		before = &d.list[i-1].Span
	}
	if i := d.from(at.Start); i < len(d.list) {
		behind = &d.list[i].Span
	}
	return before, behind
}

// Touches reports whether an edit overlaps one of the set or begins where one ends, so
// that their order would matter.
func (d *Disjoint) Touches(e Edit) bool {
	near := func(s *Span) bool { return s != nil && s.Start <= e.Span.End && e.Span.Start <= s.End }
	before, behind := d.Around(e.Span)
	return near(before) || near(behind)
}

// Add puts edits into the set, of equal ones only one. They must not overlap those that
// are there.
func (d *Disjoint) Add(list ...Edit) {
	for _, e := range list {
		if !d.Has(e) {
			d.list = slices.Insert(d.list, d.behind(e.Span.Start), e)
		}
	}
}

// from returns the index of the first edit that starts at a place or behind it.
func (d *Disjoint) from(start int) int {
	return sort.Search(len(d.list), func(i int) bool { return d.list[i].Span.Start >= start })
}

// behind returns the index of the first edit that starts behind a place.
func (d *Disjoint) behind(start int) int {
	return sort.Search(len(d.list), func(i int) bool { return d.list[i].Span.Start > start })
}
