package effect

import (
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
		if token.StandsForNothing(value, m[1]) && !c.Describes(c.Now, i+2) {
			return "it makes up what " + m[1] + " is where it had no value"
		}
	}
	return ""
}

var partlyUnbound = lazyre.New("[\"`]([\\w]+)[\"`] (?:is possibly unbound|may be undefined|used when possibly not defined)")
