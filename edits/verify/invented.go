package verify

import (
	"slices"

	"github.com/fettle-dev/fettle/providers/signal"
)

// invented finds a value that stands for nothing where the call lacked an
// argument: connect(host, 0). The checker asks for a number, and this is one.
func (c *check) invented(was, now []tok) string {
	if !signal.LacksArgument(c.in.Target) {
		return ""
	}
	from := 0
	for from < len(was) && from < len(now) && was[from].Text == now[from].Text {
		from++
	}
	end := 0
	for end < len(was)-from && end < len(now)-from && was[len(was)-1-end].Text == now[len(now)-1-end].Text {
		end++
	}
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
