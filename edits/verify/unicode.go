package verify

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/text"
)

// invisible names the class of a code point that an edit may not introduce,
// "" for all others.
func invisible(r rune) string {
	if r == 0xFFFD {
		return "replacement character"
	}
	return text.Hidden(r)
}

// visible is the gate for what nobody sees in an editor: invisible and bidirectional
// characters, names that mix scripts or fold into others, which the old text did not hold.
// A character that is only moved is no introduction. Placeholders of a redaction are what
// nobody may see in a document.
func visible(c *check) outcome {
	count, known := map[rune]int{}, map[string]bool{}
	before, _ := c.changed()
	for _, r := range before {
		if invisible(r) != "" {
			count[r]++
		}
	}
	for _, w := range words(before) {
		known[w] = true
	}
	for _, l := range c.addedLines() {
		line := c.after.Line(l)
		for _, r := range line {
			if class := invisible(r); class != "" {
				if count[r]--; count[r] < 0 {
					return fail(edits.RejectUnicode, "line %d introduces U+%04X, a %s", l+1, r, class)
				}
			}
		}
		for _, w := range words(line) {
			switch {
			case known[w]:
			case mixed(w) != "":
				return fail(edits.RejectUnicode, "line %d introduces %q, a name that mixes %s", l+1, w, mixed(w))
			case ascii(norm.NFKC.String(w)) && !ascii(w):
				return fail(edits.RejectUnicode, "line %d introduces %q, which compilers read as %q", l+1, w, norm.NFKC.String(w))
			}
		}
	}
	for _, p := range c.in.Placeholders {
		if p != "" && strings.Count(c.in.After, p) > strings.Count(c.before.Text(), p) {
			return fail(edits.RejectInjection, "holds %q, which only stands for redacted text", clip(p, 40))
		}
	}
	return pass()
}

func ascii(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0 }
