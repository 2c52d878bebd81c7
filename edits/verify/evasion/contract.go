package evasion

import (
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// otherContract finds a function that others may call giving back something else:
// another number of results in Go, a promise or a coroutine in place of a value. The
// compiler sees the callers of this module, nobody sees the others, and the complaint
// was about a line inside.
func otherContract(c Change) string {
	switch c.Family {
	case power.Golang:
		if !c.Compiles || asksForResults.MatchString(c.Message) || mainPackage.MatchString(c.Before) {
			return ""
		}
		was := token.ExportedResults(c.Was)
		for name, n := range token.ExportedResults(c.Now) {
			if m, ok := was[name]; ok && m != n {
				return "it changes how many results " + name + " has, for all who call it"
			}
		}
	case power.Script, power.Python:
		starts := func(ts []token.Token, i int) bool {
			return token.Is(ts, i, "async") && token.Is(ts, i+1, "function", "def") && (c.Family == power.Python || token.Is(ts, i-1, "export", "default"))
		}
		plain := func(ts []token.Token, i int) bool {
			return token.Is(ts, i, "function", "def") && !token.Is(ts, i-1, "async")
		}
		if !aboutWaiting.MatchString(c.Message+c.Notes) && c.Grew(starts) && token.Times(c.Now, plain) < token.Times(c.Was, plain) {
			return "it makes all who call the function wait for it"
		}
	}
	return ""
}

var (
	asksForResults = lazyre.New(`return values|missing return`)
	aboutWaiting   = lazyre.New(`(?i)await|async|promise|coroutine`)
	mainPackage    = lazyre.New(`(?m)^package (?:main|\w+_test)\b`)
)
