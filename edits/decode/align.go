package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/text"
)

// align matches code with the lines of a range that it keeps, blanks at their ends
// aside: the numbers of the document's lines, -1 for new ones.
func align(c edits.Candidates, l text.Lines, code []string) []int {
	match := lines.Align(c.LinesOf(l), code, strings.TrimSpace)
	for i := range match {
		if match[i] >= 0 {
			match[i] += l.Start
		}
	}
	return match
}

// countsOf returns how often each line stands in the document, blanks at its ends aside.
func countsOf(c edits.Candidates) map[string]int {
	n := map[string]int{}
	for i := range c.Snapshot.LineCount() {
		n[strings.TrimSpace(c.Line(i))]++
	}
	return n
}
