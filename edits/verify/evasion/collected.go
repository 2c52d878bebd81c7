package evasion

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
)

// A loop that fills a list, a set or a text may become one expression. Its tool has
// no eye for what the expression takes.

// filling are functions that put a value into a container.
var filling = []string{"append", "add", "push"}

// fills reports whether a value is put into the container before token i.
func fills(ts []token.Token, i int) bool {
	return token.Is(ts, i, filling...) && token.Is(ts, i-1, ".") && token.Is(ts, i+1, "(")
}

// Expressed reports whether the old lines fill a container that they make, and the
// new ones have neither: its values are taken by an expression now.
func Expressed(was, now []token.Token) bool {
	return slices.ContainsFunc(containers(was), func(name string) bool {
		return !has(now, name) || token.Times(now, fills) == 0 && token.Times(now, named("for")) > 0
	})
}

// containers are the names that the lines bind and fill.
func containers(ts []token.Token) []string {
	var out []string
	for i := range ts {
		if fills(ts, i) && token.IsName(ts, i-2) && slices.ContainsFunc(token.Places(ts, ts[i-2].Text), func(j int) bool {
			return boundAt(ts, j) || token.Is(ts, j+1, ":")
		}) {
			out = append(out, ts[i-2].Text)
		}
	}
	return out
}

// questions are the signs of what a loop asks of a value.
var questions = []string{"if", "not", "!", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "%"}

// collectsOther finds an expression in place of a loop that leaves out a name or a
// question of it, or asks more.
func collectsOther(c Change) string {
	if c.Family != power.Python && c.Family != power.Script || token.Times(c.Now, fills) >= token.Times(c.Was, fills) || !has(c.Now, "for") && !Expressed(c.Was, c.Now) {
		return ""
	}
	made := containers(c.Was)
	for i, t := range c.Was {
		if t.Kind == token.Name && !noValue(c.Was, i) && !fills(c.Was, i) && t.Text != c.Missing && !slices.Contains(made, t.Text) && !has(c.Now, t.Text) {
			return "it collects something else: " + t.Text + " is gone"
		}
	}
	for _, q := range questions {
		was, now := token.Times(c.Was, named(q)), token.Times(c.Now, named(q))
		if q == "if" && c.Family == power.Script {
			was, now = was+token.Times(c.Was, named("filter")), now+token.Times(c.Now, named("filter"))
		}
		if was != now {
			return "it collects something else: it asks another question"
		}
	}
	return ""
}
