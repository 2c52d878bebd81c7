package diff

import (
	"unicode"
	"unicode/utf8"
)

// boundary reports whether a text may be cut at the offset: not inside a
// character, a "\r\n" or a grapheme cluster.
func boundary(s string, i int) bool {
	if i <= 0 || i >= len(s) {
		return true
	}
	if !utf8.RuneStart(s[i]) || s[i-1] == '\r' && s[i] == '\n' {
		return false
	}
	if s[i-1] == '\n' || s[i-1] == '\r' {
		return true // a cluster never spans lines
	}
	after, _ := utf8.DecodeRuneInString(s[i:])
	if s[i-1] < utf8.RuneSelf && after < utf8.RuneSelf {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	return !clusters(before, after)
}

// clusters reports whether two characters stand in one grapheme cluster, by the
// rules that matter in source text: combining marks, joiners, variation
// selectors, skin tones, flags and Hangul jamo.
func clusters(before, after rune) bool {
	const zeroWidthJoiner = '\u200D'
	return unicode.Is(unicode.M, after) || after == zeroWidthJoiner || before == zeroWidthJoiner ||
		0x1F3FB <= after && after <= 0x1F3FF || // skin tones
		regional(before) && regional(after) || // half a flag
		jamo(before) && jamo(after)
}

func regional(r rune) bool { return 0x1F1E6 <= r && r <= 0x1F1FF }

func jamo(r rune) bool {
	return 0x1100 <= r && r <= 0x11FF || 0xA960 <= r && r <= 0xA97F || 0xAC00 <= r && r <= 0xD7FF
}
