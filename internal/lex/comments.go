package lex

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// WithoutComments returns a text without its comments and, in Python, without the strings in
// three quotes, which describe; one with fields makes a text.
func WithoutComments(src string, dia Dialect) string {
	var b strings.Builder
	at, t := 0, Read(text.New(src), dia)
	for i, q := range t.NonCode {
		if m := t.Marks[i]; m.Has(Comment) || dia.Family == Python && !m.Has(Inner) && describes(src[q.Start:q.End]) {
			b.WriteString(src[at:q.Start])
			at = q.End
		}
	}
	return b.String() + src[at:]
}

func describes(literal string) bool {
	quotes := strings.TrimLeft(literal, "rRuU")
	return strings.HasPrefix(quotes, `"""`) || strings.HasPrefix(quotes, "'''")
}

// Code returns a text with blanks for the bytes of its comments and quotes for those of its
// literals, the code in their fields included. Ends of lines, and all offsets, stay.
func Code(src string, dia Dialect) string {
	b := []byte(src)
	Read(text.New(src), dia).Whole(len(src), func(sp text.Span, m Mark) {
		fill := byte('"')
		if m.Has(Comment) {
			fill = ' '
		}
		for i := sp.Start; i < sp.End; i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = fill
			}
		}
	})
	return string(b)
}
