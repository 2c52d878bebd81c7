package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What is dropped: a result that nobody takes any more, an error that nobody hears
// of, an addition that became an assignment.

// unheeded finds an error that the new text catches and tells nobody of.
func unheeded(c Change) string {
	if c.Removal || aboutHandlers.MatchString(c.Message) && !aboutSilence.MatchString(c.Message) {
		return ""
	}
	var deaf token.Form
	switch c.Family {
	case power.Golang:
		deaf = func(ts []token.Token, i int) bool {
			return deafGo(ts, i) && !token.Repeats(c.Body, ts[i:min(len(ts), token.Closing(ts, i+2)+1)]) // the function's own way
		}
	case power.Script, power.Plain:
		deaf = token.DeafCatch
	case power.Rust:
		if !aboutResults.MatchString(c.Message) && !aboutAbsence.MatchString(c.Message) {
			return "" // rules of style ask for such forms
		}
		deaf = deafRust
	case power.Python:
		deaf = deafExcept
	}
	if c.Grew(deaf) {
		return "it tells nobody of the error"
	}
	return ""
}

// aboutHandlers are complaints about how a handler is written.
var aboutHandlers = lazyre.New(`(?i)\bexcept\b|\bhandler\b|\bcatch(?:es|ing)?\b|\bif err\b|err != nil`)

// deafGo reports whether token i asks for an error, and the block does nothing with
// it.
func deafGo(ts []token.Token, i int) bool {
	if !token.Is(ts, i, "!=") || !token.Is(ts, i+1, "nil") || !token.Is(ts, i+2, "{") || !token.IsName(ts, i-1) || !errorName.MatchString(ts[i-1].Text) {
		return false
	}
	name := ts[i-1].Text
	for j := i + 3; j < min(len(ts), token.Closing(ts, i+2)); j++ {
		handed := token.IsName(ts, j) && errorName.MatchString(ts[j].Text) && !(ts[j].Text == name && token.Is(ts, j+1, "="))
		told := token.CallAt(ts, j) && token.Hears.MatchString(ts[j].Text) && !token.Is(ts, j, "println", "print")
		if handed || told || token.Is(ts, j, "false", "panic") {
			return false
		}
	}
	return true
}

// deafRust reports whether token i takes an error apart from its value, and lets it
// go.
func deafRust(ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i, "Err"):
		return token.Is(ts, i+1, "(") && token.Is(ts, i+2, "_", "..") && token.Is(ts, i+4, "=>") && token.QuietArm(ts, i+5)
	case token.Is(ts, i, "is_err", "is_ok"):
		return token.Is(ts, token.Closing(ts, i+1)+1, "{") && token.Is(ts, token.Closing(ts, i+1)+2, "}")
	case token.Is(ts, i, "ok", "unwrap_or", "err"):
		return token.Is(ts, i-1, ".") && token.Is(ts, i+1, "(") && token.Is(ts, token.Closing(ts, i+1)+1, ";") && statement(ts, i)
	case token.Is(ts, i, "let"):
		return token.IsName(ts, i+1) && strings.HasPrefix(ts[i+1].Text, "_") && len(ts[i+1].Text) > 1 && token.Is(ts, i+2, "=") && has(ts[i+3:min(len(ts), i+20)], "(")
	}
	return false
}

// deafExcept reports whether an except clause begins at token i whose body does no
// more than go on.
func deafExcept(ts []token.Token, i int) bool {
	if !token.Is(ts, i, "except") || token.Is(ts, i+1, "ImportError", "ModuleNotFoundError", "StopIteration", "KeyboardInterrupt") {
		return false
	}
	body := indexFrom(ts, i, ":") + 1
	switch {
	case token.Is(ts, body, "pass", "...", "continue"):
		return true
	case token.Is(ts, body, "return"):
		return body+1 >= len(ts) || ts[body+1].Line != ts[body].Line || token.Is(ts, body+1, "-") || token.EmptyWord(ts, body+1) || token.Literal(ts, body+1) != token.Unknown
	}
	return token.IsName(ts, body) && token.Is(ts, body+1, "=") && token.Literal(ts, body+2) != token.Unknown && (body+3 >= len(ts) || ts[body+3].Line != ts[body+2].Line)
}

// resultDropped finds a call whose result the program took, and that stands alone
// now.
func resultDropped(c Change) string {
	if (c.Removal || c.Unused != "") && !errorName.MatchString(c.Unused) || aboutNothing.MatchString(c.Message) || strings.Contains(c.Message, "function has no return") || c.Family == power.Rust && !aboutResults.MatchString(c.Message) {
		return ""
	}
	for i := range c.Was {
		name := c.Was[i].Text
		if !token.CallAt(c.Was, i) || slices.Contains(bare, name) || callTimes(c.Was, name, true) <= callTimes(c.Now, name, true) {
			continue
		}
		if callTimes(c.Now, name, false) > callTimes(c.Was, name, false) {
			return "it no longer takes what " + name + " gives"
		}
	}
	return ""
}

// aboutNothing are complaints about a result that is none.
var aboutNothing = lazyre.New(`(?i)(?:got|expression has type) "None"|does not return|only ever returns None|no value used as value|\(no value\)|\bvoid\b|returns? nothing|ReturnStatement`)

// callTimes counts the calls of a function whose result is taken, or those that
// stand alone.
func callTimes(ts []token.Token, name string, taken bool) int {
	return token.Times(ts, func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, name) || !token.CallAt(ts, i) {
			return false
		}
		first := i
		for token.Is(ts, first-1, ".", "::", "->") && (token.IsName(ts, first-2) || token.Is(ts, first-2, ")", "]")) {
			if !token.IsName(ts, first-2) {
				return taken // a chain of calls
			}
			first -= 2
		}
		alone := (first == 0 || ts[first-1].Line != ts[first].Line && !continued(ts, first) || token.Is(ts, first-1, ";", "{", "}")) && depthOfCall(ts, first) == 0
		last := token.Closing(ts, i+1) + 1
		alone = alone && (last >= len(ts) || ts[last].Line != ts[last-1].Line || token.Is(ts, last, ";", "}"))
		return alone != taken
	})
}

// depthOfCall is how many round or square brackets are open before token i.
func depthOfCall(ts []token.Token, i int) int {
	depth := 0
	for j := range i {
		switch {
		case token.Is(ts, j, "(", "["):
			depth++
		case token.Is(ts, j, ")", "]"):
			depth = max(0, depth-1)
		}
	}
	return depth
}

// intoNothing finds a value handed to what takes everything and keeps nothing.
func intoNothing(c Change) string {
	for _, t := range c.Now {
		if t.Kind == token.Name && slices.Contains(sinks, t.Text) && !c.known(t.Text) {
			return "it hands a value to " + t.Text + ", which keeps nothing"
		}
	}
	return ""
}

// sinks take what they are given, and nobody reads it there.
var sinks = []string{"Discard", "devnull", "DEVNULL", "black_box", "ManuallyDrop", "nullcontext", "NullHandler", "nullOutputStream", "nullWriter", "NullWriter"}

// noLongerAdds finds an addition that only sets the value now.
func noLongerAdds(c Change) string {
	old, fresh := c.changed()
	if len(old) == 1 && token.Is(old, 0, "+=", "-=", "*=", "/=", "|=", "&=") && len(fresh) == 1 && token.Is(fresh, 0, "=") {
		return "it no longer keeps what was there"
	}
	return ""
}

// madeUpError finds a return of no error, with a value missing, that gives one now.
func madeUpError(c Change) string {
	if c.Family == power.Golang && noneGiven.MatchString(c.Message) && c.Grew(errorAt) {
		return "it makes an error of what was none"
	}
	return ""
}

// noneGiven is the compiler on a return of nil alone.
var noneGiven = lazyre.New(`not enough return values\s+have \(nil\)`)

// errorAt reports whether an error is made at token i.
func errorAt(ts []token.Token, i int) bool {
	return token.Is(ts, i, "New", "Errorf") && token.Is(ts, i-2, "errors", "fmt") && token.Is(ts, i+1, "(")
}

// nobodyReads finds a new name of a function that is given a value and never asked
// for it.
func nobodyReads(c Change) string {
	if c.Own == "" || c.Removal {
		return ""
	}
	for i := range c.Now {
		name := c.Now[i].Text
		if !token.IsName(c.Now, i) || name == "_" || strings.Contains(c.Before, name) || !bindsAt(c.Now, i) || token.InCall(c.Now, i) || strings.HasPrefix(name, "_") && c.Family == power.Python {
			continue
		}
		places := token.Places(c.Now, name)
		if strings.Count(c.After, name) == len(places) && !slices.ContainsFunc(places, func(j int) bool { return j != i && readAt(c.Now, j) }) {
			return "it gives " + name + " a value that nobody reads"
		}
	}
	return ""
}

// readAt reports whether the name at token i is asked for its value, not to give it
// to itself or to nobody.
func readAt(ts []token.Token, i int) bool {
	return !token.Is(ts, i+1, "=", ":=") && !(token.Is(ts, i-1, "=") && token.Is(ts, i-2, ts[i].Text, "_"))
}

// bindsAt reports whether a statement that makes a name begins at token i.
func bindsAt(ts []token.Token, i int) bool {
	if !token.Is(ts, i+1, "=", ":=") {
		return false
	}
	return token.Is(ts, i-1, "let", "const", "var", "mut") || token.Is(ts, i+1, ":=") || token.StartsLine(ts, i) && !continued(ts, max(i, 1)) && token.DepthAt(ts, i) == 0
}

// goesOnWell finds a result without an error in the branch that has one.
func goesOnWell(c Change) string {
	if c.Family != power.Golang || !strings.Contains(c.Message, "return values") || len(c.Line) == 0 {
		return ""
	}
	lines := strings.Split(c.Before, "\n")
	if at := c.Line[0].Line - 1; at < 0 || at >= len(lines) || !strings.Contains(lines[at], "err != nil {") {
		return ""
	}
	if token.Is(c.Now, 0, "return") && token.Is(c.Now, len(c.Now)-1, "nil") && !has(c.Now, "err") {
		return "it says that all went well where there is an error"
	}
	return ""
}

// lostCallee finds the call gone whose result the complaint was about.
func lostCallee(c Change) string {
	comes := func(ts []token.Token, i int) bool { return token.CallAt(ts, i) && !has(c.Was, ts[i].Text) }
	if !aboutCounts.MatchString(c.Message) || strings.Contains(c.Message, "not used") && token.Times(c.Now, comes) > 0 {
		return ""
	}
	for i := range c.Was {
		if name := c.Was[i].Text; token.CallAt(c.Was, i) && c.said(name) && len(token.Places(c.Now, name)) == 0 {
			return "it no longer calls " + name
		}
	}
	return ""
}

var aboutCounts = lazyre.New(`(?i)assignment mismatch|returns? \d+ values?|multiple-value|result of .* (?:call )?not used`)

// widerCatch finds a clause that still catches everything, in other words.
func widerCatch(c Change) string {
	if !aboutBroad.MatchString(c.Message) {
		return ""
	}
	if token.Times(c.Now, func(ts []token.Token, i int) bool {
		if token.Is(ts, i, "BaseException") {
			return true
		}
		if !token.Is(ts, i, "except", "raises") || !token.Is(ts, i+1, "(") {
			return false
		}
		names := 0
		for j := i + 2; j < token.Closing(ts, i+1); j++ {
			if token.Is(ts, j, "Exception", "BaseException") {
				return true
			}
			if token.IsName(ts, j) && !token.Is(ts, j+1, ".") {
				names++
			}
		}
		return names > 4
	}) > 0 {
		return "it still catches everything"
	}
	return ""
}

var aboutBroad = lazyre.New(`(?i)too (?:general|broad)|considered evil|blind|bare.{0,2}except|broad.?except`)
