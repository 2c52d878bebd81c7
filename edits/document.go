package edits

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

const byteOrderMark = "\ufeff"

// line is a line of the document without its terminator and without the byte
// order mark, which is no part of the text that models see.
func (c Candidates) line(l int) string {
	t := c.Snapshot.Line(l)
	if l == 0 {
		return strings.TrimPrefix(t, byteOrderMark)
	}
	return t
}

func (c Candidates) linesOf(l text.Lines) []string {
	out := make([]string, 0, l.Len())
	for i := l.Start; i < l.End; i++ {
		out = append(out, c.line(i))
	}
	return out
}

// literalAt is the scanner's state at the start of a line of the snapshot. The
// syntax knows it; without one the scan begins at the run, which never begins
// inside a string.
func (c Candidates) literalAt(line, run int) literal {
	st := literal{dia: literalsOf(c.Snapshot.Lang)}
	from := c.Windows.Runs[run].Lines.Start
	if c.File != nil {
		at := c.Snapshot.LineStart(line)
		from = line
		for _, sp := range c.File.Strings {
			if sp.Start < at && at < sp.End {
				from = c.Snapshot.LineAt(sp.Start)
				break
			}
		}
	}
	for l := from; l < line; l++ {
		st = st.scan(c.Snapshot.Line(l))
	}
	return st
}

// oldLiterals says which lines of a range begin inside a multi-line string.
func (c Candidates) oldLiterals(lines text.Lines, run int) []bool {
	in, _ := literalLines(c.literalAt(lines.Start, run), c.linesOf(lines))
	return in
}

const styleSample = 2000 // lines of the document looked at

// style finds how the run indents, else how the document does. How wide a step
// is the whole document says: in a few lines it may be that of a continued line.
func (c Candidates) style(run int) indentStyle {
	switch c.Snapshot.Lang {
	case "go", "makefile":
		return indentStyle{tabs: true}
	}
	r := c.Windows.Runs[run].Lines
	here := samplesOf(c.linesOf(r), c.oldLiterals(r, run))
	if here.tabs > 0 {
		return here.style()
	}
	all := c.linesOf(text.Lines{Start: 0, End: min(c.Snapshot.LineCount(), styleSample)})
	in, _ := literalLines(literal{dia: literalsOf(c.Snapshot.Lang)}, all)
	doc := samplesOf(all, in)
	if here.spaces > 0 {
		doc.tabs, doc.spaces = 0, here.spaces
	}
	return doc.style()
}

// beside are the nearest lines with text above and below a place, as far as the
// run goes.
func (c Candidates) beside(ch change) []string {
	run := c.Windows.Runs[ch.run].Lines
	var list []string
	for l := ch.lines.Start - 1; l >= run.Start; l-- {
		if t := c.line(l); !blank(t) {
			list = append(list, t)
			break
		}
	}
	for l := ch.lines.End; l < run.End; l++ {
		if t := c.line(l); !blank(t) {
			list = append(list, t)
			break
		}
	}
	return list
}

// above is the nearest line with text above a line, "" if there is none.
func (c Candidates) above(line int) string {
	for l := line - 1; l >= 0; l-- {
		if t := c.line(l); !blank(t) {
			return t
		}
	}
	return ""
}

func (c Candidates) blockOf(ch change, lines []string) block {
	in, _ := literalLines(c.literalAt(ch.lines.Start, ch.run), lines)
	return block{lines: lines, literal: in, fixed: make([]bool, len(lines))}
}

// firstLines is the number of lines that must stay first: the shebang and, in
// Python, the encoding line.
func (c Candidates) firstLines() int {
	n := 0
	for n < 2 && n < c.Snapshot.LineCount() && isFirstLine(c.line(n), c.Snapshot.Lang) && (n == 0 || !strings.HasPrefix(c.line(n), "#!")) {
		n++
	}
	return n
}

func isFirstLine(line, lang string) bool {
	if strings.HasPrefix(line, "#!") {
		return !strings.HasPrefix(line, "#![")
	}
	return lang == "python" && strings.HasPrefix(line, "#") && (strings.Contains(line, "coding:") || strings.Contains(line, "coding="))
}

// edges looks for the edge lines of a run in what is to stand in its place.
func (c Candidates) edges(r rewritten) edgeLines {
	r.at, r.removal = c.at, c.removal
	return newEdgeLines(r)
}

// cutEcho removes lines that an answer repeats from above or below the run.
func (c Candidates) cutEcho(run text.Lines, answer []string) ([]string, bool) {
	above := c.linesOf(text.Lines{Start: max(0, run.Start-maxEcho), End: run.Start})
	below := c.linesOf(text.Lines{Start: run.End, End: min(c.Snapshot.LineCount(), run.End+maxEcho)})
	return cutEchoes(answer, c.linesOf(run), above, below)
}
