// Package evasion finds fixes that a tool is content with because what it
// complained about goes on in a form that it does not look at: the same danger by
// another door, a constant in place of a name, a value turned into text, an error
// that nobody takes. What it finds makes a fix doubtful, not wrong.
package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Change is one answer to one complaint.
type Change struct {
	Family   power.Family
	Lang     string
	Shown    string   // what the model was shown beside the text
	Shell    bool     // a shell's script
	Types    bool     // the tool compares types
	Compiles bool     // the tool compiles, or compares types
	Fails    bool     // a test fails, and what it is about is to be found
	Removal  bool     // to leave something out is what is asked for
	Code     string   // of the rule, as the tool names it
	Message  string   // of the tool
	Notes    string   // what the tool says of other places with it
	Target   string   // the text complained about
	Meant    []string // what else it may be
	Missing  string   // the name that is not defined, "" if the complaint is another one
	Unused   string   // the name that nobody uses, "" if the complaint is another one
	Own      string   // the function or class around the place
	Body     string   // its text, "" outside of functions
	Before   string   // the whole old text
	After    string   // the whole new text
	// Was and Now are the changed lines, Line those complained about.
	Was, Now, Line []token.Token
	// Uses are the qualified names that come in, resolved through the imports.
	Uses []string
}

// Readings are the answer, once for each text that the complaint may be about.
func (c Change) Readings() []Change {
	out := []Change{c}
	for _, target := range c.Meant {
		if c.Target = target; target != out[0].Target {
			out = append(out, c)
		}
	}
	return out
}

// Find says how the answer goes round the complaint, "" if it is not seen to.
func Find(c Change) string {
	for _, find := range Rules() {
		if s := find(c); s != "" {
			return s
		}
	}
	return ""
}

// Rule says how an answer goes round the complaint in one way, "" if it does not.
type Rule func(Change) string

// Rules are all ways that are known.
func Rules() []Rule {
	return []Rule{
		constantForName, ofItself, unusedStill,
		sameDanger, sameSetting, weakStill, sameRoute, unsaid,
		ignoredResult, idleHandler,
		absenceAsText, widerShape, castThrough, handedOver,
		innerName, idleStatement, literalByName, onlyLess,
		endsStill, idlePython, silentStill, onTheSpot, innerMember, stub, catchesIt, looserType, expandsStill, asksUser, madePointer,
		madeUpValue, endsWithout, givenTwice, leftOptional, memberLeft, madeUpHolder, restOfCases, noneLeft, looserMember,
		unheeded, resultDropped, intoNothing, noLongerAdds, madeUpError, nobodyReads, goesOnWell, lostCallee, widerCatch,
		unremedied, lostLimit, stillLate, degenerateSize,
		notAsked, emptyAnnotation, otherOperator, pieceOfMany, textOfAbsent, lacksNothingNew,
		catchesMore, givesNothing,
		newValue, measured, stillWritten, blankGrows, fewerQuestions, otherArgument, bareOfCall, withoutRemedy, unquotedStill, keptAlive, notSuggested, shrunkType, onlyAsked, lostName,
		nameAsText, fallsBack, guarded, promised, oneOfMany, convertsAbsent, madeUpMeaning, lostBeside, waitsIdly, deadNow,
		partOfMany, swapped, removesInstead, anotherName, roundabout, comparesTexts, unawaited, inBackground, wrongOne, writtenArgument,
		lostOperator, lostTarget, otherNumber, lostCall, madeForNobody, collectsOther,
		putOff, onlyPrinted, emptySuccess,
		otherBlanks, otherContract,
		valueGone, standsForNull, castByHand, lostFormatted, pureStatement,
		forItsEffect, forEverybody, stillCopied, deprecatedToo, heldFromSight, cutShort,
		leftOut, lostEffect, raisesLess, wordless, givesLess, onceOnly, leavesEarlier, expectsLess, bothGone, otherHead,
		literalFor, startValue, defaultFor, handsNothing, readsNothing, otherDigits, unknownCallee,
		onlyNamed, bracketsOnly, numbered, otherSpelling, byReflection, looksAlike, copied, rebinds, callsItself, stillGiven, textAhead, askedSign,
		notNothing, unmatched, amongResults, otherNumbers, setsLess, exchanged, shownAsNumber, restForOne, computedAnew, oneBound, textOfAnother, textOfDecimals, lostWithUnused,
		looserScript, wideLocal, anyParameters, decoratedNow, cutsNumber,
		strangers, otherThing, passesBy, derived, emptyObject, errorGone, lostPart, withItself, reachesInto, ownMaking, disobeys, callAsText,
	}
}

// Grew reports whether a form occurs more often than before.
func (c Change) Grew(at token.Form) bool { return token.Times(c.Now, at) > token.Times(c.Was, at) }

// said reports whether a whole word stands in the tool's message.
func (c Change) said(word string) bool {
	return slices.Contains(messageWord.FindAllString(c.Message, -1), word)
}

var messageWord = lazyre.New(`[\pL_$][\pL\d_$]*`)

func has(ts []token.Token, text string) bool {
	return slices.ContainsFunc(ts, func(t token.Token) bool { return t.Text == text && t.Kind != token.String })
}

// changed are the tokens that differ, without what both sides begin and end with.
func (c Change) changed() (old, fresh []token.Token) {
	from := 0
	for from < len(c.Was) && from < len(c.Now) && c.Was[from].Text == c.Now[from].Text {
		from++
	}
	end := 0
	for end < len(c.Was)-from && end < len(c.Now)-from && c.Was[len(c.Was)-1-end].Text == c.Now[len(c.Now)-1-end].Text {
		end++
	}
	return c.Was[from : len(c.Was)-end], c.Now[from : len(c.Now)-end]
}

// called is the callee of the call complained about, as "requests . get", and its
// last name: of the call that the complaint names, or that is given what it names.
func (c Change) called() (callee, last string) {
	for i := range c.Line {
		if !token.CallAt(c.Line, i) || !strings.Contains(c.Target, c.Line[i].Text) && !c.given(i+1) {
			continue
		}
		first := i
		for token.Is(c.Line, first-1, ".", "::") && token.IsName(c.Line, first-2) {
			first -= 2
		}
		return token.Joined(c.Line[first : i+1]), c.Line[i].Text
	}
	return "", ""
}

// given reports whether what is complained about is an argument of the call whose
// bracket is token i.
func (c Change) given(i int) bool {
	name := strings.TrimSpace(c.Target)
	for j := i + 1; j < token.Closing(c.Line, i); j++ {
		if c.Line[j].Text == name && token.Is(c.Line, j-1, "(", ",") && token.Is(c.Line, j+1, ")", ",") {
			return true
		}
	}
	return false
}
