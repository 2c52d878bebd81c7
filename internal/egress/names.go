package egress

import (
	"slices"
	"strings"
)

// nameKind is how sure a name makes that its value is secret.
type nameKind uint8

const (
	plainName    nameKind = iota
	bareKey               // a key of whatever kind: secret if it is long and has no order
	tokenName             // a token, a key, a salt: secret if it has no order
	keyName               // a secret, an API key: secret unless it says it is none
	passwordName          // a password: even a word is one
)

// kindOf judges a name by its last word that says what it is: a password_field
// and a token_url are none.
func kindOf(name string) nameKind {
	if len(name) > 200 {
		return plainName
	}
	if low := lower(name); !secretive(low) {
		if len(low) <= 60 && ofVendor(name) {
			return bareKey
		}
		return plainName
	}
	words := nameWords(name)
	for n := len(words); n > 0 && neutralWord(words[n-1]); n-- {
		words = words[:n-1]
	}
	if len(words) == 0 {
		return plainName
	}
	last, before := words[len(words)-1], ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	for _, end := range wordLists["end"] {
		if strings.HasSuffix(last, end) {
			last = end
		}
	}
	if strings.HasSuffix(last, "pass") && len(last) > 6 && !in("bypass", last) {
		last = "pass" // requirepass, storepass
	}
	key := last == "key" || last == "keys"
	switch {
	case in("password", last) && in("hashed", before):
		return plainName
	case in("password", last):
		return passwordName
	case in("secret name", last) || key && in("key of", before):
		return keyName
	case in("token", last):
		return tokenName
	case key && before == "":
		return bareKey
	}
	return plainName
}

// ofVendor reports whether a name says whose key it is, and not what of it.
func ofVendor(name string) bool {
	words := nameWords(name)
	return len(words) <= 4 && slices.ContainsFunc(words, func(w string) bool { return in("vendor", w) }) &&
		!slices.ContainsFunc(words, func(w string) bool { return in("not vendor", w) })
}

// secretive is a quick look for the parts of names that kindOf knows.
func secretive(low string) bool { return contains("secretive", low) }

// neutralWord ends names without changing what they stand for.
func neutralWord(w string) bool { return strings.Trim(w, digitChars) == "" || in("neutral", w) }

const digitChars = "0123456789"

// nameWords splits a name at its marks and humps, in lower case.
func nameWords(name string) []string {
	var out []string
	start := 0
	cut := func(end int) {
		if end > start {
			out = append(out, strings.TrimRight(lower(name[start:end]), digitChars))
			if out[len(out)-1] == "" {
				out = out[:len(out)-1]
			}
		}
		start = end
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case !letterOrDigit(rune(c)):
			cut(i)
			start = i + 1
		case c >= 'A' && c <= 'Z' && i > start && (name[i-1] >= 'a' && name[i-1] <= 'z' || i+1 < len(name) &&
			name[i+1] >= 'a' && name[i+1] <= 'z' && name[i-1] >= 'A' && name[i-1] <= 'Z'):
			cut(i)
		}
	}
	cut(len(name))
	return out
}

// secretValue judges what a name of a kind is given.
func secretValue(kind nameKind, v string) bool {
	if kind == plainName || len(v) < 4 || len(v) > 1<<16 || !notReference(v) || strings.Contains(v, "://") {
		return false
	}
	if mail(v) || v[0] == '#' && isHex(v[1:]) || strings.Trim(v, v[:1]) == "" {
		return false
	}
	if kind == bareKey {
		return len(v) >= 32 && random(v) || len(v) >= 20 && isHex(v) && hasDigit(v) && entropy(v) >= 2
	}
	if kind == passwordName && len(v) >= 5 && shortPassword(v) {
		return true
	}
	if looksSecret(v) || len(v) >= 36 && uuidLike(v) || random(v) {
		return true
	}
	if body := strings.TrimRight(v, "="); len(body) >= 16 && isHex(body) && hasDigit(body) && entropy(body) >= 2 &&
		!ordered(body) {
		return true
	}
	return kind > tokenName && phrase(kind, v)
}

// phrase recognises words that somebody chose for a password, and not a label, a
// message or the name of something.
func phrase(kind nameKind, v string) bool {
	words := strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '.' })
	notLetter := func(r rune) bool { return r < 'A' || r > 'Z' && r < 'a' || r > 'z' }
	if slices.ContainsFunc(words, func(w string) bool {
		return len(w) > 14 || strings.ContainsFunc(w, notLetter) ||
			telling(lower(w))
	}) {
		return false
	}
	switch len(words) {
	case 1:
		return kind == passwordName && len(v) >= 7 && v == strings.ToLower(v) && len(v) <= 14
	case 4, 5, 6:
		return v == strings.ToLower(v)
	}
	return false
}

// telling are the words of labels, messages and examples.
func telling(w string) bool { return in("telling", w) || contains("telling part", w) }
