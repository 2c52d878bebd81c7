package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What became of the value complained about: it is not converted and not used as it
// is, but asked, measured, cut, or left out while its function is called with
// something else.

// derived finds something of the value in its place: its address, a letter of it, a
// truth made of it.
func derived(c Change) string {
	if !c.Types && !aboutVerbs.MatchString(c.Message) {
		return ""
	}
	names := c.values()
	if c.Grew(func(ts []token.Token, i int) bool { return names[ts[i].Text] && c.ofValue(ts, i) }) {
		return "it gives something of the value for the value"
	}
	if m := otherPrimitive.FindStringSubmatch(c.Message); m != nil && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "typeof") && token.Is(ts, i+2, "===", "==") && i+3 < len(ts) && token.Inside(ts[i+3]) == m[1]
	}) {
		return "it asks whether the value is what its type says it is not"
	}
	return ""
}

// values are the names of values in what is complained about.
func (c Change) values() map[string]bool {
	names := map[string]bool{}
	for i, t := range c.Line {
		if token.IsName(c.Line, i) && !token.CallAt(c.Line, i) && !token.Is(c.Line, i+1, ".", "::") && !token.Is(c.Line, i-1, ".") && strings.Contains(c.Target, t.Text) {
			names[t.Text] = true
		}
	}
	return names
}

// aboutVerbs are complaints about a value and the verb that formats it.
var aboutVerbs = lazyre.New(`format %|has arg `)

// otherPrimitive is a value of one plain type where another one is wanted.
var otherPrimitive = lazyre.New(`[Tt]ype '(?:string|number|boolean|bigint)' is not assignable to (?:parameter of )?type '(string|number|boolean|bigint)'`)

// ofValue reports whether the name at token i is only asked for something of its value.
func (c Change) ofValue(ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i-1, "&") && token.Is(ts, i-2, "(", ","):
		return c.Family == power.Golang && !c.Compiles
	case token.Is(ts, i-1, "~", "!") && token.Is(ts, i-2, "~", "!"):
		return true
	case token.Is(ts, i+1, "["):
		return !c.Compiles && i+2 < len(ts) && ts[i+2].Kind == token.Number && token.Is(ts, i+3, "]")
	case token.Is(ts, i+1, "."):
		return token.Is(ts, i+2, "charCodeAt", "codePointAt", "hashCode", "__hash__", "__len__")
	}
	return choosesLiterals(ts, i)
}

// choosesLiterals reports whether the name at token i is asked, and a literal comes of
// it either way.
func choosesLiterals(ts []token.Token, i int) bool {
	if token.Is(ts, i-1, "if") && token.Is(ts, i+1, "else") && written(ts, i+2) {
		return written(ts, i-2) || token.Is(ts, i-2, ")") && token.Is(ts, i-3, "(")
	}
	return token.Is(ts, i+1, "?") && written(ts, i+2) && token.Is(ts, i+3, ":") && written(ts, i+4)
}

func written(ts []token.Token, i int) bool {
	return i < len(ts) && (ts[i].Kind == token.Number || ts[i].Kind == token.String)
}

// emptyObject finds an object without anything where a function had none to give.
func emptyObject(c Change) string {
	m := givesNone.FindStringSubmatch(c.Message)
	if m != nil && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, m[1]) && token.Is(ts, i+1, "(") && token.Is(ts, i+2, ")")
	}) {
		return "it makes up a " + m[1] + " where there is none"
	}
	return ""
}

// givesNone is what checkers say of a function that gives nothing where it promised
// an object.
var givesNone = lazyre.New(`return value type \(got "(?:None|Optional\[\w+\]|\w+ \| None)", expected "(\w+)"\)`)

// errorGone finds a Rust result that is no longer unwrapped, and whose error is
// neither handed on nor told; and one that is still unwrapped.
func errorGone(c Change) string {
	if c.Family != power.Rust || !aboutUnwraps.MatchString(c.Message) {
		return ""
	}
	unwraps := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "unwrap") && token.Is(ts, i+1, "(")
	}
	if strings.Contains(c.Message, "unwrap") && token.Times(c.Was, unwraps) > 0 && token.Times(c.Now, unwraps) >= token.Times(c.Was, unwraps) {
		return "it still ends the program where there is no value"
	}
	if c.Grew(errorAsText) {
		return "it gives the words of the error for the value"
	}
	if strings.Contains(c.Message, "Result") && token.Times(c.Was, unwraps) > token.Times(c.Now, unwraps) && !givesResult.MatchString(c.Body) && !slices.ContainsFunc(c.Now, hearsError) &&
		!c.Grew(func(ts []token.Token, i int) bool { return saysWhy(c.Message, ts, i) }) {
		return "it tells nobody of the error"
	}
	return ""
}

// errorAsText reports whether an arm at token i makes a text of the error that it has.
func errorAsText(ts []token.Token, i int) bool {
	return token.Is(ts, i, "Err") && token.Is(ts, i+1, "(") && token.Is(ts, i+3, ")") && token.Is(ts, i+4, "=>") && token.Is(ts, i+6, ".") && token.Is(ts, i+7, "to_string")
}

// hearsError reports whether a token hands an error on, or tells somebody of it.
func hearsError(t token.Token) bool {
	return t.Kind != token.String && (slices.Contains([]string{"?", "Err", "Result", "map_err", "ok_or", "ok_or_else", "None", "Option", "ok", "assert", "is_ok"}, t.Text) ||
		t.Kind == token.Name && token.Hears.MatchString(t.Text) && !strings.HasPrefix(t.Text, "unwrap"))
}

// givesResult is the head of a function that hands errors on.
var givesResult = lazyre.New(`(?s)^[^{]*->[^{]*\bResult\b`)

var aboutUnwraps = lazyre.New("used `(?:unwrap|expect)")

// lostPart finds an answer to a complaint about too much in one place that has less
// of it: a text, a number or a name that stands nowhere any more.
func lostPart(c Change) string {
	if m := magic.FindStringSubmatch(c.Message); m != nil && !strings.Contains(c.After, m[1]) {
		return "it no longer has " + clip(m[1])
	}
	if !aboutMuch.MatchString(c.Message) {
		return ""
	}
	if s := c.lostComparison(); s != "" && strings.Contains(c.Message, "rewrite if-else") {
		return "it no longer asks " + clip(s)
	}
	for _, t := range c.Was {
		if (t.Kind == token.Number || t.Kind == token.String && token.Inside(t) != "") && !strings.Contains(c.After, token.Inside(t)) && token.Inside(t) != "" || t.Kind == token.Number && !strings.Contains(c.After, t.Text) {
			return "it no longer has " + clip(t.Text)
		}
	}
	return ""
}

// lostComparison is a comparison with a literal that is not made any more, also not as
// the case of a switch.
func (c Change) lostComparison() string {
	for i := range c.Was {
		if token.Is(c.Was, i, "<", ">", "<=", ">=", "==", "!=") && i > 0 && written(c.Was, i+1) {
			asked := token.Joined(c.Was[i-1 : i+2])
			if !strings.Contains(token.Joined(c.Now), asked) && !(c.Was[i].Text == "==" && strings.Contains(token.Joined(c.Now), "case "+c.Was[i+1].Text)) {
				return asked
			}
		}
	}
	return ""
}

var (
	magic     = lazyre.New("(?i)magic (?:value|number)[^`]*`([^`]+)`")
	aboutMuch = lazyre.New(`(?i)too complex|too many (?:branches|statements|return statements|local|nested)|cognitive complexity|cyclomatic|high complexity|rewrite if-else`)
)

// withItself finds a statement that gives a name its own value.
func withItself(c Change) string {
	if c.Grew(func(ts []token.Token, i int) bool {
		alone := i+3 >= len(ts) || ts[i+3].Line != ts[i].Line || token.Is(ts, i+3, ";")
		return token.IsName(ts, i) && (token.StartsLine(ts, i) || token.Is(ts, i-1, ";", "{")) && token.Is(ts, i+1, "=") && token.Is(ts, i+2, ts[i].Text) && alone || token.Is(ts, i, "debugger")
	}) {
		return "it adds a statement that does nothing"
	}
	return ""
}
