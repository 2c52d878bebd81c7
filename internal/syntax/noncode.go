package syntax

import (
	"sort"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// Comments returns the comments that touch a span, in order.
func (f *File) Comments(span text.Span) []text.Span {
	var out []text.Span
	lx := f.lexed()
	from, to := touching(lx.NonCode, span)
	for i := from; i < to; i++ {
		if lx.Marks[i].Has(lex.Comment) {
			out = append(out, lx.NonCode[i])
		}
	}
	return out
}

// NonCode returns the comments and strings that touch a span, in order. The code
// inside interpolated strings is no part of them.
func (f *File) NonCode(span text.Span) []text.Span {
	spans := f.lexed().NonCode
	from, to := touching(spans, span)
	return spans[from:to:to]
}

// touching returns the first of the spans that touch one, and the one behind the
// last.
func touching(spans []text.Span, span text.Span) (from, to int) {
	from = sort.Search(len(spans), func(i int) bool { return spans[i].End > span.Start })
	to = from
	for to < len(spans) && spans[to].Start < span.End {
		to++
	}
	return from, to
}

// Lexed returns a File without facts: it only knows where the comments and strings
// of a text are.
func Lexed(lang, src string) *File { return newFile(lang, src) }
