package verify

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify/token"
)

// misbound finds a choice that was put beside an operator without brackets, so
// that the operator binds one of its values alone: "price * rate" turned into
// "price if price else 0 * rate", "name + end" into "name || ” + end", or
// "paid + tip" into "paid + tip or paid". Types agree, and one of the cases loses
// what it was multiplied with.
func (c *check) misbound() string {
	if zero(c.in.Target) {
		return ""
	}
	for _, h := range c.hunks {
		was, now := c.hunkTokens(h)
		head, tail := token.Kept(was, now)
		if head == 0 || head+tail != len(was) {
			continue
		}
		put := now[head : len(now)-tail]
		switch {
		case !chooses(put):
		case tail > 0 && binds(was, head) && put[0].Text != was[head].Text:
			return "\"" + was[head].Text + "\""
		case is(put, 0, "or", "||", "??") && head > 1 && binds(was, head-2) && !is(was, head-2, "."):
			return "\"" + put[0].Text + "\""
		}
	}
	return ""
}

// binds reports whether a token stands between two values and binds them closer
// than a choice does.
func binds(ts []tok, i int) bool {
	return is(ts, i, "*", "/", "//", "%", "**", "+", "-", ".") && ts[i-1].Kind != tokString && !is(ts, i-1, "return", "=", "(", "[", ",", ":", "in", "and", "or", "not")
}

// chooses reports whether tokens are the rest of a choice between two values, the
// second of which stands at their end, all outside of brackets of theirs.
func chooses(ts []tok) bool {
	depth, choice := 0, -1
	for i := range ts {
		switch {
		case is(ts, i, "(", "[", "{"):
			depth++
		case is(ts, i, ")", "]", "}"):
			if depth--; depth < 0 {
				return false
			}
		case depth == 0 && is(ts, i, "else", "or", "||", "??"):
			choice = i
		case depth == 0 && is(ts, i, ":") && slices.ContainsFunc(ts[:i], func(t tok) bool { return t.Text == "?" }):
			choice = i
		}
	}
	return depth == 0 && choice >= 0 && choice < len(ts)-1
}
