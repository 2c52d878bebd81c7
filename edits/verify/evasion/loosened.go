package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Types and signatures that say less than they did, whatever the complaint.

// looserScript finds a type of TypeScript's that takes more, or a promise that a value
// is there.
func looserScript(c Change) string {
	if c.Family != power.Script || c.said("as") || strings.Contains(c.Message, "ssertion") {
		return ""
	}
	if c.Grew(c.looserAt) {
		return "its type says less"
	}
	old, fresh := c.changed()
	if len(fresh) == 1 && len(old) >= 1 && token.Is(fresh, 0, "string", "number", "object", "Object", "boolean", "Function", "never") && !strings.Contains(c.Message, fresh[0].Text) {
		return "its type says less"
	}
	return ""
}

// looserAt reports whether token i makes a type take more.
func (c Change) looserAt(ts []token.Token, i int) bool {
	absent := strings.Contains(c.Message, "undefined") || strings.Contains(c.Message, "null")
	switch {
	case token.Is(ts, i, "any"):
		return token.Is(ts, i-1, ":", "<", "as", "|", ",") && !c.said("any")
	case token.Is(ts, i, "declare"), token.Is(ts, i, "!") && token.Is(ts, i+1, ":"):
		return true
	case token.Is(ts, i, "|"):
		return token.Is(ts, i+1, "undefined", "null") && !absent
	case token.Is(ts, i, "?"):
		return token.Is(ts, i+1, ":") && token.IsName(ts, i-1) && !absent && c.Compiles && !lacksArgument.MatchString(c.Message) && !aboutUnknown.MatchString(c.Message)
	}
	return token.Is(ts, i, "[") && token.Is(ts, i+2, ":") && token.Is(ts, i+3, "string") && token.Is(ts, i+4, "]")
}

// aboutUnknown are complaints about a member that a type does not have.
var aboutUnknown = lazyre.New(`only specify known|does not exist`)

// wideLocal finds a variable of a type that says nothing of what it holds.
func wideLocal(c Change) string {
	if c.Family == power.Python && !c.said("Any") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "Any") && token.Is(ts, i+1, "]") && token.Is(ts, i+2, "(")
	}) {
		return "it says nothing of what is held"
	}
	if c.Family == power.Python && c.Grew(func(ts []token.Token, i int) bool {
		return token.IsName(ts, i) && token.StartsLine(ts, i) && token.Is(ts, i+1, ":") && token.Is(ts, i+2, "object", "dict", "list", "tuple", "set", "Any", "type", "Mapping", "Sequence") && token.Is(ts, i+3, "=") && c.isNew(ts[i].Text)
	}) {
		return "the type of its variable says nothing"
	}
	return ""
}

// anyParameters finds parameters that are whatever comes, or that are not taken.
func anyParameters(c Change) string {
	switch {
	case c.reshape() || c.Unused != "":
		return ""
	case c.Family == power.Python && !has(c.Was, "*") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "*", "**") && token.Is(ts, i-1, "(", ",") && token.IsName(ts, i+1) && token.SignatureAt(ts, i) && !c.said(ts[i+1].Text)
	}):
		return "its parameters are whatever comes"
	case c.Family == power.Golang && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "_") && token.Is(ts, i-1, "(", ",") && token.IsName(ts, i+1) && !token.Is(ts, i+1, "range")
	}):
		return "it no longer takes its parameter"
	}
	return ""
}

// decoratedNow finds a decorator that makes another thing of a function.
func decoratedNow(c Change) string {
	if c.Family != power.Python {
		return ""
	}
	for i := range c.Now {
		if !token.Is(c.Now, i, "@") || !token.StartsLine(c.Now, i) {
			continue
		}
		for j := i + 1; j < len(c.Now) && c.Now[j].Line == c.Now[i].Line; j++ {
			if w := c.Now[j].Text; slices.Contains(makesAnother, w) && !c.said(w) && !has(c.Was, w) {
				return "it makes another thing of the function: " + w
			}
		}
	}
	return ""
}

var makesAnother = strings.Fields(`property no_type_check overload skip skipIf xfail singledispatch contextmanager cached_property lru_cache cache`)

// cutsNumber finds a number of Rust's cast to a smaller kind, or a fraction of Go's made
// whole before it is counted with.
func cutsNumber(c Change) string {
	if c.Family == power.Golang && (mixedFraction.MatchString(c.Message) && c.Grew(cutFraction) || c.Compiles && c.Grew(wholeQuotient)) {
		return "it cuts the fraction off before it counts with the number"
	}
	if c.Family == power.Rust && !c.Compiles && !strings.Contains(c.Message, "cast") && !c.reshape() && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "as") && i+1 < len(ts) && integer.MatchString(ts[i+1].Text)
	}) {
		return "it cuts the number"
	}
	return ""
}

// mixedFraction is Go's compiler on a fraction beside a whole number.
var mixedFraction = lazyre.New(`mismatched types (?:float\d+ and (?:u?int\d*|time\.Duration)|(?:u?int\d*|time\.Duration) and float\d+)\)`)

// cutFraction is one name converted to a whole number: "time.Duration(n) * time.Second".
func cutFraction(ts []token.Token, i int) bool {
	whole := wholeNumber.MatchString(ts[i].Text) && !token.Is(ts, i-1, ".", "func") || token.Is(ts, i, "Duration")
	end := token.Closing(ts, i+1)
	if !whole || !token.Is(ts, i+1, "(") || end >= len(ts) {
		return false
	}
	for j := i + 2; j < end; j++ {
		if !token.IsName(ts, j) && !token.Is(ts, j, ".") {
			return false // worked out, or rounded
		}
	}
	return true
}

// wholeQuotient is a quotient of whole numbers made a fraction, too late.
func wholeQuotient(ts []token.Token, i int) bool {
	inside := ts[min(i+1, len(ts)):min(len(ts), max(i+1, token.Closing(ts, i+1)))]
	return token.Is(ts, i, "float64", "float32") && token.Is(ts, i+1, "(") && has(inside, "/") && !has(inside, "float64") && !has(inside, "float32")
}

var wholeNumber = lazyre.New(`^u?int(?:8|16|32|64)?$`)

var integer = lazyre.New(`^[iu](?:8|16|32|64|128|size)$`)
