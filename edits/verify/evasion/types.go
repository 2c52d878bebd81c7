package evasion

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// absentForText is what checkers say where a text is wanted and nothing may come.
var absentForText = lazyre.New(`(?i)(?:\bNone\b|\bnull\b|\bundefined\b|\bOptional\[str\]).*(?:expected "str"|to parameter of type 'string'|to type 'string'|"str" is expected|to "str")|Type "(?:str \| None|None)".*"str"`)

// absenceAsText finds a value that may be missing and becomes a text all the same:
// "None", "undefined".
func absenceAsText(c Change) string {
	if !absentForText.MatchString(c.Message) || c.Grew(asks) {
		return ""
	}
	name := firstOf(handsOn.ReplaceAllString(c.Target, ""))
	if name == "" {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, name) && !token.Is(ts, i-1, ".") && madeText(ts, i)
	}) {
		return "it turns a value that may be missing into a text"
	}
	return ""
}

// castThrough finds a value that is called something of which everything is one, and
// then something else: the compiler takes its word for it.
func castThrough(c Change) string {
	if c.Family == power.Plain && c.Grew(func(ts []token.Token, i int) bool {
		end := token.Closing(ts, i)
		return token.Is(ts, i, "(") && token.IsName(ts, i+1) && end < i+5 && token.Is(ts, end+1, "(") &&
			(token.Is(ts, end+2, "Object", "Throwable", "intptr_t", "uintptr_t", "object") && token.Is(ts, end+3, ")") || token.Is(ts, end+2, "void") && token.Is(ts, end+3, "*") && token.Is(ts, end+4, ")"))
	}) {
		return "it is an assertion of a type: the compiler takes its word for it"
	}
	return ""
}

// firstOf is the name that a piece of code begins with.
func firstOf(code string) string { return firstName.FindString(code) }

// handsOn are the words before a value that is handed on.
var handsOn = lazyre.New(`^(?:return|await|yield)\s+`)

var firstName = lazyre.New(`^[\pL_$][\pL\d_$]*`)

// asks is a question whether there is a value.
func asks(ts []token.Token, i int) bool {
	return token.Is(ts, i, "if", "assert", "??", "or", "||", "?", "is", "!==", "!=", "===")
}

// madeText reports whether the expression around token i makes a text of it.
func madeText(ts []token.Token, i int) bool {
	for i > 1 && token.Is(ts, i-1, "(", "[") && (!token.IsName(ts, i-2) || token.Reserved[ts[i-2].Text]) {
		i--
	}
	end := behind(ts, i) - 1
	switch {
	case token.Is(ts, i-1, "(") && token.Is(ts, i-2, "str", "String", "repr", "format", "stringify", "ascii", "concat", "join", "quote", "escape", "toString", "Sprint", "Sprintf"):
		return true
	case i > 0 && ts[i-1].Kind == token.String && (strings.HasSuffix(ts[i-1].Text, "{") || strings.HasSuffix(ts[i-1].Text, "${")):
		return true
	case token.Is(ts, i-1, "+", "%") && i > 1 && ts[i-2].Kind == token.String, token.Is(ts, end+1, "+") && end+2 < len(ts) && ts[end+2].Kind == token.String:
		return true
	case token.Is(ts, i, "[", "(") && token.Is(ts, token.Closing(ts, i)+1, ".") && token.Is(ts, token.Closing(ts, i)+2, "join", "toString", "format"):
		return true
	}
	return token.Is(ts, i+1, ".") && token.Is(ts, i+2, "__str__", "__repr__", "__format__", "toString")
}

// behind is the token behind the members and calls of the name at token i.
func behind(ts []token.Token, i int) int {
	for i++; i < len(ts); {
		switch {
		case token.Is(ts, i, ".", "?."):
			i += 2
		case token.Is(ts, i, "(", "["):
			i = token.Closing(ts, i) + 1
		default:
			return i
		}
	}
	return i
}

// noMember is what checkers say of a member that a type does not have.
var noMember = lazyre.New(`(?i)does not exist on type|has no attribute|is not a known attribute|can't be used to index`)

// widerShape finds a type that takes every member, or one that can never be there,
// and a question at run time for what the checker says is not there.
func widerShape(c Change) string {
	if c.Types && c.Family == power.Python && !strings.Contains(c.Message, "object") && c.Grew(takesObject) {
		return "it takes a parameter of any type"
	}
	if c.Family != power.Script || !noMember.MatchString(c.Message) {
		return ""
	}
	absent := strings.Contains(c.Message, "does not exist")
	switch {
	case absent && c.Grew(takesEveryKey):
		return "its type takes every member"
	case c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "never") && token.Is(ts, i-1, ":") }):
		return "its type says that nothing is ever there"
	case absent && c.Grew(asksForKey):
		return "it asks at run time for what the checker says is not there"
	}
	return ""
}

func takesObject(ts []token.Token, i int) bool {
	return token.Is(ts, i, "object") && token.Is(ts, i-1, ":") && token.IsName(ts, i-2) && token.Is(ts, i-3, "(", ",") && token.Is(ts, i+1, ",", ")", "=") && !inDunder(ts, i)
}

func takesEveryKey(ts []token.Token, i int) bool {
	return token.Is(ts, i, "[") && token.IsName(ts, i+1) && token.Is(ts, i+2, ":") && token.Is(ts, i+3, "string", "PropertyKey", "number", "symbol") && token.Is(ts, i+4, "]")
}

func asksForKey(ts []token.Token, i int) bool {
	return token.Is(ts, i, "in") && i > 0 && ts[i-1].Kind == token.String || token.Is(ts, i, "hasOwn", "hasOwnProperty", "has") && token.Is(ts, i-1, ".")
}

// inDunder reports whether token i stands in the head of a method that the
// language calls: __eq__ takes every object.
func inDunder(ts []token.Token, i int) bool {
	for j := i; j >= 0 && j > i-30; j-- {
		if token.Is(ts, j, "def") {
			return token.IsName(ts, j+1) && dunder.MatchString(ts[j+1].Text)
		}
	}
	return false
}

// handedOver finds the function complained about given to another one to call: a
// checker of calls sees none.
func handedOver(c Change) string {
	_, last := c.called()
	if last == "" || c.Removal || strings.Contains(c.Message, "lambda") || strings.Contains(c.Message, "map") {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, last) && token.Is(ts, i+1, ",") && token.Is(ts, i-1, "(", ".") && callerOf(ts, i) && !token.CallAt(ts, i)
	}) && token.Times(c.Now, called(last)) < token.Times(c.Was, called(last)) {
		return "it gives " + last + " to another function to call"
	}
	return ""
}

func called(name string) token.Form {
	return func(ts []token.Token, i int) bool { return token.Is(ts, i, name) && token.CallAt(ts, i) }
}

// callerOf reports whether the first argument that token i ends is given to a
// function.
func callerOf(ts []token.Token, i int) bool {
	for token.Is(ts, i-1, ".") && token.IsName(ts, i-2) {
		i -= 2
	}
	return token.Is(ts, i-1, "(") && token.IsName(ts, i-2)
}

// aboutReplaced are complaints that ask for something else in the same place.
var aboutReplaced = lazyre.New(`(?i)\bdeprecated\b|\bobsolete\b|\binsecure\b|\bunsafe\b|\bdangerous\b|\binjection\b`)

// onlyLess finds a text that only leaves out what should have been replaced.
func onlyLess(c Change) string {
	callee, last := c.called()
	if !aboutReplaced.MatchString(c.Message) || c.Family == power.Rust || callee == "" || has(c.Now, last) {
		return ""
	}
	j := 0
	for _, t := range c.Was {
		if j < len(c.Now) && c.Now[j].Text == t.Text {
			j++
		}
	}
	if j == len(c.Now) {
		return "it only leaves out " + last
	}
	return ""
}
