package edits

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// terminated joins the lines of a run, each with its terminator: a kept line
// has its own, an added one that of the line it replaces, else of the line
// above it, else the one that most lines of the document have. A document
// without a final newline keeps that form, unless the rule is about it.
func (c Candidates) terminated(run text.Lines, out []outLine) string {
	s := c.Snapshot
	if s.Len() == 0 {
		return c.fromEmpty(out)
	}
	most := s.MajorityTerminator()
	count := s.LineCount()
	atEnd := run.End >= count
	open := atEnd && s.Terminator(count-1) == "" && !c.aboutFinalNewline()
	var b strings.Builder
	above := most
	if run.Start > 0 {
		if t := s.Terminator(run.Start - 1); t != "" {
			above = t
		} else if len(out) > 0 { // an insertion behind an unterminated last line
			b.WriteString(most)
		}
	}
	replaced := run.Start // old lines from here on were replaced or are to come
	for i, l := range out {
		var term string
		switch {
		case l.old >= 0:
			term = s.Terminator(l.old)
			replaced = l.old + 1
		case replaced < nextKept(out[i:], run.End):
			term = s.Terminator(replaced)
			replaced++
		default:
			term = above
		}
		if term == "" {
			term = above
			if i == 0 && run.Start == 0 {
				term = most
			}
		}
		above = term
		b.WriteString(l.text)
		if i == len(out)-1 && open {
			break
		}
		b.WriteString(term)
	}
	return b.String()
}

// nextKept returns the next line of the document that is kept, else the end.
func nextKept(out []outLine, end int) int {
	for _, l := range out {
		if l.old >= 0 {
			return l.old
		}
	}
	return end
}

// fromEmpty returns the text of a document that was empty: its one empty line is no
// line to keep.
func (c Candidates) fromEmpty(out []outLine) string {
	var b strings.Builder
	for _, l := range out {
		if l.old < 0 {
			b.WriteString(l.text)
			b.WriteString("\n")
		}
	}
	return b.String()
}

// aboutFinalNewline reports whether the diagnostic is about how the file ends.
func (c Candidates) aboutFinalNewline() bool {
	switch c.code {
	case "W292", "W391", "C0304", "missing-final-newline", "eol-last", "trailing-newlines":
		return true
	}
	return false
}
