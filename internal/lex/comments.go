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
