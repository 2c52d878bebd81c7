package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/text"
)

// Editors, and so snapshots, end a line at "\n", "\r\n" and a lone "\r". Some
// tools do not: those of JavaScript also end one at U+2028 and U+2029, as its
// grammar does, and compilers that read bytes end one at "\n" alone. Their
// numbers of lines are turned into ours before anything else is made of them.
type lineBreaks uint8

const (
	usualBreaks      lineBreaks = iota
	ecmascriptBreaks            // U+2028 and U+2029, too
	feedBreaks                  // no lone "\r"
)

// breaksOf returns how a tool counts lines; biome, though it reads JavaScript, counts
// as editors do.
func breaksOf(tool string) lineBreaks {
	switch tool {
	case "eslint", "tsc":
		return ecmascriptBreaks
	case "go", "go vet", "go fix", "staticcheck", "golangci-lint", "rustc", "clippy":
		return feedBreaks
	}
	return usualBreaks
}

// toolLines are the lines of a text as a tool counts them.
type toolLines struct {
	text   text.Snapshot
	ends   string // the characters that end a line
	starts []int
}

// linesFor returns the table of a tool's lines, nil where they are the snapshot's.
func linesFor(s text.Snapshot, b lineBreaks) *toolLines {
	t := s.Text()
	switch b {
	case ecmascriptBreaks:
		if !strings.Contains(t, "\u2028") && !strings.Contains(t, "\u2029") {
			return nil
		}
	case feedBreaks:
		if strings.Count(t, "\r") == strings.Count(t, "\r\n") {
			return nil
		}
	default:
		return nil
	}
	l := &toolLines{s, "\r\n", []int{0}}
	if b == ecmascriptBreaks {
		l.ends += "\u2028\u2029"
	}
	for i, r := range t {
		switch {
		case r == '\n':
		case b == ecmascriptBreaks && r == '\r' && !strings.HasPrefix(t[i+1:], "\n"):
		case b == ecmascriptBreaks && (r == '\u2028' || r == '\u2029'):
		default:
			continue
		}
		l.starts = append(l.starts, i+utf8.RuneLen(r))
	}
	return l
}

// tables makes the table for each way of counting at most once.
func tables(s text.Snapshot) func(lineBreaks) *toolLines {
	made := map[lineBreaks]*toolLines{usualBreaks: nil}
	return func(b lineBreaks) *toolLines {
		l, ok := made[b]
		if !ok {
			l = linesFor(s, b)
			made[b] = l
		}
		return l
	}
}

// inOurLines returns a finding with the snapshot's numbers of lines. A fix with a
// place that the text does not have is dropped.
func (l *toolLines) inOurLines(f *Finding, is func(string) bool) *Finding {
	out := *f
	out.Start, _ = l.point(f.Start, f.Unit)
	out.End, _ = l.point(f.End, f.Unit)
	out.Related = slices.Clone(f.Related)
	for i, r := range out.Related {
		if r.Path == "" || is(r.Path) {
			out.Related[i].Line, out.Related[i].EndLine = l.line(r.Line), l.line(r.EndLine)
		}
	}
	if f.Fix == nil {
		return &out
	}
	fix := *f.Fix
	fix.Edits = slices.Clone(fix.Edits)
	for i, e := range fix.Edits {
		var ok1, ok2 bool
		fix.Edits[i].Start, ok1 = l.point(e.Start, fix.Unit)
		fix.Edits[i].End, ok2 = l.point(e.End, fix.Unit)
		if !ok1 || !ok2 {
			out.Fix = nil
			return &out
		}
	}
	out.Fix = &fix
	return &out
}

// line returns the number of the snapshot's line in which a tool's line begins. A
// line past the text stays past it.
func (l *toolLines) line(n int) int {
	switch {
	case n <= 0:
		return n
	case n > len(l.starts):
		return l.text.LineCount() + n - len(l.starts)
	}
	return l.text.LineAt(l.starts[n-1]) + 1
}

// point returns a tool's point in the snapshot's lines; false if the text does not
// have it.
func (l *toolLines) point(p Point, u Unit) (Point, bool) {
	switch {
	case u >= Offset || p.Line <= 0:
		return p, true
	case p.Line > len(l.starts):
		return Point{l.line(p.Line), p.Column}, false
	case p.Column <= 0:
		return Point{l.line(p.Line), p.Column}, true
	}
	start, end := l.starts[p.Line-1], l.text.Len()
	if p.Line < len(l.starts) {
		end = l.starts[p.Line]
	}
	body := strings.TrimRight(l.text.Text()[start:end], l.ends)
	one := text.New(strings.ReplaceAll(body, "\r", " ")) // of one line
	at := one.Offset(text.Position{Character: p.Column - 1}, encoding(u))
	exact := p.Column == EndOfLine || one.Position(at, encoding(u)).Character == p.Column-1
	here := l.text.Position(start+at, encoding(u))
	return Point{here.Line + 1, here.Character + 1}, exact
}
