package diff

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Minimal returns the edits that turn the old text into the new one: sorted,
// disjoint, whole lines where several lines changed, and the changed characters
// only where a single line did. No edit begins or ends inside a character, a
// grapheme cluster or a "\r\n".
func Minimal(old, new string) []text.Edit {
	if old == new {
		return nil
	}
	start, end := common(old, new)
	a, b := SplitLines(old[start:len(old)-end]), SplitLines(new[start:len(new)-end])
	offset, at := start, 0 // offset is where line at of a begins
	var edits []text.Edit
	for _, d := range lineDiff(a, b) {
		offset += length(a[at:d.Start])
		removed := length(a[d.Start:d.End])
		e := text.Edit{
			Span: text.Span{Start: offset, End: offset + removed},
			New:  strings.Join(b[d.ReplStart:d.ReplEnd], ""),
		}
		if d.End-d.Start == 1 && d.ReplEnd-d.ReplStart == 1 {
			e = narrow(old, e)
		}
		e.New = strings.Clone(e.New) // else the few bytes of an edit keep the whole text
		edits = append(edits, e)
		offset += removed
		at = d.End
	}
	return edits
}

// SplitLines cuts a text behind every terminator ("\n", "\r\n" or a lone "\r").
// The pieces joined are the text again; the empty text has none.
func SplitLines(s string) []string {
	lines := make([]string, 0, strings.Count(s, "\n")+1)
	for s != "" {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			i = len(s) - 1
		}
		line := s[:i+1]
		for r := strings.IndexByte(line, '\r'); r >= 0 && r < len(line)-1 &&
			line[r+1] != '\n'; r = strings.IndexByte(line, '\r') {
			lines = append(lines, line[:r+1])
			line = line[r+1:]
		}
		lines = append(lines, line)
		s = s[i+1:]
	}
	return lines
}

// common returns how many bytes two texts share at their starts and at their ends,
// in whole lines; the ends do not overlap the starts.
func common(a, b string) (start, end int) {
	start, end = text.Common(a, b)
	start = strings.LastIndexByte(a[:start], '\n') + 1
	if line := strings.IndexByte(a[len(a)-end:], '\n'); line >= 0 {
		return start, end - line - 1
	}
	return start, 0
}

func commonPrefix(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

func length(lines []string) int {
	n := 0
	for _, l := range lines {
		n += len(l)
	}
	return n
}

// narrow cuts what is equal at both ends of an edit.
func narrow(old string, e text.Edit) text.Edit {
	was := old[e.Span.Start:e.Span.End]
	n := 0
	for n < len(was) && n < len(e.New) && was[n] == e.New[n] {
		n++
	}
	for n > 0 && (!boundary(was, n) || !boundary(e.New, n)) {
		n--
	}
	m := 0
	for m < len(was)-n && m < len(e.New)-n && was[len(was)-1-m] == e.New[len(e.New)-1-m] {
		m++
	}
	for m > 0 && (!boundary(was, len(was)-m) || !boundary(e.New, len(e.New)-m)) {
		m--
	}
	return text.Edit{
		Span: text.Span{Start: e.Span.Start + n, End: e.Span.End - m},
		New:  e.New[n : len(e.New)-m],
	}
}
