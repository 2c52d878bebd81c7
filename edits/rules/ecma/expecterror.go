package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// UnusedExpectError removes a "@ts-expect-error" comment above, before or
// behind code that has no error any more.
func UnusedExpectError(p rule.Problem) ([]text.Edit, error) {
	s := p.Snapshot
	n, line, at := p.Line()
	start := s.LineStart(n)
	end := len(line)
	if strings.HasPrefix(line[at:], "/*") {
		i := strings.Index(line[at:], "*/")
		if i < 0 {
			return nil, rule.Decline("the directive is part of a comment of several lines")
		}
		end = at + i + 2
	} else if !strings.HasPrefix(line[at:], "//") {
		return nil, rule.Decline("no directive at the diagnostic")
	}
	if !strings.Contains(line[at:end], "@ts-expect-error") {
		return nil, rule.Decline("no directive at the diagnostic")
	}
	before := strings.TrimRight(strings.TrimPrefix(line[:at], rule.Mark), " \t")
	behind := strings.TrimSpace(line[end:])
	switch {
	case strings.TrimSpace(before) == "" && behind == "":
		return []text.Edit{{Span: rule.LineButMark(s, n)}}, nil
	case strings.TrimSpace(before) == "{" && behind == "}" && betweenElements(s, n):
		return []text.Edit{{Span: rule.LineButMark(s, n)}}, nil
	case behind == "":
		return []text.Edit{{Span: text.Span{Start: start + len(strings.TrimRight(line[:at], " \t")),
			End: start + len(line)}}}, nil
	case strings.HasSuffix(before, "{") && behind == "}":
		return nil, rule.Decline("the comment fills its braces")
	}
	rest := strings.TrimLeft(line[end:], " \t")
	return []text.Edit{{Span: text.Span{Start: start + at, End: start + len(line) - len(rest)}}}, nil
}

// betweenElements reports whether a line stands between the tags of JSX, where
// a comment in braces is nothing.
func betweenElements(s text.Snapshot, n int) bool {
	if !strings.HasSuffix(s.Lang, "react") || n == 0 || n+1 >= s.LineCount() {
		return false
	}
	above := strings.TrimSpace(s.Line(n - 1))
	return strings.HasSuffix(above, ">") && !strings.HasSuffix(above, "=>") &&
		strings.HasPrefix(strings.TrimSpace(s.Line(n+1)), "<")
}
