package evasion

import (
	"cmp"
	"slices"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
)

// Idle says how the new text puts code where it never runs or never ends, whatever
// the complaint.
func Idle(c Change) string { return cmp.Or(switchedOff(c), loopsIdly(c)) }

// switchedOff finds code behind a name that the new text makes false, or true,
// once and for all.
func switchedOff(c Change) string {
	now := c.Now
	for i := range now {
		if !token.IsName(now, i) || !token.Is(now, i+1, "=", ":=") || !token.Is(now, i+2, "False", "false", "True", "true") || i+3 < len(now) && now[i+3].Line == now[i+2].Line && !token.Is(now, i+3, ";") ||
			len(token.Places(c.Was, now[i].Text)) > 0 {
			continue
		}
		name, set, asked := now[i].Text, 0, false
		for _, j := range token.Places(now, name) {
			if token.Is(now, j+1, "=", ":=") {
				set++
				continue
			}
			asked = asked || conditional(now, j)
		}
		if set == 1 && asked {
			return "it puts code behind " + name + ", which never changes"
		}
	}
	return ""
}

// conditional reports whether a name stands in a condition.
func conditional(ts []token.Token, i int) bool {
	return token.Is(ts, i-1, "if", "elif", "while", "and", "or", "not", "&&", "||", "!") || token.Is(ts, i-1, "(") && token.Is(ts, i-2, "if", "while") || token.Is(ts, i+1, "&&", "||", "?", "and", "or")
}

// loopsIdly finds a loop that waits for what nothing in it brings about.
func loopsIdly(c Change) string {
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "while") {
			return false
		}
		for j := i + 1; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
			if token.Is(ts, j, "{") {
				return token.Is(ts, i+1, "(") && token.Is(ts, j+1, "}") && !slices.ContainsFunc(ts[i:j], func(t token.Token) bool { return t.Text == "++" || t.Text == "--" }) && token.Times(ts[i:j], func(ts []token.Token, i int) bool { return token.Is(ts, i, "(") }) < 2
			}
			if token.Is(ts, j, ":") && c.Family == power.Python {
				return token.Is(ts, j+1, "pass", "...", "continue")
			}
		}
		return false
	}) {
		return "it waits for ever"
	}
	return ""
}
