package edits

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

// Rebase moves edits of one text to a later one, when every run of their
// windows is unchanged: changes above shift them by whole lines, changes below
// leave them alone. Steps are the changes that led from was to now, each a list
// of edits on the text before it. A change that touches a run is
// [RejectStale]: nothing is ever shifted by guess. Of a step that replaces the
// whole text, the equal lines at both ends count as unchanged.
func Rebase(was, now text.Snapshot, w window.Set, list []text.Edit, steps [][]text.Edit) ([]text.Edit, *Reject) {
	stale := &Reject{Code: RejectStale, Op: -1, Detail: "the document changed at the place of the fix"}
	spans := make([]text.Span, len(w.Runs))
	for i, r := range w.Runs {
		spans[i] = was.LinesSpan(r.Lines)
	}
	shift := make([]int, len(spans))
	before := was
	for _, step := range steps {
		after, err := before.Apply(step)
		if err != nil {
			return nil, stale
		}
		for i := range spans {
			moved, ok := follow(spans[i], step)
			if !ok && len(step) == 1 {
				moved, ok = followUnknown(spans[i], before, step[0])
			}
			if !ok {
				return nil, stale
			}
			shift[i] += moved.Start - spans[i].Start
			spans[i] = moved
		}
		before = after
	}
	for i, r := range w.Runs {
		// The steps must lead to the text at hand, and leave whole lines.
		if spans[i].End > now.Len() || now.Slice(spans[i]) != was.Slice(was.LinesSpan(r.Lines)) ||
			!wholeLines(now, spans[i]) {
			return nil, stale
		}
	}
	out := make([]text.Edit, len(list))
	for n, e := range list {
		i := slices.IndexFunc(w.Runs, func(r window.Run) bool { return was.LinesSpan(r.Lines).Covers(e.Span) })
		if i < 0 {
			return nil, stale
		}
		out[n] = text.Edit{Span: text.Span{Start: e.Span.Start + shift[i], End: e.Span.End + shift[i]}, New: e.New}
	}
	return out, nil
}

// follow moves a span through one step of edits on one text; false if one of
// them touches it.
func follow(sp text.Span, step []text.Edit) (text.Span, bool) {
	by := 0
	for _, e := range step {
		switch {
		case e.Span.End <= sp.Start:
			by += len(e.New) - e.Span.Len()
		case e.Span.Start >= sp.End:
		default:
			return sp, false
		}
	}
	return text.Span{Start: sp.Start + by, End: sp.End + by}, true
}

// followUnknown moves a span through an edit that replaces it together with its
// surroundings, as editors do that send whole texts: its real extent is what
// remains once equal lines are cut from both ends. False where the span is in
// what remains, or where it is not known at which end it was cut.
func followUnknown(sp text.Span, s text.Snapshot, e text.Edit) (text.Span, bool) {
	if !e.Span.Covers(sp) {
		return sp, false
	}
	old := s.Slice(e.Span)
	head, tail := equalHead(old, e.New), equalTail(old, e.New)
	by := len(e.New) - len(old)
	above := sp.End <= e.Span.Start+head
	below := sp.Start >= e.Span.End-tail
	switch {
	case above && below && by != 0:
		return sp, false
	case above:
		return sp, true
	case below:
		return text.Span{Start: sp.Start + by, End: sp.End + by}, true
	}
	return sp, false
}

// equalHead returns the length of the lines that two texts begin with.
func equalHead(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) && n == len(b) {
		return n
	}
	return strings.LastIndexAny(a[:n], "\r\n") + 1
}

// equalTail returns the length of the lines that two texts end with.
func equalTail(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	if startsLine(a, len(a)-n) && startsLine(b, len(b)-n) {
		return n
	}
	rest := a[len(a)-n:]
	if i := strings.IndexAny(rest, "\r\n"); i >= 0 {
		return len(rest) - i - 1
	}
	return 0
}

func startsLine(s string, at int) bool {
	return at == 0 || s[at-1] == '\n' || s[at-1] == '\r' && (at == len(s) || s[at] != '\n')
}

// wholeLines reports whether a span begins and ends at line boundaries.
func wholeLines(s text.Snapshot, sp text.Span) bool {
	first := s.LineAt(sp.Start)
	starts := s.LineStart(first) == sp.Start || sp.Start == s.Len()
	last := s.LineAt(sp.End)
	ends := s.LineStart(last) == sp.End || sp.End == s.Len()
	return starts && ends
}
