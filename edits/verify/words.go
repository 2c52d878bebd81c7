package verify

import (
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/text"
)

// words returns the runs of letters, digits and underscores.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// containsWord looks for w with no letter, digit or underscore around it.
func containsWord(s, w string) bool {
	for from := 0; w != ""; {
		i := strings.Index(s[from:], w)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(w)
		if (i == 0 || !wordByte(s[i-1])) && (end == len(s) || !wordByte(s[end])) {
			return true
		}
		from = i + 1
	}
	return false
}

// wholeWords widens a span that begins or ends inside a word to the word's ends: some
// tools point at a part of what they mean.
func wholeWords(src string, at text.Span) text.Span {
	if at.Start < 0 || at.End > len(src) || at.Start > at.End {
		return at
	}
	for at.Start > 0 && at.Start < len(src) && wordByte(src[at.Start-1]) && wordByte(src[at.Start]) {
		at.Start--
	}
	for at.End < len(src) && wordByte(src[at.End]) && (at.End == at.Start || wordByte(src[at.End-1])) {
		at.End++
	}
	return at
}

// mixed names the scripts of a word that joins Latin letters with letters that look
// like them, "" of any other word.
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
		return "Latin and " + other + " letters"
	}
	return ""
}

// clip shortens a text for a one-line message.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
