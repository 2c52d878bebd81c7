package doubt

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	handled  = lazyre.New(`(?m)^[ \t]*except\b.*\bas (\w+):`)
	function = lazyre.New(`^[ \t]*(?:async )?def\b`)
)

// handlerUnbinds says that a handler unbinds a name at its end which its function assigns, too: without "as NAME" the
// assigned value stays (https://docs.python.org/3/reference/compound_stmts.html#except-clause,
// https://github.com/astral-sh/ruff/pull/23993).
func (c Change) handlerUnbinds() string {
	s := c.Snapshot
	if s.Lang != "python" || len(c.Edits) == 0 {
		return ""
	}
	was, now := c.lines()
	m := handled.FindStringSubmatch(was)
	if m == nil || strings.Contains(now, " as "+m[1]+":") {
		return ""
	}
	indent := func(line int) int { return len(s.Line(line)) - len(strings.TrimLeft(s.Line(line), " \t")) }
	at := s.LineAt(c.Edits[0].Span.Start)
	start, end, of := at, at+1, indent(at)
	for start > 0 && !(indent(start) < of && function.MatchString(s.Line(start))) {
		start--
	}
	for end < s.LineCount() && (start == 0 || strings.TrimSpace(s.Line(end)) == "" || indent(end) > indent(start)) {
		end++
	}
	assigned := regexp.MustCompile(`(?m)^[ \t]*` + m[1] + `(?:[ \t]*:[^=\n]*)?[ \t]*=(?:[^=]|$)`)
	if assigned.MatchString(s.Slice(s.LinesSpan(text.Lines{Start: start, End: end}))) {
		return "the handler unbinds " + m[1] + ", which the function assigns, too"
	}
	return ""
}
