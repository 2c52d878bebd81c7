package edits

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// hiddenRune reports whether a code point is shown by its number, as no one
// could tell it otherwise.
func hiddenRune(r rune) bool { return text.Hidden(r) != "" }

// Visible shows code points that cannot be seen as \u{…}. Lines that come back
// with them so are still known, see [Apply].
func Visible(s string) string {
	if !strings.ContainsFunc(s, hiddenRune) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hiddenRune(r) {
			b.WriteString(visibleRune(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func visibleRune(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }
