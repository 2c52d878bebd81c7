package syntax

import (
	"sort"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// Comments are the comments that touch a span, in order.
func (f *File) Comments(span text.Span) []text.Span {
	var out []text.Span
	lx := f.lexed()
	from, to := touching(lx.Quiet, span)
	for i := from; i < to; i++ {
		if lx.Marks[i].Has(lex.Comment) {
			out = append(out, lx.Quiet[i])
		}
	}
	return out
}

// Quiet are the comments and strings that touch a span, in order. The code
// inside interpolated strings is no part of them.
func (f *File) Quiet(span text.Span) []text.Span {
	quiet := f.lexed().Quiet
	from, to := touching(quiet, span)
	return quiet[from:to:to]
}

// touching are the first of the spans that touch one, and the one behind the
// last.
func touching(quiet []text.Span, span text.Span) (from, to int) {
	from = sort.Search(len(quiet), func(i int) bool { return quiet[i].End > span.Start })
	to = from
	for to < len(quiet) && quiet[to].Start < span.End {
		to++
	}
	return from, to
}

// Lexed is a File without facts: it only knows where the comments and strings
// of a text are.
func Lexed(lang, src string) *File { return newFile(lang, src) }
