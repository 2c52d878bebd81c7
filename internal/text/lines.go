package text

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// The table of line starts is kept in 32 bits: it is copied at every key
// press, and texts are far smaller than 2 GiB.

// lineStarts finds the first byte of every line.
func lineStarts(t string) []int32 {
	starts := make([]int32, 1, 2+strings.Count(t, "\n"))
	return appendLineStarts(starts, t, 0)
}

func appendLineStarts(starts []int32, t string, base int) []int32 {
	if strings.IndexByte(t, '\r') < 0 {
		for i := 0; ; {
			j := strings.IndexByte(t[i:], '\n')
			if j < 0 {
				return starts
			}
			i += j + 1
			starts = append(starts, int32(base+i))
		}
	}
	for i := 0; i < len(t); {
		j := strings.IndexAny(t[i:], "\r\n")
		if j < 0 {
			break
		}
		i += j
		if t[i] == '\r' && i+1 < len(t) && t[i+1] == '\n' {
			i++
		}
		i++
		starts = append(starts, int32(base+i))
	}
	return starts
}

// firstAbove returns the index of the first start greater than the offset.
func firstAbove(starts []int32, offset int) int {
	return sort.Search(len(starts), func(i int) bool { return int(starts[i]) > offset })
}

// LongestLine returns the number of characters of the longest line, its terminator
// included.
func (s Snapshot) LongestLine() int {
	if s.body == nil {
		return 0
	}
	s.body.measured.Do(s.measure)
	return s.body.longest
}

// Newlines returns how many "\n" stand before an offset. A lone "\r" ends a line as well, and
// git and diff do not count it.
func (s Snapshot) Newlines(offset int) int {
	if s.body == nil {
		return 0
	}
	s.body.measured.Do(s.measure)
	return firstAbove(s.body.starts, offset) - 1 - firstAbove(s.body.lone, offset)
}

// measure works out what is asked of a text again and again: it looks once at each of its lines.
func (s Snapshot) measure() {
	t := s.Text()
	longest, starts := 0, s.body.starts
	for i, start := range starts {
		if i > 0 && t[start-1] == '\r' {
			s.body.lone = append(s.body.lone, start)
		}
		end := len(t)
		if i+1 < len(starts) {
			end = int(starts[i+1])
		}
		// A line of n bytes has at most n characters.
		if end-int(start) > longest {
			longest = max(longest, utf8.RuneCountInString(t[start:end]))
		}
	}
	s.body.longest = longest
}

// replace applies one edit and derives the line table from the former one:
// only the changed lines are scanned again.
func (s Snapshot) replace(e Edit) (Snapshot, error) {
	t := s.Text()
	if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(t) {
		return s, overlap(e)
	}
	if s.body == nil {
		return s.With(e.New), nil
	}
	next := t[:e.Span.Start] + e.New + t[e.Span.End:]
	old := s.body.starts
	// Scan from the line before the change: a "\n" inserted behind a "\r"
	// moves the start of the line after it.
	first := max(0, firstAbove(old, e.Span.Start-1)-2)
	// Scan to the second line start behind the change, for the same reason.
	delta := len(e.New) - e.Span.Len()
	after := min(len(old), firstAbove(old, e.Span.End)+1)
	scanEnd := len(next)
	if after < len(old) {
		scanEnd = int(old[after]) + delta
	}
	starts := make([]int32, first+1, len(old)+8)
	copy(starts, old[:first+1])
	base := int(old[first])
	starts = appendLineStarts(starts, next[base:scanEnd], base)
	if after < len(old) {
		// The scan ended exactly on old[after], which it has just appended.
		if int(starts[len(starts)-1]) != scanEnd {
			starts = append(starts, int32(scanEnd))
		}
		starts = appendShifted(starts, old[after+1:], int32(delta))
	}
	s.body = &body{text: next, starts: starts}
	return s, nil
}

// appendShifted appends every start moved by delta.
func appendShifted(dst, src []int32, delta int32) []int32 {
	n := len(dst)
	dst = append(dst, src...)
	if delta == 0 {
		return dst
	}
	moved := dst[n:]
	for i := range moved {
		moved[i] += delta
	}
	return dst
}
