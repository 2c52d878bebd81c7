package rule

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Mark is the byte order mark, which stays when the first line goes.
const Mark = "\ufeff"

// LineButMark returns a line with its terminator, without the mark of the text.
func LineButMark(s text.Snapshot, n int) text.Span {
	sp := s.FullLineSpan(n)
	if n == 0 && strings.HasPrefix(s.Text(), Mark) {
		sp.Start += len(Mark)
	}
	return sp
}

// InsertAt puts a text before an offset.
func InsertAt(offset int, s string) text.Edit {
	return text.Edit{Span: text.Span{Start: offset, End: offset}, New: s}
}
