package diff

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// MinimalOf returns the edits of a text, which must not overlap, as [Minimal] makes them. It
// compares the lines that they touch, and no others: one finding of many in a large file
// costs what its own lines do.
func MinimalOf(s text.Snapshot, edits []text.Edit) ([]text.Edit, error) {
	if len(edits) == 1 && edits[0].New == "" && s.Holds(edits) && s.LinesSpan(s.LinesOf(edits[0].Span)) == edits[0].Span {
		return edits, nil // whole lines are gone
	}
	lines, old, fresh, err := Touched(s, edits)
	if err != nil || len(edits) == 0 {
		return nil, err
	}
	out := Minimal(old, fresh)
	for i := range out {
		out[i].Span.Start += s.LineStart(lines.Start)
		out[i].Span.End += s.LineStart(lines.Start)
	}
	return out, nil
}

// Touched returns the range of lines of a text from the first that an edit touches to the
// last, before and after the edits.
func Touched(s text.Snapshot, edits []text.Edit) (at text.Lines, old, fresh string, err error) {
	if len(edits) == 0 {
		return at, "", "", nil
	}
	span := edits[0].Span
	for _, e := range edits {
		span = text.Span{Start: min(span.Start, e.Span.Start), End: max(span.End, e.Span.End)}
	}
	// The line behind an edit that ends at its start may lose its own.
	at = s.LinesOf(text.Span{Start: span.Start, End: min(span.End+1, s.Len())})
	base := s.LineStart(at.Start)
	old = s.Slice(s.LinesSpan(at))
	moved := make([]text.Edit, len(edits))
	for i, e := range edits {
		moved[i] = text.Edit{Span: text.Span{Start: e.Span.Start - base, End: e.Span.End - base}, New: e.New}
	}
	after, err := text.New(old).Apply(moved)
	return at, old, after.Text(), err
}

// UnifiedOf is [Unified] of a text with edits, which must not overlap; "" where they do
// or change nothing. It looks at the lines that they touch and those around them.
func UnifiedOf(path string, s text.Snapshot, edits []text.Edit) string {
	at, old, fresh, err := Touched(s, edits)
	if err != nil || old == fresh {
		return ""
	}
	start, end := s.LineStart(at.Start), s.LineStart(at.End)
	for range contextLines + 1 { // one more, as lines that are alike may move the change
		start = strings.LastIndexByte(s.Text()[:max(start-1, 0)], '\n') + 1
		if i := strings.IndexByte(s.Text()[end:], '\n'); i >= 0 {
			end += i + 1
		} else {
			end = s.Len()
		}
	}
	before := s.Slice(text.Span{Start: start, End: s.LineStart(at.Start)})
	behind := s.Slice(text.Span{Start: s.LineStart(at.End), End: end})
	return unified(path, before+old+behind, before+fresh+behind, s.Newlines(start))
}
