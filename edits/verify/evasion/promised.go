package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	// sentences are the parts of a description, each about one thing.
	sentences = lazyre.New(`(?:[^.;:]|[.;:]\S)+`)
	// ofAbsence is how descriptions speak of a value that is not there.
	ofAbsence   = lazyre.New(`(?i)\b(?:none|no|not|nothing|missing|unknown|absent|without|otherwise|else|malformed|invalid)\b`)
	isAbsent    = lazyre.New(`(?i)\b(?:missing|unknown|absent|unset|none|nothing|no (?:such|match)|not (?:found|set|known|given|there|listed)|if (?:there (?:is|are)|any|given|set)|optional(?:ly)?|left out)\b`)
	anError     = lazyre.New(`(?i)\b(?:rais\w+|throw\w*|panic\w*|fail\w*|abort\w*|reject\w*)\b|error|exception`)
	onCondition = lazyre.New(`(?i)\b(?:if|when|unless|where|on)\b`)
	// promise is what a function gives then, or that it fails. Nothing is given by a
	// function that ends without a word, too.
	promise = lazyre.New("(?:\\b(?:else|otherwise|or|returns?|gives?|is) |^\\s*|, |\\()[`'\"]*(" + literal + ")|(" + literal + "|\\b(?:None|null|undefined|nil)\\b)[`'\"]*,? (?:if|when|for|where|unless|on)\\b|\\b([Rr]ais(?:es?|ing)|[Tt]hrows?)\\b")
	// mayBeNothing are complaints about a value that may be missing, in all words.
	mayBeNothing = lazyre.New(`\bNone\b|\bnil\b|(?i:null\b|undefined)`)
	remarks      = lazyre.New(`(?m)(?:#|//).*$|(?s:/\*.*?\*/)`)
)

const literal = "\\b(?:True|False|true|false|zero)\\b|\"[^\"\n]*\"|'[^'\n]{0,20}'|-?\\d+(?:\\.\\d+)?\\b"

// promised finds an answer to a value that may be missing which does not do what the
// function's description says of that case: it gives nothing that the description
// names, and does not fail as that says.
func promised(c Change) string {
	if c.Missing != "" || !mayBeNothing.MatchString(c.Message) || !c.Grew(asks) && !has(c.Now, "return") {
		return ""
	}
	if c.failsUnasked() {
		return "it fails where something is missing, of which its description speaks, and of no error"
	}
	all := promises(c.Description())
	if len(all) == 0 || slices.ContainsFunc(all, c.keeps) {
		return ""
	}
	return "its description speaks of " + all[0] + " where there is nothing"
}

// failsUnasked reports whether it fails where something is missing, of which the
// description speaks, and of no error.
func (c Change) failsUnasked() bool {
	says := c.Description()
	fails := c.takesKey() || c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "raise", "throw", "panic", "assert") })
	return fails && !anError.MatchString(says) && slices.ContainsFunc(sentences.FindAllString(says, -1), isAbsent.MatchString)
}

// promises are what a description says that is given where something is missing.
func promises(description string) (all []string) {
	for _, s := range sentences.FindAllString(description, -1) {
		for _, m := range promise.FindAllStringSubmatch(s, -1) {
			if ofAbsence.MatchString(s) || m[3] != "" && onCondition.MatchString(s) {
				all = append(all, m[1]+m[2]+m[3])
			}
		}
	}
	return all
}

// FailsAsDescribed reports whether an error that the tokens raise is one that the
// function's description speaks of.
func (c Change) FailsAsDescribed(ts []token.Token) bool {
	says := c.Description()
	if !promisesError.MatchString(says) {
		return false
	}
	words := messageWord.FindAllString(says, -1)
	return slices.ContainsFunc(ts, func(t token.Token) bool { return aboutErrors.MatchString(t.Text) && slices.Contains(words, t.Text) })
}

var (
	promisesError = lazyre.New(`(?i)\b(?:rais(?:e|es|ing)|throws?|panics?)\b`)
	aboutErrors   = lazyre.New(`^[A-Z]\w*|^panic$`)
)

// Statements are the function's text without its description and its comments.
func (c Change) Statements() string {
	return remarks.ReplaceAllString(strings.Replace(c.Body, firstDocstring(c.Body), "", 1), "")
}

// keeps reports whether the function gives what was promised, or fails where that was.
func (c Change) keeps(what string) bool {
	code := c.Statements()
	switch word := strings.ToLower(what); word {
	case "raise", "raises", "raising", "throw", "throws":
		return has(c.Now, "raise") || has(c.Now, "throw") || strings.Contains(code, "raise ") || strings.Contains(code, "throw ")
	case "zero":
		what = "0"
	case "none", "null", "undefined", "nil": // many calls give that, too: only what is written in its place counts
		if !c.Grew(func(ts []token.Token, i int) bool { return ts[i].Kind == token.Number || ts[i].Kind == token.String }) {
			return true
		}
	case "true", "false":
		if slices.ContainsFunc(token.Places(c.Now, "return"), func(i int) bool { return givesTruth(c.Now, i) }) {
			return true
		}
	}
	inside := strings.Trim(what, `"'`)
	return c.Grew(func(ts []token.Token, i int) bool { return c.writes(ts, i, what) }) ||
		slices.ContainsFunc(given.FindAllStringSubmatch(code, -1), func(m []string) bool { return strings.Trim(m[1], `"'`) == inside })
}

// writes reports whether a literal stands at token i, also by a name that the file gives it.
func (c Change) writes(ts []token.Token, i int, literal string) bool {
	switch t := ts[i]; {
	case t.Text == literal, t.Text == "-" && token.Is(ts, i+1, strings.TrimPrefix(literal, "-")) && literal[0] == '-':
		return true
	case t.Kind == token.String:
		said := strings.Trim(literal, `"'`)
		return token.Inside(t) == said || token.Completes(ts, i, said)
	case t.Kind == token.Name:
		return token.Constant(c.Before, t.Text) == literal
	}
	return false
}

// givesTruth reports whether what the return at token i gives is asked, not written.
func givesTruth(ts []token.Token, i int) bool {
	for j := i + 1; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		if token.Is(ts, j, "is", "in", "not", "and", "or", "bool", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "!", "&&", "||") {
			return true
		}
	}
	return false
}

// given is a value that a function gives, or that it begins with.
var given = lazyre.New(`(?m)(?:\breturn|\belse|\bor|\byield|\?\?|\|\||:|=>|,|\(|^\s*(?:(?:let|var|const) )?\w+(?:: ?[^=\n]*)? ?:?=) *("[^"\n]*"|'[^'\n]*'|-?\d+(?:\.\d+)?|\w+)`)

func firstDocstring(body string) string {
	if m := docstring.FindStringSubmatch(body); m != nil {
		return m[2]
	}
	return ""
}
