package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What the program no longer does, whatever the complaint: statements, errors,
// results, repetition, what a test expects.

// longChange is where lines are rewritten as a whole, and tokens tell little.
const longChange = 60

// leftOut finds an answer that only takes something away.
func leftOut(c Change) string {
	unset := complaint.MaybeUnset(c.Message)
	switch {
	case c.reshape(), complaint.PermitsLess(c.Message), complaint.TooMany(c.Message), len(c.Was) > longChange, c.Family == power.Plain && !c.Shell:
		return ""
	case Expressed(c.Was, c.Now), c.Missing != "" && token.Times(c.Was, fills) > 0, c.Types && !unset, c.Grew(works), len(excess(atoms(c.Now), atoms(c.Was))) > 0:
		return ""
	}
	for _, w := range c.gone() {
		if unset || !strings.Contains(c.Message, w) && w != "comment" {
			return "it only leaves out " + clip(w)
		}
	}
	return ""
}

// works reports whether token i works something out, asks or waits.
func works(ts []token.Token, i int) bool {
	return token.Is(ts, i, "==", "!=", "<", ">", "<=", ">=", "in", "?", "await", "+", "-", "+=", "&", "*", "yield", "not", "!", "===", "!==", "=>", "?.", "??") ||
		token.Is(ts, i, "[") && (token.IsName(ts, i-1) || token.Is(ts, i-1, ")"))
}

// lostEffect finds a statement gone that was there for what it calls.
func lostEffect(c Change) string {
	if c.reshape() || complaint.PermitsLess(c.Message) || len(c.Was) > longChange || c.Types || aboutTests.MatchString(c.Message) || c.Grew(named("!")) || token.Times(c.Was, fills) > token.Times(c.Now, fills) && c.Missing+c.Own != "" && Expressed(c.Was, c.Now) {
		return ""
	}
	for i := range c.Was {
		at := statementCall(c, i)
		if at < 0 {
			continue
		}
		if name := c.Was[at].Text; !has(c.Now, name) && !c.said(name) && !c.said(c.Was[i].Text) && !slices.Contains(filling, name) && !c.followedBy(name) {
			return "it no longer calls " + name
		}
	}
	return ""
}

// statementCall is the name of the function that a statement at token i of the old
// lines calls, without taking what it gives; -1 if there is none.
func statementCall(c Change, i int) int {
	ts := c.Was
	if !token.StartsLine(ts, i) || !token.IsName(ts, i) || token.Reserved[ts[i].Text] {
		return -1
	}
	at := i
	for token.Is(ts, at+1, ".", "::", "?.") {
		at += 2
	}
	if !token.CallAt(ts, at) {
		return -1
	}
	end := token.Closing(ts, at+1) + 1
	if c.Family == power.Rust && !token.Is(ts, end, ";") || end < len(ts) && ts[end].Line == ts[end-1].Line && !token.Is(ts, end, ";") {
		return -1
	}
	return at
}

// followedBy reports whether a name like a lost one came, or one that goes through
// many at once.
func (c Change) followedBy(name string) bool {
	return slices.ContainsFunc(c.Now, func(t token.Token) bool {
		return t.Kind == token.Name && len(t.Text) > 2 && t.Text != name && !has(c.Was, t.Text) && (c.said(t.Text) || token.Related(t.Text, name) || name == "forEach" && t.Text == "map")
	})
}

// raisesLess finds an error that nobody hears of any more.
func raisesLess(c Change) string {
	if c.Removal || aboutCancel.MatchString(c.Message) || c.Family == power.Rust && c.reshape() {
		return ""
	}
	raises := func(ts []token.Token, i int) bool { return token.Is(ts, i, "raise", "throw", "reject") }
	if token.Times(c.Now, raises) < token.Times(c.Was, raises) && !(c.Types && c.Family == power.Python && len(c.Was) > 12) {
		return "it raises no error any more"
	}
	switch c.Family {
	case power.Golang:
		if token.Times(c.Now, returnsError) < token.Times(c.Was, returnsError) && token.Times(c.Now, named("return")) <= token.Times(c.Was, named("return")) && !c.Grew(token.CallAt) {
			return "it no longer hands on the error"
		}
	case power.Rust:
		if token.Times(c.Now, handsErrOn) < token.Times(c.Was, handsErrOn) {
			return "it no longer hands on the error"
		}
	case power.Plain, power.Python, power.Script:
	}
	return ""
}

// returnsError reports whether an error is the last of the results at token i.
func returnsError(ts []token.Token, i int) bool {
	return token.Is(ts, i, "return", ",") && token.IsName(ts, i+1) && strings.HasPrefix(strings.ToLower(ts[i+1].Text), "err") && (i+2 >= len(ts) || ts[i+2].Line != ts[i+1].Line)
}

func handsErrOn(ts []token.Token, i int) bool { return token.Is(ts, i, "?", "Err") }

// wordless finds an error that says nothing any more.
func wordless(c Change) string {
	raises := func(ts []token.Token, i int) bool { return token.Is(ts, i, "raise", "throw") }
	says := func(ts []token.Token, i int) bool { return ts[i].Kind == token.String && len(token.Inside(ts[i])) > 2 }
	if c.reshape() || c.aboutWording() || token.Times(c.Was, raises) == 0 || token.Times(c.Now, raises) == 0 || token.Times(c.Was, says) == 0 || token.Times(c.Now, says) > 0 || token.IsName(c.Now, len(c.Now)-2) {
		return ""
	}
	return "its error says nothing any more"
}

// givesLess finds a result that nobody gets any more.
func givesLess(c Change) string {
	if c.Family != power.Python && c.Family != power.Script || c.reshape() || complaint.MaybeNothing(c.Message) || strings.Contains(c.Message, "not return") || strings.Contains(c.Message, "oo many") || c.Types && len(c.Was) > 20 || c.Grew(throws) {
		return ""
	}
	gives := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && i+1 < len(ts) && ts[i+1].Line == ts[i].Line && !token.Is(ts, i+1, ";", "}", "None", "undefined")
	}
	if token.Times(c.Now, gives) < token.Times(c.Was, gives) {
		return "it gives back less"
	}
	return ""
}

func throws(ts []token.Token, i int) bool { return token.Is(ts, i, "raise", "throw", "yield") }

// onceOnly finds something that is no longer done again and again, or without end.
func onceOnly(c Change) string {
	loops := func(ts []token.Token, i int) bool { return token.Is(ts, i, "for", "while", "loop") }
	if !c.reshape() && token.Times(c.Now, loops) < token.Times(c.Was, loops) && !c.Grew(token.CallAt) && !c.Grew(newCall(c)) && !c.Grew(named("!")) {
		return "it no longer repeats what it did"
	}
	if !c.Removal && !c.said("True") && !c.said("true") && c.Grew(endless) {
		return "it repeats without end"
	}
	return ""
}

// leavesEarlier finds a jump that nobody asked for, on no condition of its own.
func leavesEarlier(c Change) string {
	if c.reshape() || aboutEnds.MatchString(c.Message) || aboutAbsence.MatchString(c.Message) {
		return ""
	}
	returns := c.Types || strings.Contains(strings.ToLower(c.Message), "return") || strings.Contains(c.Message, "result of")
	jumps := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "break", "continue", "return") && !c.said(ts[i].Text) && !(returns && token.Is(ts, i, "return"))
	}
	if c.Family == power.Python && c.Grew(named("pass")) && token.Times(c.Now, opensPath) <= token.Times(c.Was, opensPath) && !c.said("pass") {
		return "it does nothing there"
	}
	if c.Grew(jumps) && token.Times(c.Now, opensPath) <= token.Times(c.Was, opensPath) && token.Times(c.Now, throws) <= token.Times(c.Was, throws) {
		return "it leaves earlier"
	}
	return ""
}

// opensPath reports whether token i begins code that may be passed by, or a function.
func opensPath(ts []token.Token, i int) bool {
	return token.Is(ts, i, "if", "elif", "else", "case", "except", "catch", "switch", "match", "?", "default", "def", "function", "func", "fn", "=>", "with", "try")
}

// expectsLess finds a test that more programs pass.
func expectsLess(c Change) string {
	widest := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "raises", "assertRaises", "toThrow") && slices.ContainsFunc(ts[i:min(i+5, len(ts))], func(t token.Token) bool {
			return slices.Contains([]string{"Exception", "BaseException", "Throwable"}, t.Text)
		})
	}
	asserts := func(ts []token.Token, i int) bool {
		return ts[i].Kind == token.Name && assertion.MatchString(ts[i].Text) && (c.Family != power.Rust || token.Is(ts, i+1, "!"))
	}
	switch {
	case c.Grew(widest) && !c.said("Exception"), c.Grew(named("BaseException")) && !c.said("BaseException"):
		return "it expects any error"
	case c.Grew(matchesAll):
		return "it expects any words"
	case token.Times(c.Now, asserts) < token.Times(c.Was, asserts) && !c.reshape() && !c.said("assert"):
		return "it asserts less"
	}
	return ""
}

var assertion = lazyre.New(`^(?:assert\w*|raises|expect|should)$`)

// matchesAll reports whether the pattern that token i sets fits any text.
func matchesAll(ts []token.Token, i int) bool {
	return token.Is(ts, i, "match") && token.Is(ts, i+1, "=") && i+2 < len(ts) && ts[i+2].Kind == token.String &&
		slices.Contains([]string{"", ".", ".*", ".+", "^", "$", "|", "()", "(.*)", "^.*$", ".*?"}, token.Inside(ts[i+2]))
}

// bothGone finds something gone of which there was one too many.
func bothGone(c Change) string {
	name := strings.Trim(strings.TrimSpace(c.Target), "\"'`")
	if aboutTwice.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "del") && token.Is(ts, i+1, name) }) {
		return "it takes " + name + " away between the two"
	}
	if aboutTwice.MatchString(c.Message) && oneName.MatchString(name) && token.WholeWord(token.Joined(c.Was), name) && !token.WholeWord(c.After, name) {
		return "both are gone: " + name
	}
	return ""
}

var aboutTwice = lazyre.New(`(?i)duplicate|redefin|redeclar|repeated|obscured`)

// otherHead finds a class that is no longer made of what it was, or a function under
// another name.
func otherHead(c Change) string {
	if c.reshape() || strings.Contains(c.Message, "nherit") {
		return ""
	}
	was, now := classHeads(c.Was), classHeads(c.Now)
	for _, w := range was {
		if len(now) < len(was) && !slices.Contains(now, w) && w != "object" && w != "extends" {
			return "its class is no longer made of " + w
		}
	}
	if aboutNames.MatchString(c.Message) {
		return ""
	}
	kept := token.Definitions(c.Now)
	for _, w := range token.Definitions(c.Was) {
		if !slices.Contains(kept, w) {
			return "it no longer defines " + w
		}
	}
	return ""
}

var aboutNames = lazyre.New(`(?i)nam(?:e|ing)|shadow|redefin|redeclar|snake|camel|case|prefix|lambda|underscore`)

// classHeads are the names behind those of the classes that begin among tokens.
func classHeads(ts []token.Token) (names []string) {
	for i := range ts {
		if !token.Is(ts, i, "class") || !token.StartsLine(ts, i) {
			continue
		}
		for j := i + 2; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
			if token.IsName(ts, j) {
				names = append(names, ts[j].Text)
			}
		}
	}
	return names
}
