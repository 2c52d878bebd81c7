package evasion

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// aboutMembers is what checkers say of a member that is not there, each in its own
// words: mypy, pyright, ty, pylint, tsc, Go, rustc, C's compilers.
var aboutMembers = lazyre.New("(?i)has no (?:attribute|field|member|method|associated|variant|property)|does not exist (?:on|in) type|has no ['\"`]\\w+['\"`] member|" +
	"no (?:field|method|variant|associated \\w+|function or associated item)(?: named)? [`'\"]|no member named|unknown field|cannot access (?:attribute|member)|" +
	"is not a known (?:attribute|member)|(?:attribute|member) \"\\w+\" is unknown|has no key|is not a defined key")

// lacksMember takes the member's name out of some of these messages.
var lacksMember = lazyre.New(`Property '(\w+)' does not exist on type|has no attribute "(\w+)"|Cannot access (?:attribute|member) "(\w+)"`)

// withheld reports whether a name is one that an object keeps for itself, and the
// complaint is about an object of somebody else.
func (c Change) withheld(name string) bool {
	if !strings.HasPrefix(name, "_") || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		return false
	}
	for i := range c.Line {
		if token.Is(c.Line, i, ".", "?.") && token.Is(c.Line, i-1, "self", "cls", "this") {
			return false
		}
	}
	return true
}

// reachesInto finds a member that another object keeps for itself, used from
// outside of its class in place of what it offers.
func reachesInto(c Change) string {
	if c.Family != power.Python && c.Family != power.Script || !c.Types {
		return ""
	}
	inside := func(name string) bool { // an object of the same class, in a method
		return strings.Contains(c.Body, "self") && strings.Contains(c.Before, "self."+name) || strings.Contains(c.Body, "this.") && strings.Contains(c.Before, "this."+name)
	}
	for i, t := range c.Now {
		if t.Kind != token.Name || !token.Is(c.Now, i-1, ".", "?.") || token.Is(c.Now, i-2, "self", "cls", "this", ")") || !c.withheld(t.Text) || inside(t.Text) {
			continue
		}
		if token.Times(c.Now, named(t.Text)) > token.Times(c.Was, named(t.Text)) {
			return "it reaches into what another object keeps for itself: " + t.Text
		}
	}
	return ""
}

// nothingReturned is what checkers say of nothing where a value is wanted.
var nothingReturned = lazyre.New(`(?i)got "None"|"None" is (?:not assignable|incompatible)|Type "None"|cannot use nil as|Type '(?:null|undefined)'`)

// ownMaking finds a value made of constants that is returned where nothing was: no
// one asked for it.
func ownMaking(c Change) string {
	if !c.Compiles || !nothingReturned.MatchString(c.Message) {
		return ""
	}
	for i := range c.Was {
		if token.Is(c.Was, i, "return") && token.Is(c.Was, i+1, "None", "nil", "null", "undefined") {
			if at := token.Places(c.Now, "return"); len(at) == 1 && madeOfConstants(token.UpTo(c.Now, at[0]+1, ";")) {
				return "it returns a value of its own making"
			}
		}
	}
	return ""
}

// madeOfConstants reports whether an expression makes a value, and no variable of
// the program stands in it.
func madeOfConstants(ts []token.Token) bool {
	makes, constants := false, false
	for i, t := range ts {
		switch {
		case t.Kind == token.String || t.Kind == token.Number:
			constants = true
		case t.Kind == token.Name && (token.Is(ts, i+1, "(") || token.Is(ts, i+1, "{")):
			makes = true
		case t.Kind == token.Name && !token.Reserved[t.Text] && !token.Is(ts, i+1, ":", "=") && token.Literal(ts, i) == token.Unknown:
			return false
		}
	}
	return constants && (makes || token.Is(ts, 0, "{") && token.Is(ts, 2, ":"))
}

// disobeys finds a call that the message asks for and that is made less often than
// before: wg.Add(1) in the goroutine, which became wg.Done().
func disobeys(c Change) string {
	name := signal.AskedCall(c.Message)
	if name == "" || token.Times(c.Was, callOf(name)) <= token.Times(c.Now, callOf(name)) {
		return ""
	}
	return "it no longer calls " + name + ", which is asked for"
}

func callOf(name string) token.Form {
	return func(ts []token.Token, i int) bool { return token.Is(ts, i, name) && token.CallAt(ts, i) }
}

// callAsText finds a call that is gone, and its letters in a text.
func callAsText(c Change) string {
	for i, t := range c.Was {
		if !token.CallAt(c.Was, i) || token.Times(c.Now, callOf(t.Text)) >= token.Times(c.Was, callOf(t.Text)) {
			continue
		}
		for _, n := range c.Now {
			if n.Kind == token.String && strings.Contains(n.Text, t.Text+"(") && !strings.Contains(c.Before, n.Text) {
				return "it writes the call of " + t.Text + " into a text"
			}
		}
	}
	return ""
}
