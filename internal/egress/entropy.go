package egress

import (
	"math"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var count [256]int
	for i := 0; i < len(s); i++ {
		count[s[i]]++
	}
	e, n := 0.0, float64(len(s))
	for _, c := range count {
		if c > 0 {
			p := float64(c) / n
			e -= p * math.Log2(p)
		}
	}
	return e
}

const randomLength = 32 // shorter runs are not judged by entropy

// randomRuns finds long runs of key characters without order, where they are
// the inside of a string literal or stand next to a secret-like name.
func randomRuns(text string, data bool) []span {
	var out []span
	for i := 0; i < len(text); {
		if !keyByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && keyByte(text[i]) {
			i++
		}
		if i-start < randomLength {
			continue
		}
		for i < len(text) && text[i] == '=' && i-start < 1<<16 {
			i++
		}
		run := text[start:i]
		if random(run) && placed(text, start, i, data) {
			out = append(out, span{start, i, "random_key"})
		}
	}
	return out
}

// keyByte is the alphabet of base64, in both forms, and of hex.
func keyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '_' ||
		c == '-'
}

// random reports whether a run is without order: hex of at least 3.0 bits, or
// key characters of at least 4.3 bits with digits and both cases.
func random(run string) bool {
	if HasPlaceholder(run) || uuidLike(run) || ordered(run) {
		return false
	}
	body := strings.TrimRight(run, "=")
	if isHex(body) {
		// else a long number
		letters := strings.IndexFunc(body, func(r rune) bool { return r > '9' && r != 'e' && r != 'E' }) >= 0
		return hasDigit(body) && letters && entropy(body) >= 3.0
	}
	if !hasDigit(body) || !strings.ContainsAny(body, "abcdefghijklmnopqrstuvwxyz") ||
		!strings.ContainsAny(body, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return false
	}
	// Paths and long names have separators every few letters; keys seldom do.
	if seps := strings.Count(body, "/") + strings.Count(body, "_") + strings.Count(body, "-"); seps*6 > len(body) ||
		seps > 0 && wordy(body) {
		return false
	}
	return entropy(body) >= 4.3
}

// wordy reports whether most parts between separators are plain words.
func wordy(s string) bool {
	plain, all := 0, 0
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '_' || r == '-' || r == '+' }) {
		all += len(part)
		if !hasDigit(part) && camelOrFlat(part) {
			plain += len(part)
		}
	}
	return plain*2 >= all
}

func camelOrFlat(s string) bool {
	return s == strings.ToLower(s) || s == strings.ToUpper(s) || camel(s)
}

func isHex(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'f') && (r < 'A' || r > 'F')
	}) < 0
}

func uuidLike(s string) bool {
	if len(s) < 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	return isHex(strings.ReplaceAll(s[:36], "-", ""))
}

// ordered recognises alphabets and counting: most bytes follow the one before.
func ordered(s string) bool {
	steps := 0
	for i := 1; i < len(s); i++ {
		if d := int(s[i]) - int(s[i-1]); d == 1 || d == 0 || d == -1 {
			steps++
		}
	}
	return steps*2 > len(s)
}

// hashWords name values that are public by nature.
var hashWords = lazyre.New(`(?i)(sha-?\d|sha_|md5|hash|digest|checksum|integrity|commit|revision|\brev\b|etag` +
	`|fingerprint|public[_-]?key|ssh-rsa|ssh-ed25519|nonce|uuid|guid|\boid\b|base64,|b64decode|fromhex|unhexlify` +
	`|signature|certificate)`)

// settingValue is a line up to a value without quotes, in files of settings.
var settingValue = lazyre.New(`^\s*(?:export |- )?[\w.-]+[ \t]*[:=][ \t]*[^\s"'#]*$`)

// placed reports whether a run stands where secrets stand: inside a string
// literal, as the value of a setting or next to a secret-like name, and not
// next to the name of a hash.
func placed(text string, start, end int, data bool) bool {
	from := strings.LastIndexByte(text[max(0, start-400):start], '\n') + 1 + max(0, start-400)
	before := text[from:start]
	if hashWords.MatchString(before) {
		return false
	}
	if (quoteOpen(before) || data && settingValue.MatchString(before)) && !digestSized(text[start:end]) {
		return true
	}
	return contains("secret", strings.ToLower(before))
}

// digestSized is true for hex of the length of a hash: in a plain literal it is
// more often a commit or a checksum than a key.
func digestSized(run string) bool {
	if !isHex(run) {
		return false
	}
	switch len(run) {
	case 40, 56, 64, 96, 128:
		return true
	}
	return false
}

// quoteOpen reports whether the text of a line so far ends inside a literal.
func quoteOpen(before string) bool {
	var open byte
	for i := 0; i < len(before); i++ {
		switch c := before[i]; {
		case c == '\\':
			i++
		case open != 0:
			if c == open {
				open = 0
			}
		case c == '"' || c == '\'' || c == '`':
			open = c
		}
	}
	return open != 0
}
