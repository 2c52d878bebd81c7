package diff

import (
	"slices"
	"sort"

	"github.com/fettle-dev/fettle/internal/text"
)

// Way says where edits have put what they left alone. Where the edits are known,
// that is exact; a comparison of the texts guesses, and among many equal or changed
// lines it guesses wrong.
type Way []step

// step is one set of edits, in order, with where each of them ends in its new text.
type step []moved

type moved struct {
	span text.Span // in the old text
	end  int       // in the new one
}

// Along returns the way of a text through sets of edits, each made on what the one
// before has left.
func Along(sets ...[]text.Edit) Way {
	way := make(Way, 0, len(sets))
	for _, set := range sets {
		sorted := slices.Clone(set)
		slices.SortStableFunc(sorted, func(a, b text.Edit) int {
			if a.Span.Start != b.Span.Start {
				return a.Span.Start - b.Span.Start
			}
			return a.Span.End - b.Span.End
		})
		s, shift := make(step, 0, len(sorted)), 0
		for _, e := range sorted {
			shift += len(e.New) - e.Span.Len()
			s = append(s, moved{e.Span, e.Span.End + shift})
		}
		way = append(way, s)
	}
	return way
}

// Offset returns where a place of the old text stands in the new one; false inside
// what was replaced. What was inserted at the place stands before it.
func (w Way) Offset(at int) (int, bool) {
	for _, s := range w {
		i := sort.Search(len(s), func(i int) bool { return s[i].span.Start > at }) - 1
		switch {
		case i < 0:
		case at < s[i].span.End:
			return 0, false
		default:
			at += s[i].end - s[i].span.End
		}
	}
	return at, true
}

// Lines returns the changed ranges between two texts, one of which came from the
// other on this way.
func (w Way) Lines(a, b text.Snapshot) []Hunk {
	if a.Text() == b.Text() {
		return nil
	}
	var out []Hunk
	old, fresh := 0, 0 // the lines behind the last one that was kept
	between := func(n, m int) {
		if n > old || m > fresh {
			out = append(out, within(a, b, Hunk{text.Lines{Start: old, End: n}, text.Lines{Start: fresh, End: m}})...)
		}
	}
	for i := range a.LineCount() {
		at, ok := w.Offset(a.LineStart(i))
		if !ok || at > len(b.Text()) {
			continue
		}
		to := b.LineAt(at)
		if to < fresh || b.LineStart(to) != at || a.Slice(a.FullLineSpan(i)) != b.Slice(b.FullLineSpan(to)) {
			continue
		}
		between(i, to)
		old, fresh = i+1, to+1
	}
	between(a.LineCount(), b.LineCount())
	return out
}
