package token

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// WholeWord reports whether a text holds a word that is no part of a longer one.
func WholeWord(s, word string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(word)
		if !(i > 0 && letter(s[i-1])) && !(from < len(s) && letter(s[from])) {
			return true
		}
	}
}

func letter(b byte) bool {
	return b == '_' || b == '$' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// OnlyMember reports whether a word stands nowhere but as a member of something.
func OnlyMember(src, word string) bool {
	for from := 0; ; {
		i := strings.Index(src[from:], word)
		if i < 0 {
			return true
		}
		i += from
		from = i + len(word)
		if !(i > 0 && (letter(src[i-1]) || src[i-1] == '.')) && !(from < len(src) && letter(src[from])) {
			return false
		}
	}
}

// Related reports whether two names have letters in common that make a word, or one
// is the other without some.
func Related(a, b string) bool {
	a, b = strings.ToLower(strings.Trim(a, "_")), strings.ToLower(strings.Trim(b, "_"))
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 2 {
		return false
	}
	for i := 0; i+min(3, len(a)) <= len(a); i++ {
		if strings.Contains(b, a[i:i+min(3, len(a))]) {
			return true
		}
	}
	j := 0
	for i := 0; i < len(b) && j < len(a); i++ {
		if b[i] == a[j] {
			j++
		}
	}
	return j == len(a) || Slips(a, b)
}

// Slips reports whether one name is the other with one letter too many or too few
// before its end, or with two of them swapped. A name with another ending or another
// letter is often one of a family: row and rows, min_x and min_y.
func Slips(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 3 || len(b)-len(a) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case i == 0:
		return false
	case len(a) == len(b):
		return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	}
	return i < len(a) && a[i:] == b[i+1:]
}

// WholeWords is a place with the words that it begins or ends in: many tools say only
// where a problem begins.
func WholeWords(src string, at text.Span) text.Span {
	if at.Start < 0 || at.End > len(src) || at.Start > at.End {
		return at
	}
	for at.Start > 0 && at.Start < len(src) && WordByte(src[at.Start-1]) && WordByte(src[at.Start]) {
		at.Start--
	}
	for at.End < len(src) && WordByte(src[at.End]) && (at.End == at.Start || WordByte(src[at.End-1])) {
		at.End++
	}
	return at
}
