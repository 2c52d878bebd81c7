package egress

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// part is a part of an assembled text.
type part struct{ start, end int }

// fenceLine is one between snippets of code: three backquotes begin and end no literal of theirs.
var fenceLine = lazyre.New("(?m)^[ \\t]*(?:`{3,}|~{3,})[\\w+-]*[ \\t]*$")

// snippets returns the parts of an assembled text between its fences. What stands in one has nothing to do
// with what stands in the next: read as one text, the backquotes of a fence open a literal that ends in
// another snippet, and two halves of ordinary code make a key.
func snippets(s string) []part {
	var out []part
	at := 0
	for _, f := range fenceLine.FindAllStringIndex(s, -1) {
		out = append(out, part{at, f[0]})
		at = f[1]
	}
	return append(out, part{at, len(s)})
}

// Snippets applies a change to each snippet of an assembled text by itself.
func Snippets(s string, change func(string) string) string {
	var b strings.Builder
	at := 0
	for _, p := range snippets(s) {
		b.WriteString(s[at:p.start])
		b.WriteString(change(s[p.start:p.end]))
		at = p.end
	}
	return b.String() + s[at:]
}
