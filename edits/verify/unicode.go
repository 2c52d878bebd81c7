package verify

import (
	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify/token"
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

// hidden looks for invisible characters and mixed-script names that the old
// text did not hold. A character that is only moved is no introduction.
func hidden(c *check) outcome {
	count := map[rune]int{}
	before, _ := c.changed()
	for _, r := range before {
		if invisible(r) != "" {
			count[r]++
		}
	}
	for _, l := range c.addedLines() {
		for _, r := range c.after.Line(l) {
			if class := invisible(r); class != "" {
				if count[r]--; count[r] < 0 {
					return fail(edits.RejectUnicode, "line %d introduces U+%04X, a %s", l+1, r, class)
				}
			}
		}
	}
	known := map[string]bool{}
	for _, h := range c.hunks {
		for l := h.Old.Start; l < h.Old.End; l++ {
			for _, w := range token.Words(c.before.Line(l)) {
				known[w] = true
			}
		}
	}
	for _, l := range c.addedLines() {
		for _, w := range token.Words(c.after.Line(l)) {
			if s := token.Mixed(w); s != "" && !known[w] {
				return fail(edits.RejectUnicode, "line %d introduces %q, a name that mixes %s", l+1, w, s)
			}
		}
	}
	return pass()
}
