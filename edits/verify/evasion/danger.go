package evasion

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// sameDanger finds data from elsewhere that still becomes objects, by another
// door.
func sameDanger(c Change) string {
	if !aboutObjects.MatchString(c.Message) {
		return ""
	}
	for _, u := range c.Uses {
		if power.Of(c.Family, u) == power.Pickles && !(strings.HasPrefix(u, "yaml.") && strings.Contains(token.Joined(c.Now), "SafeLoader")) {
			return "it still builds objects from data, by " + u
		}
	}
	return ""
}

var aboutObjects = lazyre.New(`(?i)deseriali[sz]|\bpickle\b|\bmarshal\b|\byaml\.?load|unsafe.*\bload`)

// sameSetting finds the setting complained about with the same worth in another
// spelling: verify=0 for verify=False, {"verify": False}, session.verify = False.
func sameSetting(c Change) string {
	for i := range c.Line {
		if c.Types || !token.IsName(c.Line, i) || !token.Is(c.Line, i-1, "(", ",", "{", ".") || !token.Is(c.Line, i+1, "=", ":") || !token.Is(c.Line, i+2, "True", "False", "true", "false") || !c.saysSet(c.Line[i].Text, c.Line[i+2].Text) {
			continue
		}
		worth := token.Literal(c.Line, i+2)
		if key := c.Line[i].Text; slices.ContainsFunc(valuesOf(c.Now, key), func(v token.Truth) bool { return v == worth }) {
			return "it still sets " + key + " to the same"
		}
	}
	return ""
}

// valuesOf are what is known of the values that a setting is given, as an argument,
// a member or in a table.
func valuesOf(ts []token.Token, key string) []token.Truth {
	var out []token.Truth
	for j, t := range ts {
		if t.Text != key && token.Inside(t) != key {
			continue
		}
		v := j + 1
		if token.Is(ts, v, "]") {
			v++
		}
		if token.Is(ts, v, "=", ":", ",") {
			out = append(out, valueOf(ts, v+1))
		}
	}
	return out
}

// saysSet reports whether the message complains that a setting has a value:
// verify=False.
func (c Change) saysSet(key, value string) bool {
	return regexp.MustCompile("\\b" + regexp.QuoteMeta(key) + "`? ?(?:=|set to|to) ?`?" + regexp.QuoteMeta(value) + "\\b").MatchString(c.Message)
}

// valueOf is what is known of the value at token i, also where a name holds it.
func valueOf(ts []token.Token, i int) token.Truth {
	v, _ := token.Value(ts, i)
	if v != token.Unknown || !token.IsName(ts, i) {
		return v
	}
	if token.Is(ts, i, "bool", "Boolean", "int") && token.Is(ts, i+1, "(") {
		if token.Is(ts, i+2, ")") {
			return token.Falsy
		}
		return valueOf(ts, i+2)
	}
	for _, j := range token.Places(ts, ts[i].Text) {
		if j != i && token.Is(ts, j+1, "=", ":=") {
			v, _ = token.Value(ts, j+2)
			return v
		}
	}
	return token.Unknown
}

// danger is a complaint about means that are too weak, and what is known to be
// strong: an answer that holds none of it has not changed the means.
type danger struct {
	about, weak, strong *lazyre.Regexp
	says                string
}

var dangers = []danger{
	{
		lazyre.New(`(?i)\b(?:weak|insecure|broken|inadequate)\b.*(?:hash|digest|md[245]|sha-?1|crypt|cipher|\bdes\b|\brc[24]\b|primitive)|\b(?:md5|sha1)\b`),
		lazyre.New(`(?i)\bmd[245]\b|\bsha_?-?1\b|\b3?des\b|\brc[24]\b|\barc[24]\b|\bcrc_?32\b|\badler_?32\b|\bfnv\w*\b|\bblowfish\b|\becb\b`),
		lazyre.New(`(?i)sha_?-?(?:2|224|256|384|512|3)|blake|hmac|bcrypt|scrypt|argon|pbkdf|\baes|chacha|\bgcm\b|poly1305|usedforsecurity|crypto/rand|rand \. Reader|\bsecrets\b`),
		"it still has no strong digest or cipher",
	},
	{
		lazyre.New(`(?i)pseudo-?random|weak random|insecure random|predictable random|weak_?crypto.*rand`),
		nil,
		lazyre.New(`(?i)\bsecrets\b|\bsystemrandom\b|\burandom\b|crypto|\bosrng\b|\bgetrandom\b|\bsecurerandom\b|\buuid4\b`),
		"its numbers can still be foretold",
	},
	{
		lazyre.New(`(?i)hard-?coded (?:tmp|temp)|insecure usage of (?:temporary|temp) (?:file|dir)`),
		lazyre.New(`(?i)\btmp\b|\btm\b|\bp\b|\bshm\b`),
		lazyre.New(`(?i)tempfile|mkstemp|mkdtemp|temporary|tempdir|environ|getenv|\w+_dir\b|path`),
		"its place is still known beforehand",
	},
	{
		lazyre.New(`(?i)binding to all interfaces|all interfaces`),
		nil,
		lazyre.New(`(?i)127\.|localhost|::1|\b\w*(?:host|address|addr|bind|interface)\w*\b`),
		"it still listens to everybody",
	},
}

// weakStill finds an answer without any of the means that would be strong.
func weakStill(c Change) string {
	for _, d := range dangers {
		if !d.about.MatchString(c.Message) {
			continue
		}
		now := token.Joined(c.Now)
		if d.weak != nil && d.weak.MatchString(now) && !strings.Contains(now, "usedforsecurity") {
			return d.says
		}
		if !d.strong.MatchString(now) {
			return d.says
		}
		if takesNothing.MatchString(now) && !takesNothing.MatchString(token.Joined(c.Was)) {
			return "it takes nothing of the result"
		}
	}
	return ""
}

var takesNothing = lazyre.New(`\[ (?:0 )?: 0 \]|\b(?:slice|substring|substr) \( 0 , 0 \)`)

// unsaid finds a call that still lacks the argument that the tool asks for, in a
// form that the tool does not know.
func unsaid(c Change) string {
	m := without.FindStringSubmatch(c.Message)
	if m == nil || c.Family != power.Python {
		return ""
	}
	_, last := c.called()
	if last == "" || len(m[1]) < 4 {
		return ""
	}
	if strings.Contains(strings.ToLower(token.Joined(c.Now)), strings.ToLower(m[1])) || strings.Contains(strings.ToLower(token.Joined(c.Was)), strings.ToLower(m[1])) {
		return ""
	}
	if slices.ContainsFunc(token.Places(c.Now, last), func(i int) bool { return token.CallAt(c.Now, i) }) || has(c.Now, last) {
		return "it still does not say " + m[1]
	}
	return ""
}

// without is how tools ask for an argument.
var without = lazyre.New("(?i)\\bwithout (?:an? )?(?:explicit(?:ly)? )?(?:(?:specify|defin)ing )?(?:(?:an?|the) )?(?:value for )?['`]?(\\w+)=?['`]?(?: argument| parameter)?")

// sameRoute finds the call complained about by another spelling of its callee:
// bound, applied, taken out of a list.
func sameRoute(c Change) string {
	callee, last := c.called()
	if callee == "" || c.Removal {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, last) && !token.Is(ts, i-2, "prototype") && (token.Is(ts, i+1, ".") && token.Is(ts, i+2, "bind", "call", "apply", "__call__", "__func__", "__wrapped__") ||
			token.Is(ts, i-1, "[", ",") && token.Is(ts, i+1, "]", ",") && token.Is(ts, i+2, "[") ||
			token.Is(ts, i+1, ")") && token.Is(ts, i+2, "(") && token.Is(ts, i-1, "(", ".") && token.OpenedAt(ts, i+1, "("))
	}) {
		return "it calls " + strings.ReplaceAll(callee, " ", "") + " by another route"
	}
	return ""
}
