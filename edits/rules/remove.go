package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// remove returns the edit that removes a statement. The only statement of a suite
// becomes "pass"; one that shares its line goes with its semicolon; any other
// goes with its lines and the comment behind it.
func (m module) remove(s *pytree.Stmt) text.Edit { return m.removeRun(s, s) }

// removeRun is remove for the siblings from one statement to another.
func (m module) removeRun(a, b *pytree.Stmt) text.Edit {
	list := m.Siblings(a)
	whole := text.Span{Start: m.Whole(a).Start, End: m.Whole(b).End}
	if len(list) == b.Index-a.Index+1 && a.Parent != nil {
		return text.Edit{Span: whole, New: "pass"}
	}
	sharesBefore := a.Index > 0 && list[a.Index-1].Semicolon >= 0 && m.SameLine(list[a.Index-1], a)
	switch {
	case b.Semicolon >= 0 && b.Index+1 < len(list) && m.SameLine(b, list[b.Index+1]):
		return text.Edit{Span: text.Span{Start: whole.Start, End: m.Tokens[list[b.Index+1].First].Span.Start}}
	case sharesBefore:
		return text.Edit{Span: text.Span{Start: m.Tokens[list[a.Index-1].Last-1].Span.End, End: m.tail(b, whole).End}}
	case a.Parent != nil && a.Parent.Inline:
		return text.Edit{Span: whole, New: "pass"}
	}
	return text.Edit{Span: m.wholeLines(m.tail(b, whole))}
}

// tail adds the semicolon behind a statement to its span.
func (m module) tail(s *pytree.Stmt, sp text.Span) text.Span {
	if s.Semicolon >= 0 {
		sp.End = m.Tokens[s.Semicolon].Span.End
	}
	return sp
}

// wholeLines returns the span of all lines that a span touches. At the end of an
// unterminated text the line break before goes too, so that the text still ends
// without one.
func (m module) wholeLines(sp text.Span) text.Span {
	out := m.Snapshot.LinesSpan(m.Snapshot.LinesOf(sp))
	if out.End == m.Snapshot.Len() && out.Start > 0 && !strings.HasSuffix(m.Src, "\n") && !strings.HasSuffix(m.Src, "\r") {
		out.Start = m.Snapshot.LineSpan(m.Snapshot.LineAt(out.Start - 1)).End
	}
	if out.Start == 0 && strings.HasPrefix(m.Src, rule.Mark) {
		out.Start = len(rule.Mark)
	}
	return out
}

// removeAlias removes one alias from its statement, and the statement with its
// last one.
func (m module) removeAlias(s *pytree.Stmt, list []pycode.Alias, i int) ([]text.Edit, error) {
	if len(list) == 1 {
		return []text.Edit{m.remove(s)}, nil
	}
	a := list[i]
	var sp text.Span
	if i+1 < len(list) {
		sp = text.Span{Start: m.Tokens[a.First].Span.Start, End: m.Tokens[list[i+1].First].Span.Start}
		if m.Commented(a.First, list[i+1].First) {
			return m.removeAliasLine(a)
		}
	} else {
		before := list[i-1]
		sp = text.Span{Start: m.Tokens[before.Last-1].Span.End, End: m.Tokens[a.Last-1].Span.End}
		if m.Commented(before.Last, a.Last) {
			return m.removeAliasLine(a)
		}
	}
	return []text.Edit{{Span: sp}}, nil
}

// removeAliasLine removes an alias that has its line for itself, with the
// comment behind it.
func (m module) removeAliasLine(a pycode.Alias) ([]text.Edit, error) {
	line := m.Snapshot.LinesOf(m.Range(a.First, a.Last))
	for i := a.First - 1; i >= 0 && m.Tokens[i].Span.End > m.Snapshot.LineStart(line.Start); i-- {
		return nil, rule.Decline("there is a comment among the imported names")
	}
	end := a.Last
	if m.Is(end, ",") {
		end++
	}
	if m.Tokens[end].Kind == pytree.Comment && line.Contains(m.Snapshot.LineAt(m.Tokens[end].Span.Start)) {
		end++
	}
	if line.Contains(m.Snapshot.LineAt(m.Tokens[end].Span.Start)) && m.Tokens[end].Kind != pytree.Newline {
		return nil, rule.Decline("there is a comment among the imported names")
	}
	return []text.Edit{{Span: m.Snapshot.LinesSpan(line)}}, nil
}
