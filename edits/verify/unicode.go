package verify

import (
	"fmt"
	"unicode"

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
			for _, w := range words(c.before.Line(l)) {
				known[w] = true
			}
		}
	}
	for _, l := range c.addedLines() {
		for _, w := range words(c.after.Line(l)) {
			if s := mixed(w); s != "" && !known[w] {
				return fail(edits.RejectUnicode, "line %d introduces %q, a name that mixes %s", l+1, w, s)
			}
		}
	}
	return pass()
}

// words are the runs of letters, digits and underscores.
func words(s string) []string {
	var out []string
	start := -1
	for i, r := range s {
		in := r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, s[start:i])
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}

// mixed names the scripts of a word that joins Latin letters with letters that
// look like them.
func mixed(w string) string {
	latin, other := false, ""
	for _, r := range w {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.Is(unicode.Cyrillic, r):
			other = "Cyrillic"
		case unicode.Is(unicode.Greek, r):
			other = "Greek"
		case unicode.Is(unicode.Armenian, r):
			other = "Armenian"
		case unicode.Is(unicode.Cherokee, r):
			other = "Cherokee"
		}
	}
	if latin && other != "" {
		return fmt.Sprintf("Latin and %s letters", other)
	}
	return ""
}
