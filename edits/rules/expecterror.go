package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// unusedExpectError removes a "@ts-expect-error" comment above or behind code
// that has no error any more.
func unusedExpectError(p Problem) ([]text.Edit, error) {
	s := p.Snapshot
	n, line, at := p.line()
	comment := strings.TrimRight(line[at:], " \t")
	switch {
	case strings.HasPrefix(comment, "//") && strings.Contains(comment, "@ts-expect-error"):
	case strings.HasPrefix(comment, "/*") && strings.Contains(comment, "@ts-expect-error") && strings.Index(comment, "*/") == len(comment)-2:
	default:
		return nil, decline("no directive that ends its line stands at the diagnostic")
	}
	before := strings.TrimRight(line[:at], " \t")
	if before == "" {
		return []text.Edit{{Span: s.FullLineSpan(n)}}, nil
	}
	start := s.LineStart(n)
	return []text.Edit{{Span: text.Span{Start: start + len(before), End: start + len(line)}}}, nil
}
