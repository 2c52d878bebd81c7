package evasion

import (
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What the new text does less than the old one: it catches more, asks less, gives
// nothing back.

// catchesMore finds a clause that catches everything where the old one named what.
func catchesMore(c Change) string {
	if c.Family == power.Python && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "except") && (token.Is(ts, i+1, ":", "Exception", "BaseException") || token.Is(ts, i+1, "(") && token.Is(ts, i+2, "Exception", "BaseException"))
	}) && token.Times(c.Was, named("except")) >= token.Times(c.Now, named("except")) {
		return "it catches more than it did"
	}
	return ""
}

// givesNothing finds a function that gives nothing back where it gave a value.
func givesNothing(c Change) string {
	gives := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && token.IsName(ts, i+1) && ts[i+1].Line == ts[i].Line && !token.Reserved[ts[i+1].Text]
	}
	alone := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && (i+1 >= len(ts) || token.Is(ts, i+1, ";", "}", "undefined") || ts[i+1].Line != ts[i].Line)
	}
	if !c.Removal && c.Grew(alone) && token.Times(c.Now, gives) < token.Times(c.Was, gives) {
		return "it no longer gives what it gave"
	}
	if c.Family == power.Script && aboutGiving.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && token.Is(ts, i+1, "undefined", "null", "void")
	}) {
		return "it gives nothing"
	}
	return ""
}

var aboutGiving = lazyre.New(`(?i)expects a (?:return )?value`)
