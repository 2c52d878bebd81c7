package token

import "unicode"

// Words are the runs of letters, digits and underscores.
func Words(s string) []string {
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

// Mixed names the scripts of a word that joins Latin letters with letters that
// look like them, "" of any other word.
func Mixed(w string) string {
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
