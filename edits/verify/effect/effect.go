// Package effect reads what an answer does when it runs, whatever was complained
// about: nothing at all, something that cannot work on the value it is given, or
// another thing than the program did. What it finds makes a fix doubtful, not wrong.
package effect

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Rules are all that is looked for.
func Rules() []evasion.Rule {
	return []evasion.Rule{
		idleBlock, idleText, lostInFinally, comparesOwn, lacksMember, otherValue, handsEmpty, boundUnread, callsError, otherParameters,
		bytesAsText, errorForNobody, otherHolder, otherMeant, spelledOut, onlyKeys, unreadParameter, filledCopy, filledIn, notYetSet, callersGive, onlyLast, otherEnding,
		otherCondition, lostStatement, otherCall, otherResult, cannotCome, aside, otherSign, otherAmount, moreThanName, askedOfAll, panicsNow, otherFormat, noObject,
		failsWithout, runsInLoop, setLater, emptyStill, endsAsIfWell, errorLeftBehind, fromStart, otherLiteral, otherWay, narrowsParameter,
		lostBesideMissing, changedArgument, moreThanQuotes, twiceInARow, crossed, unwrapped, ownLock, endsWhatItGives, lostOperand, documentedGone, cutBeforeScaled, otherError, copyThenChanged,
		neverFails, lumpsNamed, otherExtreme, onlyOnce, errorAsSuccess,
		catchAll, goesOnHidden, usedUp, wrapsRaised, otherErrorClass, entriesOfMap, truthAsOrder, changeable, saysWhatThisIs, madeAndLost, alwaysDeleted, noLongerIs,
		cutFactor, fewerTypes, comparesPrinted, setsOther, boundTooEarly, failsNever,
		convertsItself, flagSaidOtherwise, lengthInLetters, leavesFactorOut, asksCallers, otherWords,
		sharedDefault, unsortedSet, otherKind, runsWhereOneRuns, ignoresWhatBaseUses,
		forgotten,
	}
}

// Find is what the first rule says, "" if none does.
func Find(c evasion.Change) string {
	for _, find := range Rules() {
		if s := find(c); s != "" {
			return s
		}
	}
	return ""
}

// idleBlock finds a block whose statements do nothing: a switch without a case, a
// function that only names its variable.
func idleBlock(c evasion.Change) string {
	if c.Family != power.Python && c.Grew(idleAt) {
		return "it adds code that does nothing"
	}
	return ""
}

func idleAt(ts []token.Token, i int) bool {
	if !token.Is(ts, i, "{") {
		return false
	}
	end := token.Closing(ts, i)
	if end >= len(ts) {
		return false
	}
	chooses := slices.ContainsFunc(ts[firstOf(ts, i):i], func(t token.Token) bool { return t.Text == "switch" || t.Text == "match" })
	if end == i+1 {
		return chooses
	}
	body := ts[i+1 : end]
	if chooses && token.Is(body, 0, "_") && token.Is(body, 1, "=>") {
		body = body[2:]
		return len(body) == 2 && token.Is(body, 0, "{", "(")
	}
	for len(body) > 0 {
		n := idleStatement(body)
		if n == 0 {
			return false
		}
		if body = body[n:]; token.Is(body, 0, ";", ",") {
			body = body[1:]
		}
	}
	return true
}

// idleStatement is how many tokens a statement that does nothing has, 0 if the first
// does something.
func idleStatement(ts []token.Token) int {
	switch {
	case token.Is(ts, 0, "_") && token.Is(ts, 1, "=") && token.IsName(ts, 2) && ends(ts, 3):
		return 3
	case token.Is(ts, 0, "void") && token.IsName(ts, 1) && ends(ts, 2):
		return 2
	case token.IsName(ts, 0) && token.Is(ts, 1, "=") && token.Is(ts, 2, ts[0].Text) && ends(ts, 3):
		return 3
	}
	return 0
}

// ends reports whether a statement is over before token i.
func ends(ts []token.Token, i int) bool {
	return i >= len(ts) || token.Is(ts, i, ";", "}") || ts[i].Line != ts[i-1].Line
}

// firstOf is the first token of the line of token i.
func firstOf(ts []token.Token, i int) int {
	for i > 0 && ts[i-1].Line == ts[i].Line {
		i--
	}
	return i
}

// idleText finds a text that is the whole of a statement, where an error is to be handled.
func idleText(c evasion.Change) string {
	if c.Family != power.Python {
		return ""
	}
	lines := strings.Split(c.After, "\n")
	for i, t := range c.Now {
		alone := token.StartsLine(c.Now, i) && ends(c.Now, i+1)
		if t.Kind == token.String && alone && t.Line > 0 && t.Line < len(lines) && opensBlock.MatchString(lines[t.Line-1]) && !strings.Contains(c.Before, t.Text) {
			return "it adds a statement that does nothing"
		}
	}
	return ""
}

// opensBlock is a line of Python after which an error is handled.
var opensBlock = lazyre.New(`^\s*(?:except|finally)\b.*:\s*(?:#.*)?$`)

// lostInFinally finds a jump out of a clause that runs after all others: it takes the
// place of an error that was on its way.
func lostInFinally(c evasion.Change) string {
	if c.Grew(jumpsFromFinally) {
		return "it leaves from where errors get lost"
	}
	return ""
}

func jumpsFromFinally(ts []token.Token, i int) bool {
	if !token.Is(ts, i, "finally") || !token.Is(ts, i+1, "{", ":") {
		return false
	}
	end := token.Closing(ts, i+1)
	if token.Is(ts, i+1, ":") {
		end = len(ts)
	}
	for j := i + 2; j < end; j++ {
		switch {
		case token.Is(ts, j, "def", "function", "=>", "lambda", "class"):
			return false
		case token.Is(ts, j, "return", "break", "continue"):
			return true
		}
	}
	return false
}

// comparesOwn finds a name that is given a value and compared with that value.
func comparesOwn(c evasion.Change) string {
	for i, t := range c.Now {
		if !token.IsName(c.Now, i) || !token.Is(c.Now, i+1, "=", ":=") || token.InSignature(c.Now, i) {
			continue
		}
		value := token.UpTo(c.Now, i+2, ";", ",", ":", "{")
		if len(value) < 2 {
			continue // what is only a name may be given another value in between
		}
		own, now := token.Joined(value), " "+token.Joined(c.Now[i:])+" "
		for _, op := range []string{">", "<", "==", "!=", ">=", "<=", "===", "!==", "is"} {
			if strings.Contains(now, " "+own+" "+op+" "+t.Text+" ") || strings.Contains(now, " "+t.Text+" "+op+" "+own+" ") {
				return "it compares " + t.Text + " with what it was given"
			}
		}
	}
	return ""
}

// callsError finds the missing name given to an error that is caught.
func callsError(c evasion.Change) string {
	if c.Missing != "" && !looksLikeError.MatchString(c.Missing) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, c.Missing) && (token.Is(ts, i-1, "as") && slices.ContainsFunc(ts[firstOf(ts, i):i], func(t token.Token) bool { return t.Text == "except" }) || token.Is(ts, i-2, "catch"))
	}) {
		return "it calls an error " + c.Missing
	}
	return ""
}

var looksLikeError = lazyre.New(`(?i)^(?:e|ex|x|_)$|err|exc|problem|fail|reason|cause`)
