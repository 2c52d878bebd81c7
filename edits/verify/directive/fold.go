package directive

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold is a text as the most forgiving reader of comments sees it: after
// compatibility folding, in small letters, with every kind of blank and of
// invisible character as one blank. Tools differ in what they take for a blank
// (Python's re counts U+00A0 and U+3000, Rust's char::is_whitespace too), so
// that the widest reading is the safe one.
func Fold(s string) string {
	var b strings.Builder
	blank := true
	for _, r := range norm.NFKC.String(s) {
		if unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || unicode.Is(unicode.Zl, r) {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimRight(b.String(), " ")
}

// Folds reports whether a name is another one after compatibility folding, which
// Python applies to every name it reads (PEP 3131).
func Folds(name string) bool { return !norm.NFKC.IsNormalString(name) }
