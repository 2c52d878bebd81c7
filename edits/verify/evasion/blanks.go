package evasion

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// otherBlanks finds texts of the program that lost or gained a blank on the way,
// where the complaint is about types or names: a small model that rewrites
// `"] " + percent` writes `"]" + str(percent)`, and no tool reads what is printed.
func otherBlanks(c Change) string {
	if !c.Types && !c.Compiles && c.Missing == "" || aboutBlanks.MatchString(c.Message) {
		return ""
	}
	was, now := textsOf(c.Was), textsOf(c.Now)
	if was != now && token.Solid(was) == token.Solid(now) && !c.Grew(blankText) { // one of its own parts what was put together

		return "it changes the blanks of a text"
	}
	return ""
}

// aboutBlanks are complaints that a text's blanks may have to do with.
var aboutBlanks = lazyre.New(`(?i)space|blank|indent|\btabs?\b|trailing|leading|format|literal type`)

// blankText reports whether a text of nothing but blanks stands at token i.
func blankText(ts []token.Token, i int) bool {
	return ts[i].Kind == token.String && token.Inside(ts[i]) != "" && token.Solid(token.Inside(ts[i])) == ""
}

// textsOf is what the texts among the tokens say, one after the other, as far as they
// are of one line: a longer one is indented with the code around it.
func textsOf(ts []token.Token) string {
	var b strings.Builder
	for _, t := range ts {
		if t.Kind != token.String || strings.Contains(t.Text, "\n") {
			continue
		}
		text := t.Text
		if i := strings.IndexAny(text, "\"'`"); i >= 0 && strings.Trim(text[:i], "rRbBfFuU") == "" {
			text = text[i:] // a prefix says how it is read
		}
		b.WriteString(strings.Map(func(r rune) rune {
			if strings.ContainsRune("\"'`{}$", r) {
				return -1
			}
			return r
		}, text))
	}
	return b.String()
}
