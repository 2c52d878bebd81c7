package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What is made up: a value, an argument, a body for a case that the program has no
// answer for. The type is right, and nobody said what should happen.

// aboutAbsence are complaints that there is nothing: no key, no result, no branch.
// Where a value may be missing, a default is what people write after they have
// asked.
var aboutAbsence = lazyre.New(`(?i)side-effects|used unwrap or expect|found (?:enum )?.?(?:Option|Result)\b|missing (?:return|key|propert)|is missing in type|missing the following|ending return|not enough return|might not have been initiali[sz]ed|uninitiali[sz]ed|non-exhaustive|not covered|can only be used in a function|end of non-void|must be caught|unreported exception|\bKeyError\b|\bIndexError\b|StopIteration|assignment mismatch|\blossy\b|\bmay lose\b|\bmay truncate\b|overflow conversion|implicit(?:ly)? declar`)

// madeUpValue finds a value that stands for nothing in a place where there may be
// none.
func madeUpValue(c Change) string {
	if !aboutAbsence.MatchString(c.Message) || c.Removal || aboutReturns.MatchString(c.Message) && c.onlyLiterals() || !c.Grew(func(ts []token.Token, i int) bool {
		return (c.emptyAt(ts, i) || aboutReturns.MatchString(c.Message) && token.ReturnedLiteral(ts, i)) && !c.Describes(ts, i)
	}) {
		return ""
	}
	return "it makes up a value for the case that there is none"
}

// endsWithout finds an end of the program, or of the function, in the case that
// there is no value.
func endsWithout(c Change) string {
	if !aboutAbsence.MatchString(c.Message) || c.Removal {
		return ""
	}
	if c.Family == power.Rust && !has(c.Now, "try_from") && !has(c.Now, "try_into") && (c.Grew(method("unwrap")) || c.Grew(method("expect"))) {
		return "it ends the program where there is no value"
	}
	if c.asksItself() {
		return "it asks itself for a value that it does not have"
	}
	if aboutReturns.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "__builtin_unreachable") || token.Is(ts, i, "assert") && token.Is(ts, i+1, "False", "0") || token.Is(ts, i, "for") && token.Joined(ts[i:min(len(ts), i+5)]) == "for ( ; ; )"
	}) {
		return "it ends without a value all the same"
	}
	return ""
}

// asksItself reports whether a function without a value takes it from itself now, which
// it did not before.
func (c Change) asksItself() bool {
	return aboutReturns.MatchString(c.Message) && c.Own != "" && strings.Count(c.Body, c.Own+"(") < 2 && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && token.Is(ts, i+1, c.Own) && token.Is(ts, i+2, "(")
	})
}

// aboutReturns are complaints about a function that may end without a value.
var aboutReturns = lazyre.New(`(?i)missing return|ending return|end of non-void`)

// onlyLiterals reports whether all that the function gives is written as a number
// or a text, so that one more is said in its own words.
func (c Change) onlyLiterals() bool {
	n := 0
	for _, m := range returned.FindAllStringSubmatch(c.Body, -1) {
		if !literalValue.MatchString(strings.TrimSpace(m[1])) {
			return false
		}
		n++
	}
	return n > 1
}

var (
	returned     = lazyre.New(`\breturn\b([^;\n}]*)`)
	literalValue = lazyre.New(`^(?:-?[\d._]+|"[^"]*"|'[^']*')$`)
)

// emptyAt reports whether a value that stands for nothing, 0, "", [] or -1, is
// handed on at token i.
func (c Change) emptyAt(ts []token.Token, i int) bool {
	if c.Family == power.Rust && token.EmptyRust(ts, i) {
		return true
	}
	from := i
	if token.Is(ts, i-1, "-") && ts[i].Kind == token.Number {
		from--
	}
	switch {
	case !token.HandedOn(ts, from), token.Is(ts, i+1, "."), token.Is(ts, i+1, ",") && token.Is(ts, from-1, "return"):
		return false // the beginning of something, or one of several results
	case c.Family == power.Python && token.Is(ts, from-1, "=") && (token.Is(ts, from-3, ":", ",") || token.DepthAt(ts, from) > 0):
		return false // the default of a parameter or a field: a checker compares it
	case from < i:
		return ts[i].Text == "1"
	}
	return token.EmptyValue(ts, i) || token.Is(ts, i, "False", "false") && token.Is(ts, i-1, "or", "||", "??")
}

// lacksArgument are complaints about a call with an argument too few.
var lacksArgument = lazyre.New(`(?i)missing (?:\d+ )?(?:required )?(?:named |positional |keyword-only )*arguments?\b|arguments? missing|not enough arguments|too few (?:positional )?arguments|no value for argument|expected \d+(?:-\d+)? arguments?,? but got|takes \d+ arguments? but`)

// givenTwice finds the missing argument given what the call was given already.
func givenTwice(c Change) string {
	if !lacksArgument.MatchString(c.Message) {
		return ""
	}
	old, fresh := c.changed()
	for len(fresh) > 0 && token.Is(fresh, 0, ",") {
		fresh = fresh[1:]
	}
	for len(fresh) > 0 && token.Is(fresh, len(fresh)-1, ",") {
		fresh = fresh[:len(fresh)-1]
	}
	given, call := spaced(fresh), c.Now
	if at := slices.IndexFunc(c.Now, func(t token.Token) bool { return len(fresh) > 0 && t == fresh[0] }); at >= 0 {
		if j := token.Around(c.Now, at); j >= 0 {
			call = c.Now[j:min(len(c.Now), token.Closing(c.Now, j)+1)] // what stands beside the call is not given to it
		}
	}
	if len(old) == 0 && tellsOf(fresh) && strings.Contains(spaced(c.Line), given) && strings.Count(spaced(call), given) > 1 {
		return "it gives " + clip(token.Joined(fresh)) + " twice"
	}
	return ""
}

// spaced is tokens with blanks around each, so that one may be looked for beside
// another.
func spaced(ts []token.Token) string {
	return " " + strings.ReplaceAll(token.Joined(ts), " ", "  ") + " "
}

// leftOptional finds a parameter that need not be given any more, and arguments that
// nobody can count.
func leftOptional(c Change) string {
	if !lacksArgument.MatchString(c.Message) {
		return ""
	}
	for i, t := range c.Now {
		if t.Kind == token.Name && (c.said(t.Text) || c.Family == power.Script) && token.Is(c.Now, i-1, "(", ",") && token.Times(c.Was, named(t.Text)) > 0 &&
			token.OptionalAt(c.Now, i) && token.SignatureAt(c.Now, i) && !slices.ContainsFunc(token.Places(c.Was, t.Text), func(j int) bool { return token.OptionalAt(c.Was, j) }) {
			return "it lets callers leave out " + t.Text
		}
	}
	if c.Family == power.Python && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "*", "**") && token.Is(ts, i-1, "(", ",") && token.Is(ts, i+1, "[", "{", "(")
	}) {
		return "it unpacks what the checker cannot count"
	}
	return ""
}

// tellsOf reports whether tokens name something of the program.
func tellsOf(ts []token.Token) bool {
	return slices.ContainsFunc(ts, func(t token.Token) bool { return t.Kind == token.Name && !token.Reserved[t.Text] })
}

// memberLeft finds the member complained about left out, and the object used in its
// place.
func memberLeft(c Change) string {
	if !aboutMembers.MatchString(c.Message) || c.Removal {
		return ""
	}
	old, fresh := c.changed()
	if len(fresh) == 0 && token.Is(old, 0, ".", "?.", "->") && token.IsName(old, 1) && c.said(old[1].Text) {
		return "it leaves out " + old[1].Text
	}
	return ""
}

// madeUpHolder finds the missing name defined as something that holds only
// constants, or declared without a body.
func madeUpHolder(c Change) string {
	name := c.Missing
	if m := implicitly.FindStringSubmatch(c.Message); m != nil {
		name = m[1]
	}
	for _, i := range token.Places(c.Now, name) {
		switch {
		case token.Is(c.Now, i-1, "class", "struct", "interface", "enum", "type", "namespace", "mod") && holdsConstants(c.Now, i+1):
			return "it makes up " + name + ", which holds nothing of the program"
		case c.Family == power.Plain && idleDeclaration(c.Now, i):
			return "it makes up " + name + ", which does nothing"
		}
	}
	return ""
}

// idleDeclaration reports whether token i is the name of a function that is declared
// inside of another one, or whose body does nothing.
func idleDeclaration(ts []token.Token, i int) bool {
	if !token.IsName(ts, i-1) || token.Reserved[ts[i-1].Text] || !token.Is(ts, i+1, "(") {
		return false
	}
	behind := token.Closing(ts, i+1) + 1
	return token.Is(ts, behind, ";") && (token.DepthAt(ts, i) > 0 || token.Is(ts, i-2, "extern")) || token.Is(ts, behind, "{") && hollowBody(ts, i+1)
}

var implicitly = lazyre.New(`(?i)implicit(?:ly)? declar\w+ (?:of )?(?:library )?function ['‘"]?(\w+)`)

// holdsConstants reports whether the block behind token i gives names constants and
// does nothing else.
func holdsConstants(ts []token.Token, i int) bool {
	for i < len(ts) && !token.Is(ts, i, ":", "{") {
		if token.Is(ts, i, "(") && !token.Is(ts, i+1, ")") {
			return false
		}
		i++
	}
	end := token.Closing(ts, i)
	if token.Is(ts, i, ":") {
		end = len(ts)
	}
	set := 0
	for j := i + 1; j < end && j < len(ts); j++ {
		switch {
		case token.Is(ts, j, "def", "func", "fn", "import", "from") || token.CallAt(ts, j):
			return set > 0
		case token.Is(ts, j, "=", ":") && j+1 < len(ts) && (ts[j+1].Kind == token.String || ts[j+1].Kind == token.Number || token.Literal(ts, j+1) != token.Unknown):
			set++
		}
	}
	return set > 0
}

// restOfCases finds an answer for all cases that the code does not name, where one
// of them was missing.
func restOfCases(c Change) string {
	if !aboutCases.MatchString(c.Message) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "_") && token.Is(ts, i+1, "=>") || token.Is(ts, i, "default") && token.Is(ts, i+1, ":") || token.Is(ts, i, "case") && token.Is(ts, i+1, "_") && token.Is(ts, i+2, ":")
	}) {
		return "it gives one answer for all cases that are not named"
	}
	if c.Grew(macro("unreachable")) || c.Grew(macro("panic")) || c.Grew(macro("todo")) || c.Grew(macro("unimplemented")) {
		return "it ends the program in the case that was missing"
	}
	return ""
}

var aboutCases = lazyre.New(`(?i)non-exhaustive|not covered|not exhaustive|not (?:all )?(?:cases|values) (?:are )?handled|missing cases?`)

// noneLeft finds a default that became None, and nothing asks for it.
func noneLeft(c Change) string {
	if c.Family != power.Python || !aboutDefaults.MatchString(c.Message) {
		return ""
	}
	for i := range c.Now {
		if !token.Is(c.Now, i, "None") || !token.Is(c.Now, i-1, "=") || !token.InCall(c.Now, i) {
			continue
		}
		j := i - 2
		for j > 0 && !token.Is(c.Now, j-1, "(", ",", "*") {
			j--
		}
		name := c.Now[j].Text
		if !slices.ContainsFunc(token.Places(c.Now, name), func(k int) bool {
			return token.Is(c.Now, k+1, "is", "or", "if", "and") || token.Is(c.Now, k-1, "not", "if", "or", "else") || token.Is(c.Now, k+1, "==")
		}) {
			if n := slices.DeleteFunc(messageWord.FindAllString(c.Body, -1), func(w string) bool { return w != name }); len(n) < 2 {
				continue // a function that does not look at it
			}
			return "it makes None the default of " + name + ", and nothing asks for it"
		}
	}
	return ""
}

var aboutDefaults = lazyre.New(`(?i)argument defaults?\b|mutable (?:data structures|default)|dangerous default|default argument`)

// looserMember finds a member that need not be there any more, or is gone from its
// type, where the complaint was that a value lacks it.
func looserMember(c Change) string {
	switch {
	case !aboutMissingMembers.MatchString(c.Message):
		return ""
	case c.Grew(token.NeedNotBe), slices.ContainsFunc(c.Was, func(t token.Token) bool {
		return t.Kind == token.Name && c.said(t.Text) && declares(c.Was, t.Text) && !has(c.Now, t.Text)
	}):
		return "its type asks for less"
	case c.Family == power.Python && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "->") && token.Is(ts, i+1, "dict", "object", "Mapping", "list", "tuple")
	}):
		return "its type says less"
	}
	return ""
}

// declares reports whether a line begins with a name and its type.
func declares(ts []token.Token, name string) bool {
	return slices.ContainsFunc(token.Places(ts, name), func(i int) bool { return token.Is(ts, i+1, ":") && token.StartsLine(ts, i) })
}

var aboutMissingMembers = lazyre.New(`(?i)missing keys?\b|propert(?:y|ies) .* (?:is|are) missing|is missing (?:in|the following)|missing the following`)
