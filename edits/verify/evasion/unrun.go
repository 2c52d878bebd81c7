package evasion

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What is written and never done: a call inside a function that nobody calls, an end
// that is never reached.

// putOff finds a call that was made, and stands in a function without a name now
// that is given to nobody.
func putOff(c Change) string {
	for i := range c.Now {
		if !token.Is(c.Now, i, "lambda", "=>", "func") && !(c.Family == power.Rust && token.Is(c.Now, i, "|")) {
			continue
		}
		if j := assigned(c.Now, i); j >= 0 && len(token.Places(c.Now, c.Now[j].Text)) == 1 && !has(c.Was, c.Now[j].Text) && slices.ContainsFunc(calls(c.Was), func(name string) bool { return has(c.Now[i:], name) }) {
			return "it makes a function of what was done, and calls it nowhere"
		}
	}
	return ""
}

// assigned is the name that begins the line of token i and is given its value, or -1.
func assigned(ts []token.Token, i int) int {
	for j := i; j >= 0 && ts[j].Line == ts[i].Line; j-- {
		if token.Is(ts, j, "=", ":=") && token.IsName(ts, j-1) && !token.Is(ts, j-2, ".", ",") {
			return j - 1
		}
	}
	return -1
}

// calls are the names of the functions that tokens call.
func calls(ts []token.Token) (names []string) {
	for i := range ts {
		if token.CallAt(ts, i) {
			names = append(names, ts[i].Text)
		}
	}
	return names
}

// onlyPrinted finds the value that nobody used printed, and used no further.
func onlyPrinted(c Change) string {
	if c.Unused == "" || len(token.Places(c.Now, c.Unused)) <= len(token.Places(c.Was, c.Unused)) {
		return ""
	}
	printed := 0
	for _, i := range token.Places(c.Now, c.Unused) {
		at := token.Around(c.Now, i)
		if token.Is(c.Now, at, "(") && (token.Is(c.Now, at-1, "println", "print", "Println", "Print") || token.Is(c.Now, at-1, "log") && token.Is(c.Now, at-3, "console") || token.Is(c.Now, at-1, "!") && token.Is(c.Now, at-2, "dbg", "println")) {
			printed++
		}
	}
	if printed > 0 && printed == len(token.Places(c.Now, c.Unused))-len(token.Places(c.Was, c.Unused)) {
		return "it only prints " + c.Unused
	}
	return ""
}

// aboutEnds are complaints about a function that ends without a result.
var aboutEnds = lazyre.New(`(?i)missing return|lacks ending return|not all code paths|implicitly return|consistent return`)

// endless reports whether a loop without a condition begins at token i.
func endless(ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i, "while"):
		return token.Is(ts, i+1, "True", "1") || token.Is(ts, i+1, "(") && token.Is(ts, i+2, "true", "1") && token.Is(ts, i+3, ")")
	case token.Is(ts, i, "for"):
		return token.Is(ts, i+1, "{") || token.Is(ts, i+1, "(") && token.Is(ts, i+2, ";") && token.Is(ts, i+3, ";")
	}
	return token.Is(ts, i, "loop") && token.Is(ts, i+1, "{")
}

// emptySuccess finds a Go function that says all is well where nothing fitted, with
// a value that stands for nothing: what it gives otherwise with nil is a value.
func emptySuccess(c Change) string {
	if c.Family != power.Golang || !aboutEnds.MatchString(c.Message) {
		return ""
	}
	empty := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && token.EmptyWord(ts, i+1) && token.Is(ts, i+2, ",") && token.Is(ts, i+3, "nil") && !token.Is(ts, i+4, ",")
	}
	if c.Grew(empty) && succeeds.MatchString(c.Body) {
		return "it says that all is well where nothing fits"
	}
	return ""
}

// succeeds is a result that is a value, without an error.
var succeeds = lazyre.New(`return +(?:[^\n0",]|0[\w.]|"[^"\n])[^\n,]*, nil\b`)
