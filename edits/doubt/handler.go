package doubt

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

var handled = lazyre.New(`(?m)^[ \t]*except\b.*\bas (\w+):`)

// handlerUnbinds says that a handler unbinds a name at its end which its function binds, too: without "as NAME" the
// other value stays (https://docs.python.org/3/reference/compound_stmts.html#except-clause,
// https://github.com/astral-sh/ruff/pull/23993).
func (c Change) handlerUnbinds() string {
	if c.Snapshot.Lang != "python" || len(c.Edits) == 0 {
		return ""
	}
	was, now := c.lines()
	m := handled.FindStringSubmatch(was)
	if m == nil || strings.Contains(now, " as "+m[1]+":") {
		return ""
	}
	if c.binds(c.scope(), m[1]) {
		return "the handler unbinds " + m[1] + ", which the function binds, too"
	}
	return ""
}
