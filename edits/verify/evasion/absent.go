package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What becomes of the case that there is no value, where what the function is for tells
// that the answer cannot be meant.

// orNothingResult is the head of a function whose type says that it may give nothing.
var orNothingResult = lazyre.New(`(?s)^[^{]*?(?:->\s*(?:Optional\[|None \||[^:]*\| None\s*:)|\)\s*:[^{]*\|\s*(?:undefined|null)\s*\{)`)

// notNothing finds a made-up value where the function's type says that it gives nothing.
func notNothing(c Change) string {
	if !complaint.MaybeNothing(c.Message) || c.Family != power.Python && c.Family != power.Script || !orNothingResult.MatchString(c.Body) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool { return c.emptyAt(ts, i) && !c.Describes(ts, i) }) {
		return "it makes up a value, and the function may give nothing"
	}
	return ""
}

// unmatched finds a made-up result for a text that is not of the form it must have.
func unmatched(c Change) string {
	if !complaint.MaybeNothing(c.Message) || !matching.MatchString(c.Message+c.Body) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return ts[i].Kind == token.Number && c.emptyAt(ts, i) && !c.Describes(ts, i)
	}) {
		return "it makes up a value for a text that does not match"
	}
	return ""
}

var matching = lazyre.New(`\bMatch\[|\.(?:exec|fullmatch)\(`)

// takesKey reports whether a key that was asked for is taken for there now.
func (c Change) takesKey() bool {
	if has(c.Now, "in") {
		return false // it asks first
	}
	was, now := token.Joined(c.Was), token.Joined(c.Now)
	for i := range c.Was {
		if token.Is(c.Was, i, "get") && token.Is(c.Was, i-1, ".") && token.Is(c.Was, i+1, "(") {
			key := "[ " + token.Joined(c.Was[i+2:token.Closing(c.Was, i+1)]) + " ]"
			if strings.Contains(now, key) && !strings.Contains(was, key) {
				return true
			}
		}
	}
	return false
}

// shownAsNumber finds a text converted to a number that the program shows as one already:
// it is another value than was meant.
func shownAsNumber(c Change) string {
	if c.Family != power.Python || !c.Types {
		return ""
	}
	for i := range c.Now {
		if token.Is(c.Now, i, "float", "int") && token.Is(c.Now, i+1, "(") && token.IsName(c.Now, i+2) && token.Is(c.Now, i+3, ")") {
			name := c.Now[i+2].Text
			if slices.ContainsFunc(numberShown.FindAllStringSubmatch(c.Body, -1), func(m []string) bool { return m[1] == name }) {
				return "it converts " + name + ", which is shown as a number already"
			}
		}
	}
	return ""
}

var numberShown = lazyre.New(`\{(\w+):[^{}]*[defgn%]\}`)

// amongResults finds an empty value put among many where there was none.
func amongResults(c Change) string {
	if !complaint.MaybeNothing(c.Message) || c.Description() == "" {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		otherwise := token.Is(ts, i-1, "??", "||", "or", "else") || token.Is(ts, i-1, ":") && slices.ContainsFunc(ts[:i], func(t token.Token) bool { return t.Text == "?" && t.Line == ts[i].Line })
		return otherwise && !token.Is(ts, i, "[", "{") && token.EmptyValue(ts, i) && !c.Describes(ts, i) && eachOf(ts, i)
	}) {
		return "it puts an empty value among the others"
	}
	return ""
}

// eachOf reports whether token i stands in what is made of each of many.
func eachOf(ts []token.Token, i int) bool {
	for j := token.Around(ts, i); j >= 0; j = token.Around(ts, j) {
		if token.Is(ts, j-1, "map", "flatMap") && token.Is(ts, j, "(") || token.Is(ts, j, "[", "(") && has(ts[i:max(i, min(len(ts), token.Closing(ts, j)))], "for") {
			return true
		}
	}
	return false
}
