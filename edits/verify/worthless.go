package verify

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What satisfies a tool and tells nothing of the program: a value that has the
// right type and no meaning, a text that is formatted to nothing, a name that
// means something else in a block of its own.

// mutedFormat formats a value to no letter of it.
var mutedFormat = lazyre.New(`%-?\.0[svqxX]|:[<>^]?0?\.0s?\}`)

// otherFormat shows something else of a value than the value.
var otherFormat = lazyre.New(`%[Tp]`)

// aboutFormats are messages about a format and what it is given.
var aboutFormats = lazyre.New(`(?i)\bformat\b.*\b(?:arg|type|verb|argument)`)

// printsNothing finds output that no longer shows what it showed, or goes where
// nobody reads it.
func (c *check) printsNothing(was, now []tok) string {
	held := func(form *lazyre.Regexp) func([]tok, int) bool {
		return func(ts []tok, i int) bool { return ts[i].Kind == tokString && form.MatchString(ts[i].Text) }
	}
	switch {
	case more(was, now, held(mutedFormat)):
		return "it formats a value to nothing"
	case c.family() == golang && token.Count(was, "fmt") > token.Count(now, "fmt") && more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "println", "print") && is(ts, i+1, "(") && !is(ts, i-1, ".", "func")
	}):
		return "it prints where nobody reads"
	case more(was, now, func(ts []tok, i int) bool { return printsAside(ts, i) && (c.family() == python || !is(ts, i, "file")) }):
		return "it prints where nobody reads"
	case !aboutFormats.MatchString(c.in.Target.Message) || zero(c.in.Target):
	case more(was, now, held(otherFormat)):
		return "it prints something else of the value"
	case c.family() == golang && more(was, now, func(ts []tok, i int) bool { return is(ts, i, "]") && is(ts, i+1, "byte", "rune") && is(ts, i+2, "(") }):
		return "it prints the bytes of the value"
	}
	return ""
}

// printsAside reports whether output goes elsewhere from there on.
func printsAside(ts []tok, i int) bool {
	return is(ts, i, "redirect_stdout", "redirect_stderr") && is(ts, i+1, "(") ||
		is(ts, i, "file") && is(ts, i+1, "=") && is(ts, i-1, ",", "(") && madeHere(ts, i+2)
}

// madeHere reports whether the value from token i on is made by a call in place:
// nobody else holds it.
func madeHere(ts []tok, i int) bool {
	for isName(ts, i) && is(ts, i+1, ".") {
		i += 2
	}
	return isName(ts, i) && is(ts, i+1, "(")
}

// worthless finds a value that only has the type that was asked for.
func (c *check) worthless(was, now []tok) string {
	if zero(c.in.Target) || c.in.Instructed {
		return ""
	}
	zeroed := func(ts []tok, i int) bool {
		return is(ts, i, "*", "&") && is(ts, i+1, "0") && !is(ts, i-1, "(", ",", "=") && !is(ts, i+2, ".") || is(ts, i, "0") && is(ts, i+1, "*", "&") && !is(ts, i-1, ".")
	}
	if more(was, now, zeroed) {
		return "it puts a value in place that is always zero"
	}
	if textForNumber.MatchString(c.in.Target.Message) {
		for _, f := range []string{"hash", "id", "bool", "len", "ord", "from_bytes"} {
			if f == "len" && c.family() == python {
				continue // how many there are is often what was meant
			}
			if more(was, now, func(ts []tok, i int) bool {
				used := is(ts, i+1, "(") || is(ts, i+1, ",") && is(ts, i-1, "(") && is(ts, i-2, "map")
				return is(ts, i, f) && used && (f == "from_bytes" || !is(ts, i-1, ".", "def"))
			}) {
				return "it puts " + f + "() of the value in place of the value"
			}
		}
		if more(was, now, func(ts []tok, i int) bool {
			return is(ts, i, "int", "float64", "int64", "uint", "ord") && is(ts, i+1, "(") && isName(ts, i+2) && is(ts, i+3, "[") && i+4 < len(ts) && ts[i+4].Kind == tokNumber
		}) {
			return "it puts a piece of the value in place of the value"
		}
	}
	if aboutPanics.MatchString(c.in.Target.Message) && more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "MAX", "MIN", "MaxInt", "MinInt") && is(ts, i-1, "::", ".")
	}) {
		return "it makes up a value"
	}
	return c.unmade(was, now)
}

// textForNumber is what checkers say of a text where a number belongs.
var textForNumber = lazyre.New(`(?i)\bstr(?:ing)?\b.*\b(?:int(?:eger)?\d*|float\d*|number)\b`)

// attributeInText is a place in a text that format fills with an attribute.
var attributeInText = lazyre.New(`\{\w*[.\[]\w+`)

// unmade finds what a type checker takes for a value, and nothing has made: an
// object that was never initialised, an attribute of the class, one that is looked
// up by a text, or the word "undefined" in a text.
func (c *check) unmade(was, now []tok) string {
	if !typeChecker(c.in.Target.Tool) {
		return ""
	}
	switch {
	case more(was, now, func(ts []tok, i int) bool { return is(ts, i, "__new__") && is(ts, i-1, ".") }):
		return "it makes an object that nothing has initialised"
	case c.family() == python && more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "type") && is(ts, i+1, "(") && isName(ts, i+2) && is(ts, i+3, ")") && is(ts, i+4, ".") && !is(ts, i+5, "__name__", "__qualname__", "__module__")
	}):
		return "it asks the class, not the value"
	case c.family() == python && more(was, now, func(ts []tok, i int) bool {
		return ts[i].Kind == tokString && is(ts, i+1, ".") && is(ts, i+2, "format") && attributeInText.MatchString(ts[i].Text)
	}):
		return "it goes where the checker sees no types: format"
	case c.family() == script && more(was, now, func(ts []tok, i int) bool {
		j := i
		for is(ts, j, "?.") && isName(ts, j-1) {
			j -= 2
		}
		return is(ts, i, "?.") && j >= 0 && ts[j].Kind == tokString && strings.HasSuffix(ts[j].Text, "${") && i+2 < len(ts) && ts[i+2].Kind == tokString
	}):
		return "it writes undefined into a text"
	}
	return ""
}

// looksUpLoop is what is said of a function that reads a loop's variable later.
var looksUpLoop = lazyre.New(`\bloop variable\b`)

// cdGoesOn is what shellcheck says of a cd that may fail (SC2164); doesNot is how
// code does not go on then.
var (
	cdGoesOn = lazyre.New(`in case (?:cd|pushd|popd) fails`)
	doesNot  = lazyre.New(`\b(?:exit|return|die|fail|abort|exec)\b|^\(|\bset -\w*e|\b(?:cd|pushd|popd)\b[^|;]*&&|\b(?:if|while|until)\b`)
)

// goesOn finds what is complained about by another way to the same end.
func (c *check) goesOn(was, now []tok) string {
	m := c.in.Target.Message
	if looksUpLoop.MatchString(m) && more(was, now, func(ts []tok, i int) bool { return is(ts, i, "global", "nonlocal") }) {
		return "its variable is still one for all"
	}
	if !cdGoesOn.MatchString(m) {
		return ""
	}
	for _, l := range c.addedLines() {
		if line := strings.TrimSpace(c.after.Line(l)); cdLine.MatchString(line) && !doesNot.MatchString(line) {
			return "it goes on where the folder cannot be entered"
		}
	}
	return ""
}

var cdLine = lazyre.New(`\b(?:cd|pushd|popd)\b`)

// shadows finds a name of the line complained about that is a constant now, in a
// block of its own.
func (c *check) shadows(was, now []tok) string {
	if zero(c.in.Target) || c.family() != golang && c.family() != script || removes(c) {
		return ""
	}
	target := tokens(c.oldFile(), c.before.LinesOf(c.in.Target.Span), 0)
	for i := range now {
		declares := is(now, i+1, ":=") || is(now, i-1, "let", "const", "var") && is(now, i+1, "=")
		if !declares || !isName(now, i) || len(token.Places(target, now[i].Text)) == 0 || len(c.oldFile().Bindings(now[i].Text)) == 0 || i+2 >= len(now) {
			continue
		}
		alone := i+3 >= len(now) || now[i+3].Line != now[i+2].Line || is(now, i+3, ";", "}")
		if alone && !token.Declares(was, now[i].Text) && (now[i+2].Kind == tokNumber || now[i+2].Kind == tokString || literal(now, i+2) != unknown) && len(token.Places(was, now[i].Text)) > 0 && !boundIn(target, now[i].Text) {
			return "it makes " + now[i].Text + " a constant in a block of its own"
		}
	}
	return ""
}

// boundIn reports whether tokens give the name a value.
func boundIn(ts []tok, name string) bool {
	for _, i := range token.Places(ts, name) {
		if is(ts, i+1, "=", ":=") {
			return true
		}
	}
	return false
}

// unassigned is what shellcheck says of a variable that has no value (SC2154).
var unassigned = lazyre.New(`^(\w+) is referenced but not assigned`)

// undefinedShell finds a shell's variable that is declared or assigned, and still
// has no value.
func (c *check) undefinedShell(_, _ []tok) string {
	m := unassigned.FindStringSubmatch(c.in.Target.Message)
	if m == nil {
		return ""
	}
	name := regexp.QuoteMeta(m[1])
	form := regexp.MustCompile(`\b(?:declare|typeset|local|readonly|export)(?: +-\w+)* +` + name + `\s*(?:;|$)|\bread\b.*\b` + name + `\b.*<\s*/dev/null|\bprintf +-v +` + name + ` +(?:''|"")?\s*(?:;|$)|\b` + name + `=(?:''|"")?\s*(?:;|$)`)
	for _, l := range c.addedLines() {
		if form.MatchString(strings.TrimSpace(c.after.Line(l))) && !regexp.MustCompile(`\b`+name+`=[^'"\s;]|\b`+name+`=["'][^"']`).MatchString(c.after.Text()) {
			return "it gives " + m[1] + " no value"
		}
	}
	return ""
}

// raw finds a type in Java without the arguments that could not be checked.
func (c *check) raw(was, now []tok) string {
	if c.before.Lang == "java" && strings.Contains(c.in.Target.Message, "unchecked") && token.Count(now, "<") < token.Count(was, "<") {
		return "it leaves out what the type holds: the compiler cannot check it either"
	}
	return ""
}
