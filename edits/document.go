package edits

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

// lackingLines is how long a class may be that is asked for as a whole.
const lackingLines = 60

const byteOrderMark = "\ufeff"

// At returns the lines of the diagnostic.
func (c Candidates) At() text.Lines { return c.at }

// Lacking returns the lines of the class that lacks what the diagnostic is about, where
// all of it may change and it is short enough to be written anew.
func (c Candidates) Lacking() (text.Lines, bool) {
	short := c.lacking.Len() > 0 && c.lacking.Len() <= lackingLines
	return c.lacking, short && slices.ContainsFunc(c.Windows.Runs,
		func(r window.Run) bool { return r.Lines.Covers(c.lacking) && r.Permits(c.lacking.Start) })
}

// Line returns a line of the document without its terminator and without the byte
// order mark, which is no part of the text that models see.
func (c Candidates) Line(l int) string {
	t := c.Snapshot.Line(l)
	if l == 0 {
		return strings.TrimPrefix(t, byteOrderMark)
	}
	return t
}

// LinesOf returns the lines of a range.
func (c Candidates) LinesOf(l text.Lines) []string {
	out := make([]string, 0, l.Len())
	for i := l.Start; i < l.End; i++ {
		out = append(out, c.Line(i))
	}
	return out
}

// aboveLine returns the lines above one, from where no string is open: what is read of
// a line hangs on them. The syntax knows that; without one they begin with the run,
// which never begins inside a string.
func (c Candidates) aboveLine(line int, run text.Lines) []string {
	from := run.Start
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
	return c.LinesOf(text.Lines{Start: from, End: max(from, line)})
}

const styleSample = 2000 // lines of the document looked at

// style finds how the run indents, else how the document does. How wide a step
// is the whole document says: in a few lines it may be that of a continued line.
func (c Candidates) style(run text.Lines) lines.IndentStyle {
	switch c.Snapshot.Lang {
	case "go", "makefile":
		return lines.IndentStyle{Tabs: true}
	}
	here := lines.SamplesOf(c.LinesOf(run), lines.LiteralLines(c.Snapshot.Lang, c.aboveLine(run.Start, run),
		c.LinesOf(run)))
	if here.Tabs > 0 {
		return here.Style()
	}
	all := c.LinesOf(text.Lines{Start: 0, End: min(c.Snapshot.LineCount(), styleSample)})
	doc := lines.SamplesOf(all, lines.LiteralLines(c.Snapshot.Lang, nil, all))
	if here.Spaces > 0 {
		doc.Tabs, doc.Spaces = 0, here.Spaces
	}
	return doc.Style()
}

// neighbours returns the nearest lines with text above and below a place, as far as the
// run goes.
func (c Candidates) neighbours(ch change) []string {
	run := c.Windows.Runs[ch.run].Lines
	var list []string
	for l := ch.lines.Start - 1; l >= run.Start; l-- {
		if t := c.Line(l); !lines.Blank(t) {
			list = append(list, t)
			break
		}
	}
	for l := ch.lines.End; l < run.End; l++ {
		if t := c.Line(l); !lines.Blank(t) {
			list = append(list, t)
			break
		}
	}
	return list
}

// above returns the nearest line with text above a line, "" if there is none.
func (c Candidates) above(line int) string {
	for l := line - 1; l >= 0; l-- {
		if t := c.Line(l); !lines.Blank(t) {
			return t
		}
	}
	return ""
}

// blockOf is new code at a line of a run.
func (c Candidates) blockOf(line int, run text.Lines, rows []string) lines.Block {
	in := lines.LiteralLines(c.Snapshot.Lang, c.aboveLine(line, run), rows)
	return lines.Block{Lines: rows, Literal: in, Fixed: make([]bool, len(rows))}
}

// firstLines returns the number of lines that must stay first: the shebang and, in
// Python, the encoding line.
func (c Candidates) firstLines() int {
	n := 0
	for n < 2 && n < c.Snapshot.LineCount() && isFirstLine(c.Line(n), c.Snapshot.Lang) &&
		(n == 0 || !strings.HasPrefix(c.Line(n), "#!")) {
		n++
	}
	return n
}

func isFirstLine(line, lang string) bool {
	if strings.HasPrefix(line, "#!") {
		return !strings.HasPrefix(line, "#![")
	}
	return lang == "python" && strings.HasPrefix(line, "#") &&
		(strings.Contains(line, "coding:") || strings.Contains(line, "coding="))
}

// cutEcho removes lines that an answer repeats from above or below the run.
func (c Candidates) cutEcho(run text.Lines, answer []string) []string {
	const near = 50
	above := c.LinesOf(text.Lines{Start: max(0, run.Start-near), End: run.Start})
	below := c.LinesOf(text.Lines{Start: run.End, End: min(c.Snapshot.LineCount(), run.End+near)})
	return lines.CutEchoes(answer, c.LinesOf(run), above, below)
}
