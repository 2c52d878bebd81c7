package diff

import "github.com/fettle-dev/fettle/internal/text"

// MinimalOf are the edits of a text, which must not overlap, as [Minimal] makes them. It
// compares the lines that they touch, and no others: one finding of many in a large file
// costs what its own lines do.
func MinimalOf(s text.Snapshot, edits []text.Edit) ([]text.Edit, error) {
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

// Touched is the range of lines of a text from the first that an edit touches to the
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
