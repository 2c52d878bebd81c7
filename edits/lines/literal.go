package lines

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// LiteralLines says for each row of code whether it begins inside a multi-line
// string, so that its leading blanks are content. Above are the lines before the
// first row, from one on that begins outside of strings.
func LiteralLines(lang string, above, rows []string) []bool {
	in := make([]bool, len(rows))
	if !slices.ContainsFunc(above, mayQuote) && !slices.ContainsFunc(rows, mayQuote) {
		return in
	}
	src := strings.Join(slices.Concat(above, rows), "\n")
	read := lex.Read(text.New(src), lex.For(lang))
	at, k := len(src), 0 // the end of what stands above the next row
	for _, row := range rows {
		at -= len(row) + 1
	}
	for i, row := range rows {
		at++ // over the end of the line before
		for k < len(read.NonCode) && read.NonCode[k].End <= at {
			k++
		}
		in[i] = k < len(read.NonCode) && read.NonCode[k].Start < at && !read.Marks[k].Has(lex.Comment)
		at += len(row)
	}
	return in
}

func mayQuote(line string) bool { return strings.ContainsAny(line, "\"'`") }
