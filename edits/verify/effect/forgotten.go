package effect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// forgotten finds code that never ran taken out, with the only change of a variable that
// something still reads: "bad++" behind "continue" was meant to stand before it.
func forgotten(c evasion.Change) string {
	if !neverRuns.MatchString(c.Message) {
		return ""
	}
	body := bodyNow(c)
	for i, t := range c.Was {
		if !token.IsName(c.Was, i) || token.Is(c.Was, i-1, ".") || !changesAt(c.Was, i) || len(token.Places(c.Now, t.Text)) > 0 && slices.ContainsFunc(token.Places(c.Now, t.Text), func(j int) bool { return changesAt(c.Now, j) }) {
			continue
		}
		if onlyBegun(body, t.Text) {
			return "it takes away the only change of " + clip(t.Text) + ", which is still read"
		}
	}
	return ""
}

var neverRuns = lazyre.New(`(?i)\bunreachable\b`)

// changesAt reports whether the name at token i begins a statement that changes its value.
func changesAt(ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i-1, "++", "--"):
		return true
	case !token.StartsLine(ts, i):
		return false
	case token.Is(ts, i+1, "."):
		return token.Is(ts, i+2, fillers...) && token.Is(ts, i+3, "(")
	}
	return token.Is(ts, i+1, "=", "++", "--", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "//=", "**=")
}

// fillers are methods that put something into what they are called on.
var fillers = []string{"append", "push", "add", "extend", "insert", "set", "update", "push_str", "unshift"}

// bodyNow is the function around the place as it reads now, all of the text where there is
// none or more has changed.
func bodyNow(c evasion.Change) string {
	at := strings.Index(c.Before, c.Body)
	if c.Body == "" || at < 0 || !strings.HasPrefix(c.After, c.Before[:at]) || !strings.HasSuffix(c.After, c.Before[at+len(c.Body):]) {
		return c.After
	}
	return c.After[at:max(at, len(c.After)-(len(c.Before)-at-len(c.Body)))]
}

// onlyBegun reports whether a function gives a variable an empty value, or one that is
// written, and then does nothing but read it.
func onlyBegun(body, name string) bool {
	code := remark.ReplaceAllString(body, "")
	find := func(form string) int {
		return len(regexp.MustCompile(strings.ReplaceAll(form, "NAME", regexp.QuoteMeta(name))).FindAllStringIndex(code, -1))
	}
	begun := find(`(?m)\bNAME(?:: *[^=\n]+)? *:?= *(?:-?\d[\d.]*|""|''|nil|None|null|true|True|false|False|\[\]|\{\}|(?:map)?\[.*\{\}|(?:set|list|dict|make|new)\b.*\)|String::new\(\)|Vec::new\(\)|vec!\[\])[;\r]*$`) +
		find(`(?m)\b(?:var|let|let mut) +NAME\b[^=\n]*$`) + find(`\) *\([^()]*\bNAME\b[^()]*\) *\{`)
	set := find(`\bNAME(?:: *[^=\n]+)?(?: *, *\w+)* *:?=(?:[^=]|$)`)
	changed := find(`\bNAME\b *(?:\+\+|--|[-+*/%&|^]=|<<=|>>=|\*\*=|//=)|(?:\+\+|--|&|&mut )NAME\b|\bNAME\[[^\]\n]*\] *[-+*/|]?=[^=]|\bNAME\.(?:` + strings.Join(fillers, "|") + `)\(`)
	return begun == 1 && set <= 1 && changed == 0 && find(`\bNAME\b`) > 1
}

// remark is a comment to the end of its line.
var remark = lazyre.New(`(?m)(?://|#).*$`)
