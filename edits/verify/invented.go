package verify

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/providers/signal"
)

// invented finds a value that stands for nothing where the call lacked an
// argument: connect(host, 0). The checker asks for a number, and this is one.
func (c *check) invented(was, now []tok) string {
	if !signal.LacksArgument(c.in.Target) {
		return ""
	}
	from, end := token.Differing(was, now)
	if len(was)-end > from {
		return ""
	}
	fresh := slices.Clone(now[from : len(now)-end])
	if is(fresh, 0, ",") {
		fresh = fresh[1:]
	}
	if is(fresh, len(fresh)-1, ",") {
		fresh = fresh[:len(fresh)-1]
	}
	if isName(fresh, 0) && is(fresh, 1, "=", ":") {
		fresh = fresh[2:]
	}
	if !blankValue(fresh) {
		return ""
	}
	return "it makes up the value " + joined(fresh) + " for the missing argument"
}

// disobeys finds a call that the message asks for and that is made less often than
// before: wg.Add(1) in the goroutine, which became wg.Done().
func (c *check) disobeys(was, now []tok) string {
	name := signal.AskedCall(c.in.Target)
	if name == "" || !more(now, was, func(ts []tok, i int) bool { return is(ts, i, name) && called(ts, i) }) {
		return ""
	}
	return "it no longer calls " + name + ", which is asked for"
}
