package effect

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// filledIn finds a value made up for the way on which a name has none, where nothing
// says that it is the one that is meant.
func filledIn(c evasion.Change) string {
	m := partlyUnbound.FindStringSubmatch(c.Message)
	if m == nil {
		return ""
	}
	for _, i := range token.Places(c.Now, m[1]) {
		if !token.Is(c.Now, i+1, "=") || token.Is(c.Now, i-1, ".") {
			continue
		}
		value := token.UpTo(c.Now, i+2, ";")
		for n := range value {
			if value[n].Line != c.Now[i].Line {
				value = value[:n]
				break
			}
		}
		if token.StandsForNothing(value, m[1]) && !told(c, value) {
			return "it makes up what " + m[1] + " is where it had no value"
		}
	}
	return ""
}

// told reports whether the function's description or a comment spells a value, or the
// program gives it to the name already.
func told(c evasion.Change, value []token.Token) bool {
	if len(value) == 0 {
		return false
	}
	text := token.Inside(value[len(value)-1])
	if value[len(value)-1].Kind != token.String {
		text = strings.ReplaceAll(token.Joined(value), " ", "")
	}
	words := []string{text}
	if text == "0" {
		words = append(words, "zero", "nothing", "none")
	}
	for _, said := range described.FindAllString(c.Body, -1) {
		for _, w := range words {
			if w != "" && token.WholeWord(said, w) {
				return true
			}
		}
	}
	return false
}

var (
	partlyUnbound = lazyre.New("[\"`]([\\w]+)[\"`] (?:is possibly unbound|may be undefined|used when possibly not defined)")
	described     = lazyre.New(`(?s)""".*?"""|'''.*?'''|#[^\n]*`)
)
