package doubt

import "strings"

// handlerUnbinds says that a handler unbinds a name at its end which its function binds, too: without "as NAME" the
// other value stays (https://docs.python.org/3/reference/compound_stmts.html#except-clause,
// https://github.com/astral-sh/ruff/pull/23993).
func (c Change) handlerUnbinds() string {
	m, ok := c.python()
	if !ok {
		return ""
	}
	for _, e := range c.Edits {
		s := m.At(e.Span.Start)
		if s == nil || s.Keyword != "except" || !m.Is(s.Colon-2, "as") || !e.Span.Overlaps(m.Tokens[s.Colon-2].Span) {
			continue
		}
		name := m.Tokens[s.Colon-1].Text
		if !strings.Contains(e.New, "as "+name) && c.binds(c.scope(), name) {
			return "the handler unbinds " + name + ", which the function binds, too"
		}
	}
	return ""
}
