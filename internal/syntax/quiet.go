package syntax

import (
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Comments are the comments that touch a span, in order.
func (f *File) Comments(span text.Span) []text.Span {
	var out []text.Span
	for _, q := range f.Quiet(span) {
		if f.commentAt(q.Start) {
			out = append(out, q)
		}
	}
	return out
}

// Quiet are the comments and strings that touch a span, in order. The code
// inside interpolated strings is no part of them.
func (f *File) Quiet(span text.Span) []text.Span {
	quiet := f.lexed().quiet
	from := sort.Search(len(quiet), func(i int) bool { return quiet[i].End > span.Start })
	to := from
	for to < len(quiet) && quiet[to].Start < span.End {
		to++
	}
	return quiet[from:to:to]
}

// commentAt reports whether the comment, string or regular expression at an
// offset is a comment.
func (f *File) commentAt(offset int) bool {
	s := f.doc.Text()[offset:]
	return f.dia.hash && s[0] == '#' || f.dia.slashes && (strings.HasPrefix(s, "//") || strings.HasPrefix(s, "/*")) ||
		f.dia.dashes && strings.HasPrefix(s, "--")
}
