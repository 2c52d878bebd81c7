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
		was := exportedResults(c.Was)
		for name, n := range exportedResults(c.Now) {
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
		if !aboutWaiting.MatchString(c.Message) && c.Grew(starts) && token.Times(c.Now, plain) < token.Times(c.Was, plain) {
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

// exportedResults is how many results each exported function has whose header is
// among tokens of Go.
func exportedResults(ts []token.Token) map[string]int {
	out := map[string]int{}
	for i := range ts {
		if !token.Is(ts, i, "func") || !token.StartsLine(ts, i) {
			continue
		}
		at := i + 1
		if token.Is(ts, at, "(") { // the receiver
			at = token.Closing(ts, at) + 1
		}
		name := at
		if at++; token.Is(ts, at, "[") {
			at = token.Closing(ts, at) + 1
		}
		if !token.IsName(ts, name) || !exported(ts[name].Text) || !token.Is(ts, at, "(") {
			continue
		}
		if n, ok := results(ts, token.Closing(ts, at)+1); ok {
			out[ts[name].Text] = n
		}
	}
	return out
}

// results counts the results that are listed from token i to the body; ok is false
// where the body does not begin on the line.
func results(ts []token.Token, i int) (n int, ok bool) {
	if i <= 0 || i >= len(ts) {
		return 0, false
	}
	if token.Is(ts, i, "{") {
		return 0, true
	}
	if !token.Is(ts, i, "(") {
		return 1, true
	}
	n = 1
	for j := i + 1; j < token.Closing(ts, i) && j < len(ts); j++ {
		switch {
		case token.Is(ts, j, "(", "[", "{"):
			j = token.Closing(ts, j)
		case token.Is(ts, j, ","):
			n++
		}
	}
	return n, true
}

func exported(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }
