package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// splitSuite puts the suite of "if x: y" on its own line.
func splitSuite(m module) ([]text.Edit, error) {
	var best *pytree.Stmt
	for s := range m.All {
		if !s.Inline || !m.OnLines(s.Colon) {
			continue
		}
		if best == nil || m.Tokens[s.Colon].Span.Start <= m.Diagnostic.Span.Start {
			best = s
		}
	}
	if best == nil {
		return nil, rule.Decline("no one-line suite at the diagnostic")
	}
	return []text.Edit{m.BreakSuite(best)}, nil
}

// splitStatements breaks "a; b" into two lines, or drops a ";" at a line's end.
func splitStatements(m module) ([]text.Edit, error) {
	var best *pytree.Stmt
	for s := range m.All {
		if s.Semicolon < 0 || !m.OnLines(s.Semicolon) {
			continue
		}
		// The one at the diagnostic, else the first one behind it.
		at := m.Tokens[s.Semicolon].Span
		if best == nil || at.Start <= m.Diagnostic.Span.Start {
			best = s
		}
	}
	if best == nil {
		return nil, rule.Decline("no semicolon at the diagnostic")
	}
	list := m.Siblings(best)
	from := text.Span{Start: m.Tokens[best.Last-1].Span.End, End: m.Tokens[best.Semicolon].Span.End}
	if best.Index+1 == len(list) || list[best.Index+1].First > m.LineEnd(best.Semicolon) {
		return []text.Edit{{Span: from}}, nil
	}
	next := list[best.Index+1]
	from.End = m.Tokens[next.First].Span.Start
	indent := best.Indent
	var out []text.Edit
	if best.Parent != nil && best.Parent.Inline {
		indent = m.Inner(best.Parent)
		out = append(out, m.BreakSuite(best.Parent))
	}
	return append(out, text.Edit{Span: from, New: m.Eol(from.Start) + indent}), nil
}
