package diff

import (
	"sort"

	"github.com/fettle-dev/fettle/internal/text"
)

// Hunk is one changed range: Old lines became New lines. Either may be empty.
type Hunk struct{ Old, New text.Lines }

// Lines compares two texts line by line, terminators included.
func Lines(a, b text.Snapshot) []Hunk {
	n, m := a.LineCount(), b.LineCount()
	full := func(s text.Snapshot, i int) string { return s.Slice(s.FullLineSpan(i)) }
	start, rest := common(a.Text(), b.Text())
	top := min(a.LineAt(start), b.LineAt(start))
	for top < n && top < m && full(a, top) == full(b, top) {
		top++
	}
	end := 0
	if rest > 0 {
		end = max(0, min(n-1-a.LineAt(len(a.Text())-rest), m-1-b.LineAt(len(b.Text())-rest), n-top, m-top))
	}
	for end < n-top && end < m-top && full(a, n-1-end) == full(b, m-1-end) {
		end++
	}
	if n == m && top == n {
		return nil
	}
	return within(a, b, Hunk{text.Lines{Start: top, End: n - end}, text.Lines{Start: top, End: m - end}})
}

// within compares two ranges of lines.
func within(a, b text.Snapshot, h Hunk) []Hunk {
	lines := func(s text.Snapshot, l text.Lines) []string {
		out := make([]string, 0, l.Len())
		for i := l.Start; i < l.End; i++ {
			out = append(out, s.Slice(s.FullLineSpan(i)))
		}
		return out
	}
	var out []Hunk
	for _, d := range compare(lines(a, h.Old), lines(b, h.New)) {
		out = append(out, Hunk{
			text.Lines{Start: h.Old.Start + d.Start, End: h.Old.Start + d.End},
			text.Lines{Start: h.New.Start + d.ReplStart, End: h.New.Start + d.ReplEnd},
		})
	}
	return out
}

// Image maps a line of the old text to the new one. kept is false inside a
// changed range, where the line is the nearest one.
func Image(hs []Hunk, line int) (to int, kept bool) {
	return image(hs, line, func(h Hunk) (from, to text.Lines) { return h.Old, h.New })
}

// Source maps a line of the new text back to the old one; kept is false for an
// added or changed line.
func Source(hs []Hunk, line int) (from int, kept bool) {
	return image(hs, line, func(h Hunk) (from, to text.Lines) { return h.New, h.Old })
}

func image(hs []Hunk, line int, sides func(Hunk) (from, to text.Lines)) (at int, kept bool) {
	i := sort.Search(len(hs), func(i int) bool { from, _ := sides(hs[i]); return from.Start > line }) - 1
	if i < 0 {
		return line, true
	}
	from, to := sides(hs[i])
	if from.Contains(line) {
		return to.Start + min(line-from.Start, max(0, to.Len()-1)), false
	}
	return line + to.End - from.End, true
}

// Replaced reports whether something stands in the place of an old line.
func Replaced(hs []Hunk, line int) bool {
	h, in := holding(hs, line)
	return in && h.New.Len() > 0
}

// Replaces reports whether an old and a new line are of one changed range.
func Replaces(hs []Hunk, old, fresh int) bool {
	h, in := holding(hs, old)
	return in && h.New.Contains(fresh)
}

// holding returns the changed range that an old line lies in.
func holding(hs []Hunk, old int) (Hunk, bool) {
	i := sort.Search(len(hs), func(i int) bool { return hs[i].Old.End > old })
	if i == len(hs) || !hs[i].Old.Contains(old) {
		return Hunk{}, false
	}
	return hs[i], true
}
