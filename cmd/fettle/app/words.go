package app

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/text"
)

// Clean makes untrusted text safe for a terminal and keeps it on one line:
// control, bidi and zero-width characters become visible escapes.
func Clean(s string) string { return escape(s, false) }

// CleanLines is clean for text of several lines: line ends and tabs stay.
func CleanLines(s string) string { return escape(s, true) }

func escape(s string, lines bool) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\n' && lines, r == '\t':
			b.WriteRune(r)
		case r == '\r' && lines && strings.HasPrefix(s[i+1:], "\n"): // alone, it lets a line write over itself
			b.WriteRune(r)
		case unicode.IsControl(r), text.Hidden(r) != "":
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Counted returns a number with its noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
