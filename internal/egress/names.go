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
	for _, end := range [...]string{"password", "passwd", "passphrase", "apikey", "secretkey", "accesskey", "authtoken",
		"accesstoken"} {
		if strings.HasSuffix(last, end) {
			last = end
		}
	}
	if strings.HasSuffix(last, "pass") && len(last) > 6 &&
		!slices.Contains([]string{"bypass", "compass", "encompass", "trespass", "surpass", "renderpass", "onepass",
			"multipass"}, last) {
		last = "pass" // requirepass, storepass
	}
	switch last {
	case "password", "passwords", "passwd", "passwort", "pwd", "passphrase", "passcode", "pw", "pass", "userpass",
		"dbpass", "mypass", "passw":
		if before == "no" || before == "by" || before == "or" || before == "hashed" || before == "bcrypt" {
			return plainName
		}
		return passwordName
	case "secret", "secrets", "apikey", "apikeys", "secretkey", "accesskey", "privatekey", "clientsecret", "credential",
		"credentials", "creds", "psk", "mnemonic":
		return keyName
	case "token", "tokens", "jwt", "bearer", "salt", "pin", "otp", "authorization", "authtoken", "accesstoken", "pepper",
		"auth":
		return tokenName
	case "key", "keys":
		switch before {
		case "api", "access", "secret", "private", "signing", "encryption", "encrypt", "master", "account", "auth", "hmac",
			"shared", "service", "crypto", "cipher", "session", "webhook", "aes", "admin", "license", "app", "application",
			"jwt", "rsa", "decryption", "storage", "cookie", "x":
			return keyName
		case "":
			return bareKey
		}
	}
	return plainName
}

// ofVendor reports whether a name says whose key it is, and not what of it.
func ofVendor(name string) bool {
	words := nameWords(name)
	if len(words) == 0 || len(words) > 4 {
		return false
	}
	for _, w := range words {
		switch w {
		case "id", "url", "uri", "host", "version", "hash", "sha", "commit", "digest", "checksum", "path", "file", "image",
			"tag", "revision", "name", "title", "public":
			return false
		}
	}
	for _, w := range words {
		switch w {
		case "adafruit", "adobe", "airtable", "algolia", "alibaba", "asana", "beamer", "bitbucket", "bittrex", "cloudflare",
			"codecov", "cohere", "coinbase", "confluent", "contentful", "datadog", "discord", "droneci", "dropbox", "etsy",
			"facebook", "fastly", "finicity", "finnhub", "flickr", "freshbooks", "gitter", "gocardless", "heroku", "hubspot",
			"intercom", "jfrog", "artifactory", "kraken", "kucoin", "launchdarkly", "linkedin",
			"looker", "mailchimp", "mailgun", "mapbox", "mattermost", "meraki", "messagebird", "netlify", "newrelic", "nytimes",
			"okta", "plaid", "rapidapi", "sendbird", "sentry", "snyk", "squarespace", "sumologic", "travis", "twilio", "twitch",
			"twitter", "yandex", "zendesk":
			return true
		}
	}
	return false
}

// secretive is a quick look for the parts of names that kindOf knows.
func secretive(low string) bool {
	for _, w := range [...]string{"pass", "key", "secret", "token", "pw", "cred", "auth", "jwt", "bearer", "salt", "psk",
		"pin", "otp", "mnemonic", "pepper"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// neutralWord ends names without changing what they stand for.
func neutralWord(w string) bool {
	return strings.Trim(w, digitChars) == "" ||
		slices.Contains([]string{"value", "val", "str", "string", "bytes", "byte", "raw", "hex", "b64", "base64", "encoded",
			"plain", "plaintext", "cleartext",
			"prod", "production", "dev", "staging", "live", "test", "old", "new", "default", "env", "local", "db", "literal",
			"const", "a", "b", "first", "second", "left", "right", "part", "part1", "part2", "head", "tail", "base", "parts",
			"list", "backup", "primary", "secondary", "material"}, w)
}

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
func telling(w string) bool {
	for _, part := range [...]string{"pass", "secret", "token", "key", "cred", "auth", "example", "sample", "dummy",
		"placeholder", "change", "invalid", "valid", "require", "optional", "wrong", "missing", "default", "disable",
		"enable", "encrypt", "decrypt", "hash", "user", "login", "admin", "test", "string", "field", "input", "value",
		"redact", "hidden", "unknown", "none", "prompt", "confirm", "generat", "random", "correct-", "config"} {
		if strings.Contains(w, part) {
			return true
		}
	}
	return slices.Contains([]string{"the", "is", "are", "your", "my", "this", "that", "a", "an", "must", "be", "of", "to",
		"for", "enter", "please", "not", "no", "in", "on", "and", "or", "with", "from", "by", "cannot", "can", "will",
		"should", "has", "was", "it", "as", "at", "if", "when", "please", "set", "get", "text", "bytes", "insecure",
		"incorrect", "forgot", "reset", "something", "whatever", "anything", "nothing", "certificate", "private", "public"},
		w)
}
