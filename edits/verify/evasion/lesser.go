package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What the new text does less than the old one: it catches more, asks less, gives
// nothing back.

// catchesMore finds a clause that catches everything where the old one named what.
func catchesMore(c Change) string {
	if c.Family == power.Python && c.grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "except") && (token.Is(ts, i+1, ":", "Exception", "BaseException") || token.Is(ts, i+1, "(") && token.Is(ts, i+2, "Exception", "BaseException"))
	}) && times(c.Was, named("except")) >= times(c.Now, named("except")) {
		return "it catches more than it did"
	}
	return ""
}

// givesNothing finds a function that gives nothing back where it gave a value.
func givesNothing(c Change) string {
	gives := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && token.IsName(ts, i+1) && ts[i+1].Line == ts[i].Line && !reserved[ts[i+1].Text]
	}
	alone := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && (i+1 >= len(ts) || token.Is(ts, i+1, ";", "}", "undefined") || ts[i+1].Line != ts[i].Line)
	}
	if !c.Removal && c.grew(alone) && times(c.Now, gives) < times(c.Was, gives) {
		return "it no longer gives what it gave"
	}
	if c.Family == power.Script && aboutGiving.MatchString(c.Message) && c.grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && token.Is(ts, i+1, "undefined", "null", "void")
	}) {
		return "it gives nothing"
	}
	return ""
}

var aboutGiving = lazyre.New(`(?i)expects a (?:return )?value`)

// asksLess finds a member of what may be missing that is taken without the question.
func asksLess(c Change) string {
	chains := named("?.")
	if c.Family == power.Script && !strings.Contains(strings.ToLower(c.Message), "unnecessary") && times(c.Now, chains) < times(c.Was, chains) && !c.grew(asks) && !c.grew(named("throw")) {
		return "it no longer asks whether there is a value"
	}
	return ""
}

// withoutCall finds the call gone whose value may be missing, and nothing new in its
// place.
func withoutCall(c Change) string {
	if !c.Types || !aboutNull.MatchString(c.Message) && !strings.Contains(c.Message, "None") {
		return ""
	}
	_, fresh := c.changed()
	if len(fresh) == 0 || slices.ContainsFunc(fresh, func(t token.Token) bool { return t.Kind != token.Op && !has(c.Was, t.Text) }) {
		return ""
	}
	for i := range c.Was {
		if token.IsName(c.Was, i) && token.Is(c.Was, i+1, "(") && (callAt(c.Was, i) || token.Is(c.Was, i-1, ".")) && !slices.Contains(bare, c.Was[i].Text) && !has(c.Now, c.Was[i].Text) && !strings.Contains(c.After, c.Was[i].Text+"(") && !c.said(c.Was[i].Text) {
			return "it no longer calls " + c.Was[i].Text
		}
	}
	return ""
}

// sizeForValue finds the size of a value in place of the value, where one of another
// type is wanted.
func sizeForValue(c Change) string {
	if !aboutValues.MatchString(c.Message) {
		return ""
	}
	if c.Family == power.Script && strings.Contains(c.Message, "'string'") && c.grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "length") && token.Is(ts, i-1, ".") }) ||
		c.Family == power.Python && c.grew(func(ts []token.Token, i int) bool {
			return token.Is(ts, i, "bytes", "bytearray", "range") && token.Is(ts, i+1, "(") && token.Is(ts, i+2, "len")
		}) {
		return "it puts the size of the value in place of the value"
	}
	return ""
}

// typelessName finds a variable whose type says nothing.
func typelessName(c Change) string {
	if c.Types && c.Family == power.Python && c.grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, ":") && token.Is(ts, i+1, "object") && token.Is(ts, i+2, "=")
	}) {
		return "its type says nothing of what is held"
	}
	return ""
}

// fewerParameters finds the function complained about made to take less.
func fewerParameters(c Change) string {
	if !lacksArgument.MatchString(c.Message) {
		return ""
	}
	for i := range c.Was {
		if !token.Is(c.Was, i-1, "def", "func", "fn", "function") || !token.Is(c.Was, i+1, "(") {
			continue
		}
		for _, j := range token.Places(c.Now, c.Was[i].Text) {
			if token.Is(c.Now, j-1, c.Was[i-1].Text) && token.Is(c.Now, j+1, "(") && token.Closing(c.Now, j+1)-j < token.Closing(c.Was, i+1)-i {
				return "it makes " + c.Was[i].Text + " take less"
			}
		}
	}
	return ""
}

// constantFunction finds the missing name bound to a function that gives a constant
// or does nothing.
func constantFunction(c Change) string {
	if c.Missing == "" || c.Family != power.Script {
		return ""
	}
	for _, i := range token.Places(c.Now, c.Missing) {
		if !token.Is(c.Now, i+1, "=") || !token.Is(c.Now, i+2, "(") {
			continue
		}
		arrow := i + 2
		for arrow < len(c.Now) && arrow < i+40 && !(token.Is(c.Now, arrow, "=>") && depthAt(c.Now[i:], arrow-i) == 0) {
			arrow++
		}
		if body := arrow + 1; body < len(c.Now) && (c.Now[body].Kind == token.String || c.Now[body].Kind == token.Number || token.Literal(c.Now, body) != token.Unknown || token.Is(c.Now, body, "{") && token.Is(c.Now, body+1, "}")) {
			return "it makes up " + c.Missing + ", which does nothing"
		}
	}
	return ""
}

// oneCase finds an answer that is written down for one input.
func oneCase(c Change) string {
	if c.Family == power.Python && !c.Compiles && c.grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "if") && i > 0 && (ts[i-1].Kind == token.Number || ts[i-1].Kind == token.String) && token.IsName(ts, i+1) && token.Is(ts, i+2, "==") && token.Is(ts, i-2, "return", "=", "(")
	}) {
		return "it writes down the answer for one input"
	}
	return ""
}
