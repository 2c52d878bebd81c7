package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What an answer decides that nobody asked for: what stands in for a value, which
// of many is taken, when something is done at all.

// nameAsText finds a name that was a value and is the text of its letters now.
func nameAsText(c Change) string {
	if c.Missing != "" || c.aboutWording() || aboutNaming.MatchString(c.Message) {
		return ""
	}
	for _, t := range c.Now {
		name := token.Inside(t)
		if places := token.Places(c.Was, name); name != "" && len(places) > len(token.Places(c.Now, name)) && !strings.Contains(token.Joined(c.Was), t.Text) && !slices.ContainsFunc(places, c.notRead) {
			return "it writes the letters of " + name + " in its place"
		}
	}
	return ""
}

// notRead reports whether the name at a token of the old lines is a member, a type
// or is set there.
func (c Change) notRead(i int) bool {
	return token.Is(c.Was, i-1, ".", "->") || token.Is(c.Was, i-1, ":") && token.IsName(c.Was, i-2) || token.Is(c.Was, i+1, "=", ":")
}

// fallsBack finds a value that stands in for one that may be missing, or that
// cannot be converted. One that is empty is what people write after they have asked.
func fallsBack(c Change) string {
	if c.Removal || !c.Compiles && !aboutPanics.MatchString(c.Message) {
		return ""
	}
	unwraps := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "unwrap_or", "map_or", "unwrap_or_default") && !token.Is(ts, i+2, "Err", "None")
	}
	orElse := orElseOf(c.Family)
	// Nobody asked whether a value of another type is there: an empty one is made up.
	empty := c.Types && aboutOtherTypes.MatchString(c.Message) && !aboutNull.MatchString(c.Message) && !aboutMissingValues.MatchString(c.Message) && !orNothing.MatchString(c.Message)
	if c.Grew(unwraps) || orElse != nil && c.Grew(func(ts []token.Token, i int) bool { return orElse(ts, i) && c.decides(ts, i+1, empty) }) {
		return "it decides what stands in for a missing value"
	}
	return ""
}

// decides reports whether the value at token i is one that nobody asked for.
func (c Change) decides(ts []token.Token, i int, empty bool) bool {
	return !c.sortsLast(i+2) && (empty || !token.EmptyOrNone(ts, i)) && !c.Describes(ts, i)
}

// orNothing is a type that has nothing among its values.
var orNothing = lazyre.New(`\|\s*(?:null|undefined|None)\b|\b(?:null|undefined|None) \||'null'`)

// aboutOtherTypes are complaints about a value of one type where another one is wanted.
var aboutOtherTypes = lazyre.New(`(?i)incompatible (?:type|return value)|is not assignable|cannot be assigned`)

// orElseOf is where another value stands in for a missing one in a language.
func orElseOf(family power.Family) token.Form {
	switch family {
	case power.Script:
		return func(ts []token.Token, i int) bool {
			return token.Is(ts, i, "??", "??=") || token.Is(ts, i, "||") && !decides(ts, i) && !known(ts, i+1)
		}
	case power.Python:
		return func(ts []token.Token, i int) bool {
			return token.Is(ts, i, "or") && !decides(ts, i) && !known(ts, i+1) || choiceAt(ts, i)
		}
	}
	return nil
}

// known reports whether a value that has a name stands at token i: none is made there.
func known(ts []token.Token, i int) bool { return token.IsName(ts, i) && !token.Is(ts, i+1, "(") }

// decides reports whether the or at token i joins questions, not values.
func decides(ts []token.Token, i int) bool {
	for j := i; j >= 0 && ts[j].Line == ts[i].Line; j-- {
		if token.Is(ts, j, "if", "while", "assert", "elif", "unless", "not", "!") {
			return true
		}
	}
	for j := range ts {
		if ts[j].Line == ts[i].Line && token.Is(ts, j, "if", "?", ">", "<", "==", "!=", ">=", "<=", "===", "!==", "is", "isinstance") {
			return true
		}
	}
	return false
}

// aboutPanics are complaints about code that ends the program.
var aboutPanics = lazyre.New("(?i)may panic|used `(?:unwrap|expect)")

// choiceAt reports whether token i is the else of a choice by whether there is a
// value, and the value is on its other side.
func choiceAt(ts []token.Token, i int) bool {
	if !token.Is(ts, i, "else") || i == 0 || ts[i-1].Line != ts[i].Line || token.Is(ts, i+1, ":") || token.Is(ts, i-1, "None") && token.Is(ts, i-2, "is") {
		return false
	}
	for j := i; j >= 0 && ts[j].Line == ts[i].Line; j-- {
		if token.Is(ts, j, "if") {
			return !token.StartsLine(ts, j) && !has(ts[j:i], "isinstance")
		}
	}
	return false
}

// guarded finds a statement that is done only on a condition now, where the complaint
// is not that something may be missing.
func guarded(c Change) string {
	if len(c.Was) == 0 || has(c.Was, "if") || has(c.Now, "else") || strings.Contains(c.Message, "null") || aboutNull.MatchString(c.Message) || aboutMissingValues.MatchString(c.Message) {
		return ""
	}
	was := strings.TrimRight(token.Joined(c.Was), " }")
	for i := range c.Now {
		if token.Is(c.Now, i, "if") && token.StartsLine(c.Now, i) && strings.Contains(token.Joined(c.Now[token.BodyOf(c.Now, i):]), was) {
			return "it does what was done only on a condition"
		}
	}
	return ""
}

var aboutMissingValues = lazyre.New(`(?i)optional|undefined|import`)

// oneOfMany finds one of several values taken by its number.
func oneOfMany(c Change) string {
	if lacksArgument.MatchString(c.Message) || has(c.Was, "[") || strings.Contains(c.Message, "callable") {
		return ""
	}
	if c.Grew(byNumber) && !c.said("index") && !c.said("first") && !c.aboutWording() {
		return "it takes one of many"
	}
	return ""
}

// byNumber is a value taken out of several by a number that is written there.
func byNumber(ts []token.Token, i int) bool {
	if !token.Is(ts, i, "[") || !(token.IsName(ts, i-1) && !token.Reserved[ts[i-1].Text] || token.Is(ts, i-1, ")")) {
		return false
	}
	return i+2 < len(ts) && ts[i+1].Kind == token.Number && token.Is(ts, i+2, "]") || token.Is(ts, i+1, "-") && token.Is(ts, i+3, "]")
}

// convertsAbsent finds a value that may be missing handed to a conversion, which
// makes something of nothing.
func convertsAbsent(c Change) string {
	if !aboutNull.MatchString(c.Message) && !strings.Contains(c.Message, "undefined") || c.Grew(asks) || c.Missing != "" || !c.Types {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, conversions...) && token.Is(ts, i+1, "(")
	}) {
		return "it makes something of a value that may be missing"
	}
	return ""
}

// madeUpMeaning finds the missing function written by the model.
func madeUpMeaning(c Change) string {
	if c.Missing == "" {
		return ""
	}
	for _, i := range token.Places(c.Now, c.Missing) {
		function := token.Is(c.Now, i+2, "(", "async", "function", "lambda", "func") || token.Is(c.Now, i+3, "=>")
		if token.Is(c.Now, i-1, "def", "func", "fn", "function", "class", "struct") || token.Is(c.Now, i+1, "=", ":=") && function {
			return "it makes up what " + c.Missing + " does"
		}
	}
	return ""
}

// lostBeside finds a call beside what is to be removed that is gone with it.
func lostBeside(c Change) string {
	if !c.Removal || len(c.Line) == 0 {
		return ""
	}
	from, to := c.Line[0].Line, c.Line[len(c.Line)-1].Line
	for i, t := range c.Was {
		if (t.Line < from || t.Line > to) && token.CallAt(c.Was, i) && !token.WholeWord(c.After, t.Text) && !c.said(t.Text) && t.Line < from {
			return "it no longer calls " + t.Text
		}
	}
	return ""
}

// waitsIdly finds an await of nothing.
func waitsIdly(c Change) string {
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "await") && (i+1 < len(ts) && (ts[i+1].Kind == token.Number || ts[i+1].Kind == token.String || token.Literal(ts, i+1) != token.Unknown) || token.Is(ts, i+1, "undefined") || token.Is(ts, i+3, "resolve", "sleep") && (token.Is(ts, i+5, ")", "0")))
	}) {
		return "it waits for nothing"
	}
	return ""
}

// deadNow finds a name that the new lines no longer read, so that it is only set.
func deadNow(c Change) string {
	if c.Removal || c.Unused != "" {
		return ""
	}
	for i, t := range c.Was {
		if t.Kind == token.Name && !token.Reserved[t.Text] && !slices.Contains(qualifiers, t.Text) && !has(c.Now, t.Text) && !bindsAt(c.Was, i) && !token.Is(c.Was, i-1, ".", "::") && token.OnlySet(c.After, t.Text) && !c.spelledOut(t.Text) {
			return "nothing reads " + t.Text + " any more"
		}
	}
	return ""
}

// spelledOut reports whether what a name is set to stands in the new lines itself.
func (c Change) spelledOut(name string) bool {
	value := token.SetTo(c.After, name)
	return value != "" && strings.Contains(strings.ReplaceAll(token.Joined(c.Now), " ", ""), value)
}
