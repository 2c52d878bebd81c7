package prompt

import (
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// lineMost is up to how many lines a statement is asked for alone.
const lineMost = 6

// FitsLine reports whether the diagnostic is on a statement that can be asked for
// alone: what is wrong with a signature, or where something is missing, is not.
func FitsLine(c edits.Candidates) bool {
	if _, elsewhere := c.Lacking(); elsewhere {
		return false
	}
	at := statement(c)
	if at.Len() == 0 || at.Len() > lineMost || c.File == nil {
		return false
	}
	for _, n := range c.File.Nodes {
		if (n.Kind == syntax.Function || n.Kind == syntax.Class) && n.Header.Overlaps(at) {
			return false
		}
	}
	for i := at.Start; i < at.End; i++ {
		if strings.ContainsFunc(c.Line(i), unicode.IsLetter) {
			return true
		}
	}
	return false
}

// statement returns the lines of the statement that the diagnostic is on.
func statement(c edits.Candidates) text.Lines {
	if c.File == nil {
		return c.At()
	}
	return c.File.Statement(c.At())
}

// oneLine shows the file and asks for the statement of the diagnostic, and
// nothing else: a small model that has a whole function to send back copies it,
// defect and all, where it finds the right line when that is all it may write.
func oneLine(in Input) Messages {
	at := statement(in.Candidates)
	what := "line"
	if at.Len() > 1 {
		what = "statement"
	}
	var b strings.Builder
	seen := begin(&b, in)
	b.WriteString("The " + what + " in question:\n")
	code(&b, in, at)
	again(&b, in)
	return plain(in, b.String(), "This "+what+" is wrong. Answer with the code that has to stand in its place, in one "+
		"code block.",
		reserve(in, at), seen)
}
