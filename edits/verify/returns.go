package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// aboutReturns are the words of messages that a function may answer by returning
// nothing.
var aboutReturns = lazyre.New(`(?i)return|yield|unreachable|generator|constructor|__init__`)

// unreturned finds the last statement of a function that returned a value turned
// into one that returns none, at the place complained about or elsewhere: an
// untyped function gives nothing from then on, and no linter minds.
func (c *check) unreturned() string {
	if zero(c.in.Target) || c.in.Instructed || aboutReturns.MatchString(c.in.Target.Message) {
		return ""
	}
	was, now := c.allTokens()
	if returned(now) >= returned(was) {
		return ""
	}
	for _, h := range c.hunks {
		old, fresh := c.hunkTokens(h)
		if returned(old) > 0 && len(fresh) > 0 && !leaves(fresh) && !(c.family() == rust && tail(old, fresh)) && !leaves(tokens(c.oldFile(), c.restOfFunction(h.Old), 0)) {
			return fmt.Sprint(h.New.Start + 1)
		}
	}
	return ""
}

// returned counts the statements that return a value.
func returned(ts []tok) (n int) {
	for i := range ts {
		if is(ts, i, "return") && i+1 < len(ts) && ts[i+1].Line == ts[i].Line && !is(ts, i+1, ";", "}") {
			n++
		}
	}
	return n
}

// tail reports whether Rust's code ends in a value, and has what it returned before.
func tail(old, fresh []tok) bool {
	i := len(fresh) - 1
	for is(fresh, i, "}") {
		i--
	}
	return i >= 0 && !is(fresh, i, ";", "{", ",") && slices.ContainsFunc(token.Places(old, "return"), func(j int) bool {
		v := token.UpTo(old, j+1, ";")
		return len(v) > 0 && strings.Contains(joined(fresh), joined(v))
	})
}

// leaves reports whether code gives a value back or ends in an error.
func leaves(ts []tok) bool {
	for i := range ts {
		if is(ts, i, "return", "raise", "throw", "panic", "yield", "=>", "exit", "_exit", "abort", "fail") {
			return true
		}
	}
	return false
}

// restOfFunction are the lines of the innermost function behind some of its lines.
func (c *check) restOfFunction(l text.Lines) text.Lines {
	rest := text.Lines{Start: l.End, End: l.End}
	best := 0
	for _, n := range c.oldFile().Nodes {
		if n.Kind == syntax.Function && n.Lines.Covers(l) && (best == 0 || n.Lines.Len() < best) {
			rest.End, best = n.Lines.End, n.Lines.Len()
		}
	}
	return rest
}
