package signal

import "strings"

// Said returns what a message has in the places of "…" of the first of some forms that it is written in, nil if it is
// written in none: a form is the whole message, and each place any text, as little of it as can be.
func Said(message string, forms ...string) []string {
	for _, form := range forms {
		if found, ok := inPlaces(message, form); ok {
			return found
		}
	}
	return nil
}

func inPlaces(message, form string) ([]string, bool) {
	words, rest, more := strings.Cut(form, "…")
	left, ok := strings.CutPrefix(message, words)
	if !ok {
		return nil, false
	}
	found := []string{}
	for more {
		words, rest, more = strings.Cut(rest, "…")
		at := strings.Index(left, words)
		if !more && strings.HasSuffix(left, words) { // the end of the form is that of the message
			at = len(left) - len(words)
		}
		if at < 0 {
			return nil, false
		}
		found = append(found, left[:at])
		left = left[at+len(words):]
	}
	return found, left == ""
}
