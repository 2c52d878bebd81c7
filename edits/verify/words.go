package verify

import (
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// words returns the runs of letters, digits and underscores.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// wholeWords widens a span that begins or ends inside a word to the word's ends: some
// tools point at a part of what they mean.
func wholeWords(src string, at text.Span) text.Span {
	if at.Start < 0 || at.End > len(src) || at.Start > at.End {
		return at
	}
	for at.Start > 0 && at.Start < len(src) && lex.IsWord(src[at.Start-1]) && lex.IsWord(src[at.Start]) {
		at.Start--
	}
	for at.End < len(src) && lex.IsWord(src[at.End]) && (at.End == at.Start || lex.IsWord(src[at.End-1])) {
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
