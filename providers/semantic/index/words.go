package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits an identifier into its stemmed sub-words of two letters or
// more: HTTPServer is http server, parseURL2 is pars url (and the digit is
// dropped), __init__ is init. parts is the number of sub-words before short
// ones are dropped.
func Words(identifier string) (words []string, parts int) {
	words = make([]string, 0, 4) // and the whole
	each(identifier, func(w string) {
		parts++
		if w = stem(strings.ToLower(w)); utf8.RuneCountInString(w) >= 2 {
			words = append(words, w)
		}
	})
	return words, parts
}

// Terms returns the index terms of an identifier: its sub-words and, when there
// are several, "=" with the whole identifier in lower case without "_".
func Terms(identifier string) []string {
	words, parts := Words(identifier)
	if parts >= 2 {
		words = append(words, whole(identifier))
	}
	return words
}

func whole(identifier string) string {
	out := make([]byte, 1, len(identifier)+1)
	out[0] = '='
	for _, r := range identifier {
		if r != '_' {
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return string(out)
}

// each cuts an identifier at "_" and "$", between lower and upper case, in
// front of the last upper case letter of a run before a lower case one, and
// between letters and digits.
func each(s string, yield func(string)) {
	const (
		none = iota
		lower
		upper
		digit
	)
	start, kind := 0, none
	flush := func(end int) {
		if end > start {
			yield(s[start:end])
		}
		start = end
	}
	prev := 0 // start of the previous rune
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		k := lower
		switch {
		case r == '_' || r == '$':
			flush(i)
			start, kind, prev = i+n, none, i
			i += n
			continue
		case r >= '0' && r <= '9' || r >= utf8.RuneSelf && unicode.IsDigit(r):
			k = digit
		case r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && unicode.IsUpper(r):
			k = upper
		}
		switch {
		case kind == none || kind == k:
		case kind == upper && k == lower:
			if prev > start { // the last upper case letter begins the word
				flush(prev)
			}
		default:
			flush(i)
		}
		kind, prev = k, i
		i += n
	}
	flush(len(s))
}

// stem cuts the commonest English endings, so that "parses", "parsing" and
// "parsed" are one term.
func stem(w string) string {
	n := len(w)
	switch {
	case n > 5 && strings.HasSuffix(w, "ing"):
		w = w[:n-3]
	case n > 4 && strings.HasSuffix(w, "ies"):
		w = w[:n-3] + "y"
	case n > 4 && strings.HasSuffix(w, "ed"):
		w = w[:n-2]
	case n > 4 && strings.HasSuffix(w, "es") && strings.IndexByte("sxzh", w[n-3]) >= 0:
		w = w[:n-2]
	case n > 3 && strings.HasSuffix(w, "s") && w[n-2] != 's':
		w = w[:n-1]
	}
	if n = len(w); n > 4 && w[n-1] == 'e' {
		w = w[:n-1]
	}
	if n = len(w); n > 4 && w[n-1] == w[n-2] && strings.IndexByte("aeiousl", w[n-1]) < 0 && w[n-1] < utf8.RuneSelf {
		w = w[:n-1]
	}
	return w
}
