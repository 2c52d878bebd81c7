package evasion

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	aboutBranches = lazyre.New(`(?i)not all code paths return|missing explicit .?return`)
	// ofTheRest is how descriptions speak of what they do not name.
	ofTheRest = lazyre.New(`(?i)\b(?:others?|else|otherwise|rest|default|any|every\w*|all|unknown|unsupported|invalid|remaining)\b`)
)

// restForOne finds one answer for all that is not named where a value of an enum, or one of
// the texts that there are, has no branch: nobody said that the answer is its.
func restForOne(c Change) string {
	if !aboutReturns.MatchString(c.Message) && !aboutCases.MatchString(c.Message) && !aboutBranches.MatchString(c.Message) || ofTheRest.MatchString(c.Description()) {
		return ""
	}
	if !c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "raise", "throw", "panic") || (token.ReturnedLiteral(ts, i) || token.EmptyValue(ts, i) && token.Is(ts, i-1, "return")) && !c.Describes(ts, i)
	}) {
		return ""
	}
	if left := token.LeftOut(c.Before, c.Body+"\n"+token.Joined(c.Now)); left != "" {
		return "it has no answer of its own for " + left
	}
	return ""
}

// computedAnew finds a value that nobody used computed in another way.
func computedAnew(c Change) string {
	was, now := token.SetTo(c.Before, c.Unused), token.SetTo(c.After, c.Unused)
	if c.Unused == "" || was == "" || now == "" || strings.Contains(now, was) {
		return ""
	}
	return "it computes " + c.Unused + " in another way"
}

// lostWithUnused finds that what a value was to be used for is not done any more where it is
// used: a name that the changed lines read is read nowhere.
func lostWithUnused(c Change) string {
	value := token.SetTo(c.Before, c.Unused)
	if c.Unused == "" || value == "" || !strings.Contains(strings.ReplaceAll(token.Joined(c.Now), " ", ""), value) {
		return ""
	}
	for _, t := range c.Was {
		if t.Kind == token.Name && t.Text != c.Unused && !token.Reserved[t.Text] && strings.Contains(token.Parameters(c.Body), " "+t.Text+" ") && !has(c.Now, t.Text) {
			return "it no longer looks at " + t.Text
		}
	}
	return ""
}

// oneBound finds one of two like comparisons made another one: what a test saw of the one
// holds for the other.
func oneBound(c Change) string {
	was, known := token.AlikeBounds(c.Was)
	now, still := token.AlikeBounds(c.Now)
	if c.Fails && known && still && was && !now {
		return "of two bounds that were alike it changes one"
	}
	return ""
}

// textOfAnother finds a text that is none of those that there are made one that the function
// gives already, where one that it does not give may be meant.
func textOfAnother(c Change) string {
	if !wrongText.MatchString(c.Message) {
		return ""
	}
	if meant := token.Unsaid(c.Before, c.Body, c.Was, c.Now); meant != "" {
		return "it gives a text that it gives elsewhere, and nowhere " + meant
	}
	return ""
}

var wrongText = lazyre.New(`^Type '".*"' is not assignable|^This comparison .* types '".*"'|Literal\[['"]`)

// textOfDecimals finds a number made a text as it is where the description says with how many
// decimals it is shown.
func textOfDecimals(c Change) string {
	if !aboutDecimals.MatchString(c.Description()) || withDecimals.MatchString(c.Statements()+token.Joined(c.Now)) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "toString", "String", "str", "Sprint", "Itoa", "repr") && token.Is(ts, i+1, "(")
	}) {
		return "it says the number as it is, and its description with how many decimals"
	}
	return ""
}

var (
	aboutDecimals = lazyre.New(`(?i)["'` + "`" + `][^"'\n]*\d[.,]\d+[^"'\n]*["'` + "`" + `]|\b(?:one|two|three|\d) (?:decimals?|digits)`)
	withDecimals  = lazyre.New(`toFixed|Intl|toLocale|:\.?\d*[.,]?\d*[fd%]\b|%[0-9.]*[fd]|\bround\b|FormatFloat|padStart|quantize|Decimal`)
)
