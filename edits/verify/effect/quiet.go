package effect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What goes wrong without a word, or fails where nothing was to fail.

var (
	// saysWithout is a description of what comes of something that is not there.
	saysWithout = lazyre.New(`(?i)\b(?:none|nothing|empty|left out|skip(?:s|ped)?|ignored?)\b[^.;:]*\b(?:without|if|when|unless|where)\b|\b(?:without|if|when|unless|where)\b[^.;:]*\b(?:none|nothing|empty|left out|skip(?:s|ped)?|ignored?)\b`)
	saysFails   = lazyre.New(`(?i)\b(?:errors?|exceptions?|fails?|failure|rais\w+|throws?|panics?|aborts?|refus\w+|reject\w+|\w+Error|\w+Exception)\b`)
	sentence    = lazyre.New(`(?:[^.;]|[.;]\S)+`)
	mayBeAbsent = lazyre.New(`\bNone\b|\bnil\b|(?i:null\b|undefined|optional)`)
)

// failsWithout finds an answer that fails for a value that is not there, where the
// function's description says what comes of that.
func failsWithout(c evasion.Change) string {
	fails := func(ts []token.Token, i int) bool { return token.Is(ts, i, "raise", "throw", "panic") }
	says := c.Description()
	if !mayBeAbsent.MatchString(c.Message) || saysFails.MatchString(says) || !c.Grew(fails) {
		return ""
	}
	if slices.ContainsFunc(sentence.FindAllString(says, -1), saysWithout.MatchString) {
		return "it fails where its description says what comes of it"
	}
	return ""
}

// runsInLoop finds a loop of events started where one runs: that raises RuntimeError. See
// https://docs.python.org/3/library/asyncio-runner.html#asyncio.run.
func runsInLoop(c evasion.Change) string {
	if c.Family == power.Python && strings.HasPrefix(strings.TrimSpace(c.Body), "async def ") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "run") && token.Is(ts, i-2, "asyncio") || token.Is(ts, i, "run_until_complete")
	}) {
		return "it starts a loop of events where one runs"
	}
	return ""
}

// setLater finds a promise that nobody waits for, whose value is put into a variable.
func setLater(c evasion.Change) string {
	if c.Family != power.Script || !strings.Contains(c.Body, "async") {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "then") || !token.Is(ts, i-1, ".") || !token.Is(ts, i+1, "(") {
			return false
		}
		head := ts[firstOf(ts, i):i]
		waits := slices.ContainsFunc(head, func(t token.Token) bool {
			return slices.Contains([]string{"await", "return", "=", "=>", "yield"}, t.Text)
		})
		inside := ts[i+1 : min(token.Closing(ts, i+1), len(ts))]
		return !waits && slices.ContainsFunc(inside, func(t token.Token) bool { return slices.Contains([]string{"=", "+=", "push", "set", "add"}, t.Text) })
	}) || c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "forEach") && token.Is(ts, i+1, "(") && token.Is(ts, i+2, "async")
	}) {
		return "it does not wait for what it takes"
	}
	return ""
}

// emptyStill finds an empty block that has a comment now.
func emptyStill(c evasion.Change) string {
	if !aboutEmpty.MatchString(c.Message) || len(c.Was) != len(c.Now) {
		return ""
	}
	for i := range c.Was {
		if c.Was[i].Text != c.Now[i].Text {
			return ""
		}
	}
	return "it only says in a comment that the block is empty"
}

var aboutEmpty = lazyre.New(`(?i)\bempty\b.*\b(?:block|function|method|arrow|branch|catch|statement|body)|unexpected empty`)

// endsAsIfWell finds a failure after which a script tells its caller that all went well.
func endsAsIfWell(c evasion.Change) string {
	if c.Shell && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "exit", "return") && token.Is(ts, i+1, "0") && token.Is(ts, i-1, "|", "||", "{")
	}) {
		return "it says that all went well where something failed"
	}
	return ""
}

// errorLeftBehind finds an error of Go after which the function goes on, or takes what
// there is, where its description speaks of an error.
func errorLeftBehind(c evasion.Change) string {
	if c.Family != power.Golang || !saysFails.MatchString(c.Description()) {
		return ""
	}
	gives := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && slices.ContainsFunc(token.UpTo(ts, i+1, ";", "}"), func(t token.Token) bool { return strings.Contains(strings.ToLower(t.Text), "err") })
	}
	quiet := func(ts []token.Token, i int) bool {
		if token.Is(ts, i, "err") && token.Is(ts, i+1, "==") && token.Is(ts, i+2, "nil") && token.Is(ts, i+3, "{") {
			end := token.Closing(ts, i+3)
			return !token.Is(ts, end+1, "else")
		}
		return token.Is(ts, i, "err") && token.Is(ts, i+1, "!=") && token.Is(ts, i+2, "nil") && token.Is(ts, i+3, "{") && token.Is(ts, i+4, "break", "continue")
	}
	if c.Grew(quiet) && !c.Grew(gives) {
		return "it goes on without a word where there is an error"
	}
	return ""
}

// fromStart finds a loop of Rust over all that began behind the first.
func fromStart(c evasion.Change) string {
	if c.Family != power.Rust || !strings.Contains(c.Message, "loop variable") {
		return ""
	}
	first := rangeStart.FindStringSubmatch(token.Joined(c.Was))
	if first == nil || first[1] == "0" || regexp.MustCompile(`\b`+first[1]+`\b`).MatchString(token.Joined(c.Now)) {
		return ""
	}
	return "it begins before " + first[1]
}

var rangeStart = lazyre.New(`\bin (\w+) \.\.`)

// otherLiteral finds a written number that a method is given changed into another one,
// where the complaint is about a value that may not be there.
func otherLiteral(c evasion.Change) string {
	if !mayBeAbsent.MatchString(c.Message) {
		return ""
	}
	for i := range c.Was {
		name := onlyNumber(c.Was, i)
		if name == "" || strings.Contains(c.Message, c.Was[i].Text) {
			continue
		}
		if places := token.Places(c.Now, name); len(places) == 1 && onlyNumber(c.Now, places[0]+2) == name && c.Now[places[0]+2].Text != c.Was[i].Text {
			return "it gives " + c.Now[places[0]+2].Text + " to " + name + " in place of " + c.Was[i].Text
		}
	}
	return ""
}

// onlyNumber is the method that is named once and given the number at token i alone,
// "" if there is none.
func onlyNumber(ts []token.Token, i int) string {
	if i < 3 || i >= len(ts) || ts[i].Kind != token.Number || !token.Is(ts, i-1, "(") || !token.Is(ts, i+1, ")") || !token.Is(ts, i-3, ".") || len(token.Places(ts, ts[i-2].Text)) != 1 {
		return ""
	}
	return ts[i-2].Text
}

// narrowsParameter finds a type parameter that takes fewer types than it did.
func narrowsParameter(c evasion.Change) string {
	if c.Family == power.Script && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "extends") && token.IsName(ts, i-1) && token.Is(ts, i-2, "<", ",") && token.Is(ts, i+1, "string", "number", "boolean", "symbol", "bigint")
	}) {
		return "it takes fewer types than it did"
	}
	return ""
}

// otherWay finds the assignment or the call around a misspelled name made another one.
// That a name is misspelled is also said of the one that nobody uses then.
func otherWay(c evasion.Change) string {
	if len(c.Was) != len(c.Now) {
		return ""
	}
	wrong := c.Missing
	for i, t := range c.Now {
		if wrong == "" && c.Unused != "" && t.Text == c.Unused && c.Was[i].Text != c.Unused {
			wrong = c.Was[i].Text
		}
	}
	if wrong == "" {
		return ""
	}
	for i := range c.Was {
		was, now := c.Was[i], c.Now[i]
		if was.Text == now.Text || was.Text == wrong {
			continue
		}
		switch {
		case strings.HasSuffix(was.Text, "=") && strings.HasSuffix(now.Text, "="):
			return "it writes " + now.Text + " for " + was.Text
		case token.Is(c.Was, i-1, ".") && token.Is(c.Was, i+1, "(") && slices.ContainsFunc(c.Was, func(t token.Token) bool { return t.Text == wrong }):
			return "it calls " + now.Text + " for " + was.Text
		}
	}
	return ""
}
