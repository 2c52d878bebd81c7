package lines

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// HiddenRune reports whether a code point is shown by its number, as no one
// could see it otherwise.
func HiddenRune(r rune) bool { return text.Hidden(r) != "" }

// Visible shows code points that cannot be seen as \u{…}. Lines that come back
// with them so are still known, see [Key].
func Visible(s string) string {
	if !strings.ContainsFunc(s, HiddenRune) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if HiddenRune(r) {
			b.WriteString(VisibleRune(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// VisibleRune writes a character that cannot be seen by its number.
func VisibleRune(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }
