package verify

import "github.com/fettle-dev/fettle/providers/signal"

// disobeys finds a call that the message asks for and that is made less often than
// before: wg.Add(1) in the goroutine, which became wg.Done().
func (c *check) disobeys(was, now []tok) string {
	name := signal.AskedCall(c.in.Target)
	if name == "" || !more(now, was, func(ts []tok, i int) bool { return is(ts, i, name) && called(ts, i) }) {
		return ""
	}
	return "it no longer calls " + name + ", which is asked for"
}
