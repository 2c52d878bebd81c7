package diff

import (
	"github.com/aymanbagabas/go-udiff/lcs"

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
	lines := func(s text.Snapshot, l text.Lines) []string {
		out := make([]string, 0, l.Len())
		for i := l.Start; i < l.End; i++ {
			out = append(out, full(s, i))
		}
		return out
	}
	x, y := lines(a, text.Lines{Start: top, End: n - end}), lines(b, text.Lines{Start: top, End: m - end})
	var out []Hunk
	for _, d := range lcs.DiffLines(x, y) {
		out = append(out, Hunk{
			text.Lines{Start: top + d.Start, End: top + d.End},
			text.Lines{Start: top + d.ReplStart, End: top + d.ReplEnd},
		})
	}
	return out
}

// Image maps a line of the old text to the new one. kept is false inside a
// changed range, where the line is the nearest one.
func Image(hs []Hunk, line int) (to int, kept bool) {
	shift := 0
	for _, h := range hs {
		if line < h.Old.Start {
			break
		}
		if h.Old.Contains(line) {
			return h.New.Start + min(line-h.Old.Start, max(0, h.New.Len()-1)), false
		}
		shift = h.New.End - h.Old.End
	}
	return line + shift, true
}

// Source maps a line of the new text back to the old one; kept is false for an
// added or changed line.
func Source(hs []Hunk, line int) (from int, kept bool) {
	back := make([]Hunk, len(hs))
	for i, h := range hs {
		back[i] = Hunk{h.New, h.Old}
	}
	return Image(back, line)
}
