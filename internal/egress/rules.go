package egress

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// rule finds one kind of secret. To be cheap, it is only tried where one of its
// words stands, and its expression is anchored there; words are lower case.
type rule struct {
	name  string
	words []string
	re    *lazyre.Regexp
	group int // the group that is the secret; 0: the whole match
	// fits, when set, judges the value.
	fits func(value string) bool
	// before, when set, judges the line up to the word. It returns how many
	// bytes of it belong to the secret.
	before func(line string) (n int, ok bool)
	// named rules begin with a part of a name: what follows it is looked at
	// before the expression is tried.
	named bool
	// greedy rules take a whole run of key characters. Where one fails, it
	// fails in the rest of the run too.
	greedy bool
	data   bool // only in files that are not program code
}

// newRules returns the table, which begins with the formats of formats.tsv. Every one has a sample in the tests, put
// together there at run time.
func newRules() []rule {
	re := func(expr string) *lazyre.Regexp { return lazyre.New("^(?:" + expr + ")") }
	with := func(r rule, fits func(string) bool) rule { r.fits = fits; return r }
	assigned := func(r rule) rule { r.named = true; return r }
	inner := func(name, expr string, words ...string) rule {
		return rule{name: name, words: words, re: re(expr), group: 1}
	}
	return append(formatRules(re), []rule{
		{name: "mailchimp_key", words: []string{"-us"}, re: re(`-us[0-9]{1,2}\b`), before: trailing(32, isHex)},
		{name: "terraform_token", words: []string{".atlasv1."}, re: re(`\.atlasv1\.[A-Za-z0-9_-]{40,}`),
			before: trailing(14, letterDigits)},
		{name: "airtable_token", words: []string{"."}, re: re(`\.[0-9a-f]{64}\b`), before: airtableID},
		{name: "azure_secret", words: []string{"q~"}, re: re(`Q~[A-Za-z0-9_~.-]{31,34}`),
			before: trailing(4, clientSecretHead)},
		{name: "telegram_token", words: []string{":aa"}, re: re(`:AA[A-Za-z0-9_-]{32,33}\b`), before: botNumber},
		{name: "discord_token", words: []string{"."}, re: re(`\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}`), before: discordID},
		vendorKeys(re),
		{name: "maxmind_key", words: []string{"_mmk"}, re: re(`_mmk\b`), before: trailing(36, maxmind)},
		{name: "facebook_token", words: []string{"|", "%7c"}, re: re(`(?:\||%7C)[0-9A-Za-z_-]{27,40}\b`), before: appNumber,
			fits: vendorKey},
		with(inner("url_password", `://[^\s/:@"'<>{}]*:([^\s/@"'<>]{3,})@[A-Za-z0-9\[{$<%_-]`, "://"), notReference),
		with(inner("auth_header", `(?i)(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{16,})`, "bearer ", "basic ", "token "),
			mixed),
		// A name with a secret-like part, an operator, a quoted value. The
		// annotation of a variable or field may stand between.
		assigned(with(inner("assigned_secret", "(?i)[\\w$-]{0,60}[\"'\\]]*(?:\\s*:\\s*[\\w.\\[\\]&| "+
			"]{1,40})?\\s*(?:=|:|=>|:=|\\+=|==|!=|,|\\()\\s*[rbuf@$&]{0,2}[\"'`]([^\"'`\\s]{6,})[\"'`]",
			wordLists["secret"]...), looksSecret)),
		// The same inside markup, connection strings and command lines.
		{name: "element_secret", words: wordLists["secret"], group: 1, fits: commandPassword, before: after('<'),
			re: re(`[\w.-]{0,60}>([^<>\s]{6,})</`)},
		{name: "connection_secret", words: []string{"passw", "pwd"}, group: 1, fits: shortOrRandom,
			before: after(';', '"', '\'', '`'), re: re(`\w{0,20}=([^;"'` + "`" + `\s<>{}$]{5,})(?:[;"'` + "`" + `\n<]|$)`)},
		{name: "query_secret", words: append(slices.Clone(wordLists["secret"]), "sig=", "key="), group: 1,
			fits: shortOrRandom, before: after('?', '&'), re: re(`[\w.-]{0,40}=([^\s"'` + "`" + `&<>{}()$#;]{6,})`)},
		{name: "netrc_password", words: []string{"password"}, group: 1, fits: shortOrRandom, before: afterLogin,
			re: re(`password[ \t]+([^\s"'<>{}()$]{5,})`)},
		with(inner("flag_password", `(?:-u|--user)[ =]["']?[\w.@-]+:([^\s"'@:]{4,})`, "-u ", "--user ", "--user="),
			commandPassword),
		{name: "flag_password", words: []string{" -p"}, group: 1, fits: commandPassword, before: ofDatabase,
			re: re(` -p ?["']?([^\s"']{4,})`)},
		{name: "assigned_value", words: []string{"env ", "setenv "}, data: true, group: 1, fits: commandPassword,
			re: re(`(?i)(?:set)?env[ \t]+\w*(?:passw|secret|token|key)\w*[ \t]+([^\s"']{4,})`)},
		{name: "flag_secret", words: wordLists["secret"], group: 1, fits: commandPassword, before: after('-'),
			re: re(`[\w-]{0,40}[= ]([^\s"'<>$(){}]{8,})`)},
		{name: "assigned_value", words: wordLists["secret"], data: true, group: 1, fits: looksSecret, before: settingStart,
			re: re(`[\w.-]{0,60}[ \t]*[:=][ \t]*([^\s"'{}\[\]<>$#][^\s"'{}\[\]<>]{5,})[ \t]*(?:#.*)?(?:\n|$)`)},
	}...)
}

// namedValue reports whether a name that goes on at i is followed by what
// follows a name that is given a value.
func namedValue(text string, i int) bool {
	end := i
	for end < len(text) && (keyRune(rune(text[end])) || text[end] == '$') {
		end++
		if end-i > 70 {
			return false
		}
	}
	for end < len(text) && end-i < 80 && strings.IndexByte(`"']`+" \t", text[end]) >= 0 {
		end++
	}
	return end < len(text) && strings.IndexByte("=:,!+(", text[end]) >= 0 &&
		literalAhead(text[end:min(len(text), end+120)])
}

// literalAhead reports whether a literal comes, at most behind an annotation.
func literalAhead(text string) bool {
	for _, c := range []byte(text) {
		if c == '"' || c == '\'' || c == '`' {
			return true
		}
		if !keyRune(rune(c)) && strings.IndexByte(" \t\r\n\f\v.[]&|=:>+!(,@$", c) < 0 {
			return false
		}
	}
	return false
}

// wordStart asks that the secret does not begin inside a word.
func wordStart(line string) (int, bool) {
	if line == "" {
		return 0, true
	}
	c := line[len(line)-1]
	return 0, c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
}

// after asks that the word's name begins right after one of the marks.
func after(marks ...byte) func(line string) (int, bool) {
	return func(line string) (int, bool) {
		for i := len(line) - 1; i >= 0; i-- {
			if slices.Contains(marks, line[i]) {
				return 0, true
			}
			if !keyRune(rune(line[i])) && line[i] != ' ' && line[i] != '.' {
				return 0, false
			}
		}
		return 0, false
	}
}

// trailing accepts a line whose last n bytes are of a kind, and returns n.
func trailing(n int, kind func(string) bool) func(line string) (int, bool) {
	return func(line string) (int, bool) {
		if len(line) < n || !kind(line[len(line)-n:]) {
			return 0, false
		}
		_, begins := wordStart(line[:len(line)-n])
		return n, begins
	}
}

// maxmind is how a licence key of MaxMind begins.
func maxmind(s string) bool { return s[6] == '_' && letterDigits(s[:6]) && letterDigits(s[7:]) }

// appNumber asks for the number of an application of Facebook.
func appNumber(line string) (int, bool) {
	n := len(line) - len(strings.TrimRight(line, digitChars))
	return 0, n == 15 || n == 16
}

func letterDigits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !letterOrDigit(r) }) < 0
}

func letterOrDigit(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}

// airtableID accepts the name of a token before its secret part.
func airtableID(line string) (int, bool) {
	n, ok := trailing(17, letterDigits)(line)
	return n, ok && strings.HasPrefix(line[len(line)-n:], "pat")
}

// clientSecretHead is how a secret of an Azure application begins: three
// characters and a digit.
func clientSecretHead(s string) bool {
	return s[3] >= '0' && s[3] <= '9' && letterDigits(strings.NewReplacer("_", "a", "~", "a", ".", "a").Replace(s))
}

// afterLogin asks for what stands before a password in a .netrc file: the
// login, or nothing.
func afterLogin(line string) (int, bool) {
	return 0, strings.TrimSpace(line) == "" || strings.Contains(line, "login ")
}

func namedPassword(v string) bool { return secretValue(passwordName, v) }

// commandPassword judges what stands where a password can stand, and words too.
func commandPassword(v string) bool { return shortPassword(v) || secretValue(keyName, v) }

// ofDatabase asks for a program whose flag -p is a password.
func ofDatabase(line string) (int, bool) {
	return 0, strings.Contains(line, "mysql") || strings.Contains(line, "mariadb") || strings.Contains(line, "sshpass")
}

func shortOrRandom(v string) bool { return shortPassword(v) || looksSecret(v) }

// botNumber accepts the number before a Telegram token's colon.
func botNumber(line string) (int, bool) {
	n := 0
	for n < len(line) && line[len(line)-1-n] >= '0' && line[len(line)-1-n] <= '9' {
		n++
	}
	return n, n >= 8 && n <= 10
}

// discordID accepts the encoded account number before a Discord token's first
// point; its first letter encodes a digit.
func discordID(line string) (int, bool) {
	n := 0
	for n < len(line) && n < 29 && keyRune(rune(line[len(line)-1-n])) {
		n++
	}
	return n, n >= 24 && n <= 28 && strings.IndexByte("MNO", line[len(line)-n]) >= 0
}

// settingStart asks that only the beginning of a setting's name stands before.
func settingStart(line string) (int, bool) {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(line, "export "), "set "), "- ")
	return 0, strings.IndexFunc(line, func(r rune) bool { return !keyRune(r) && r != '.' }) < 0
}

func keyRune(r rune) bool { return r < 0x80 && keyByte(byte(r)) && r != '/' && r != '+' }

// codeFile reports whether a file is program text, where an unquoted word is a name, and not data or configuration,
// where it is a value.
func codeFile(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return path == "" || ext != "" && !in("data file", ext)
}

func hasDigit(v string) bool { return strings.ContainsAny(v, "0123456789") }

// mixed asks for digits and letters: sk-toolbar-button-primary is no key.
func mixed(v string) bool {
	return hasDigit(v) && strings.IndexFunc(v, func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' &&
			r <= 'Z'
	}) >= 0 && entropy(v) >= 3
}

// notReference refuses what stands for a value kept elsewhere.
func notReference(v string) bool {
	if HasPlaceholder(v) || strings.Contains(v, "...") {
		return false
	}
	if plain := escapes.ReplaceAllString(v, "a"); strings.ContainsAny(plain, "{}<>$%*") && !scrambled(v) {
		return false
	}
	return !in("dummy", strings.ToLower(v))
}

// escapes are bytes as they are written in URLs.
var escapes = lazyre.New(`%[0-9A-Fa-f]{2}`)

// scrambled recognises what a generator made of letters, digits and symbols of
// all kinds: a reference or a format has few kinds of symbols, and words.
func scrambled(v string) bool {
	kinds, word, longest, digits := map[rune]bool{}, 0, 0, 0
	for _, r := range v {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			word++
			longest = max(longest, word)
			continue
		case r >= '0' && r <= '9':
			digits++
		case strings.ContainsRune("!@#$%^&*(-_=+)", r): // of Django's keys
			kinds[r] = true
		default:
			return false
		}
		word = 0
	}
	return len(v) >= 20 && len(kinds) >= 4 && digits >= 2 && longest <= 9 && entropy(v) >= 3.8
}

// looksSecret judges the value given to a secret-like name. Names of things
// (token = "access_token"), references and messages are let through: they are
// made of words; secrets have digits, symbols or no order in them.
func looksSecret(v string) bool {
	if !notReference(v) {
		return false
	}
	if scrambled(v) {
		return true
	}
	digits, upper, lower, symbols, other := 0, 0, 0, 0, 0
	for _, r := range v {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'A' && r <= 'Z':
			upper++
		case r >= 'a' && r <= 'z':
			lower++
		case strings.ContainsRune("_-./:, ()[]\\=", r):
			other++ // joins words: names, paths, URLs, formats
		default:
			symbols++
		}
	}
	letters := upper + lower
	switch {
	case strings.Contains(v, "://") || strings.Contains(v, "%s") || strings.Contains(v, "\\"):
		return false
	// the last are colours
	case digits+letters == 0 || mail(v) || uuidLike(v) || v[0] == '#' && isHex(v[1:]) && len(v) <= 9:
		return false
	case symbols > 0 && symbols*3 <= len(v) && (digits > 0 || upper > 0 && lower > 0):
		return true // p@ss, s3cr3t!, hunter2#
	case digits >= 2 && letters >= 2 && other == 0 && len(v) >= 8:
		return entropy(v) >= 2.5
	case digits >= 1 && upper >= 2 && lower >= 2 && other == 0 && len(v) >= 12:
		return entropy(v) >= 3.2 && !camel(v)
	case digits >= 3 && letters >= 3 && len(v) >= 12:
		return entropy(v) >= 3
	case digits == len(v) && len(v) >= 8:
		return entropy(v) >= 2.5
	case digits == 0 && other == 0 && upper >= 3 && lower >= 3 && len(v) >= 16:
		return entropy(v) >= 3.5 && !camel(v)
	}
	return false
}

// shortPassword judges what is called a password: letters with a digit among
// them are one, however short.
func shortPassword(v string) bool {
	if !notReference(v) {
		return false
	}
	letters, digits := 0, 0
	for _, r := range v {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		default:
			return false
		}
	}
	return digits > 0 && letters >= 3
}

// mail recognises an address.
func mail(v string) bool {
	name, host, ok := strings.Cut(v, "@")
	return ok && name != "" && strings.Contains(host, ".") && !strings.ContainsAny(host, "@!#$&*")
}

// camel recognises words written together, as class and event names are: few
// capitals, each followed by some small letters.
func camel(v string) bool {
	humps, run := 0, 0
	for _, r := range v {
		if r >= 'A' && r <= 'Z' {
			humps++
			run = 0
		} else {
			run++
		}
	}
	return humps*4 <= len(v) && run > 0
}
