// Package text holds the line and position model that every other package
// builds on: an immutable [Snapshot] of a document, byte [Span]s, [Lines] and
// [Edit]s, and the conversions between byte offsets, lines and the UTF-8,
// UTF-16 and UTF-32 columns that editors use.
//
// Units: offsets and spans are bytes of the snapshot's text; lines are counted
// from zero; ranges are half-open. Only the edges (the language server, the
// command line, prompts) speak of 1-based lines or of columns.
//
// A line ends with "\n", "\r\n" or a lone "\r", and keeps its own terminator:
// the text is never split and joined. U+2028, NEL, VT and FF end no line.
package text

import "fmt"

// Span is the half-open byte range [Start, End).
type Span struct{ Start, End int }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the offset lies in the span; an empty span contains
// nothing.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Covers reports whether the other span lies wholly inside this one.
func (s Span) Covers(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Overlaps reports whether the two spans share a byte.
func (s Span) Overlaps(o Span) bool { return s.Start < o.End && o.Start < s.End }

func (s Span) String() string { return fmt.Sprintf("[%d,%d)", s.Start, s.End) }

// Lines is the half-open range of zero-based line numbers [Start, End). An
// empty range names the place before line Start.
type Lines struct{ Start, End int }

// Len returns the number of lines in the range.
func (l Lines) Len() int { return l.End - l.Start }

// Contains reports whether the zero-based line lies in the range.
func (l Lines) Contains(line int) bool { return l.Start <= line && line < l.End }

// Covers reports whether the other range lies wholly inside this one. An empty
// range (an insertion point) is covered from Start to End inclusive.
func (l Lines) Covers(o Lines) bool { return l.Start <= o.Start && o.End <= l.End }

// Overlaps reports whether the two ranges share a line.
func (l Lines) Overlaps(o Lines) bool { return l.Start < o.End && o.Start < l.End }

// Touches reports whether the two ranges share a line or are neighbours.
func (l Lines) Touches(o Lines) bool { return l.Start <= o.End && o.Start <= l.End }

// Union returns the smallest range that contains both.
func (l Lines) Union(o Lines) Lines { return Lines{min(l.Start, o.Start), max(l.End, o.End)} }

// String prints the range as editors do: 1-based and inclusive.
func (l Lines) String() string {
	switch l.Len() {
	case 0:
		return fmt.Sprintf("before line %d", l.Start+1)
	case 1:
		return fmt.Sprintf("line %d", l.Start+1)
	}
	return fmt.Sprintf("lines %d-%d", l.Start+1, l.End)
}

// Edit replaces the bytes of Span by New. Spans refer to the text before any
// edit of the same list.
type Edit struct {
	Span Span
	New  string
}
