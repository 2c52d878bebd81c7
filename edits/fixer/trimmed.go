package fixer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Trimmed returns edits of a text that leave no line of which only its indentation stays (clippy's let_and_return),
// and no blank lines at the top of the file or of a block where the lines that stood there are gone: no formatter
// would leave them, and a tool's own fix does (ruff's F401).
func Trimmed(s text.Snapshot, list []text.Edit) []text.Edit {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	top := -1 // the end of what is gone from the top of a file or block, -1 where nothing is
	for i := range out {
		lines := s.LinesSpan(s.LinesOf(out[i].Span))
		next := text.Span{Start: s.Len()}
		if i+1 < len(out) {
			next = out[i+1].Span
		}
		if i == 0 || out[i-1].Span.End < lines.Start {
			out[i] = unindented(s, out[i], lines, next)
		}
		e := out[i]
		whole := e.New == "" && e.Span.Len() > 0 && startsLine(s, e.Span.Start) &&
			(startsLine(s, e.Span.End) || e.Span.End == s.Len())
		if !whole || top != e.Span.Start && !opens(s, e.Span.Start) {
			top = -1
			continue
		}
		top = e.Span.End
		end := e.Span.End
		for line := s.LineAt(end); end < s.Len() && line < s.LineCount() && strings.TrimSpace(s.Line(line)) == ""; line++ {
			end = s.FullLineSpan(line).End
		}
		if next.Start < end {
			continue // the next one is about those lines
		}
		out[i].Span.End, top = end, end
	}
	return out
}

// unindented returns the first edit of some lines without those at their start of which it leaves the indentation
// alone.
func unindented(s text.Snapshot, e text.Edit, lines, next text.Span) text.Edit {
	isBlank := func(s string) bool { return strings.TrimSpace(s) == "" }
	before := s.Slice(text.Span{Start: lines.Start, End: e.Span.Start})
	if !isBlank(before) || isBlank(s.Slice(e.Span)) {
		return e
	}
	now := before + e.New
	out := text.Edit{Span: text.Span{Start: lines.Start, End: e.Span.End}, New: now}
	for {
		line, rest, more := strings.Cut(out.New, "\n")
		if !more || !isBlank(line) || strings.Trim(line, " \t") == line {
			break
		}
		out.New = rest
	}
	// An empty line that is left is one that the tool wants there.
	left := strings.TrimRight(out.New+s.Slice(text.Span{Start: e.Span.End, End: lines.End}), "\r\n")
	if next.Start >= lines.End && left != "" && !strings.Contains(left, "\n") && isBlank(left) {
		return text.Edit{Span: lines}
	}
	if out.New == now {
		return e
	}
	return out
}

func startsLine(s text.Snapshot, at int) bool { return s.LineStart(s.LineAt(at)) == at }

// opens reports whether a file or a block begins at the beginning of a line.
func opens(s text.Snapshot, at int) bool {
	n := s.LineAt(at)
	if n == 0 {
		return true
	}
	above := strings.TrimRight(s.Line(n-1), " \t")
	if s.Lang == "python" {
		return strings.HasSuffix(above, ":")
	}
	return strings.HasSuffix(above, "{")
}
