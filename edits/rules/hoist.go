package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// hoistImport moves an import of the module level up to the other imports, if
// nothing between them can matter: further imports, plain constants and
// functions that do not mention its names.
func hoistImport(m module, s *pytree.Stmt) ([]text.Edit, error) {
	list := m.Aliases(s)
	if s.Parent != nil || len(list) == 0 {
		return nil, rule.Decline("no import of names at the module level here")
	}
	head := m.Head()
	line := m.Snapshot.LineAt(m.Tokens[s.First].Span.Start)
	switch {
	case list[0].Module == "__future__":
		return nil, rule.Decline("an import from __future__ has a place of its own")
	case head >= s.Index:
		return nil, rule.Decline("the import is among the first ones already")
	case head > 0 && m.SameLine(m.Body[head-1], m.Body[head]):
		return nil, rule.Decline("the first imports share their line with other code")
	case s.Alone && line > 0 && strings.HasPrefix(strings.TrimSpace(m.Snapshot.Line(line-1)), "#"):
		return nil, rule.Decline("the comment above may say why the import is late")
	}
	for _, b := range m.Body[head:s.Index] {
		if why := m.matters(b); why != "" {
			return nil, rule.Decline("line %d %s", m.Snapshot.LineAt(m.Tokens[b.First].Span.Start)+1, why)
		}
		for _, a := range list {
			if m.Mentions(a.Bound, b.Decorators, m.Ends(b)) > 0 {
				return nil, rule.Decline("%s is mentioned before its import", a.Bound)
			}
		}
	}
	return m.move(s, head), nil
}

// move moves a statement, and the comment behind it, to the end of the first imports.
func (m module) move(s *pytree.Stmt, head int) []text.Edit {
	end := s.Last
	if s.Alone && m.Tokens[end].Kind == pytree.Comment {
		end++
	}
	gone := m.remove(s)
	if s.Alone {
		gone.Span = m.closeGap(gone.Span)
	}
	return []text.Edit{m.InsertLine(head, m.Text(s.First, end)), gone}
}

// matters says what a statement does that an import must not be moved over.
func (m module) matters(s *pytree.Stmt) string {
	switch s.Keyword {
	case "import", "from", "pass", "type":
		return ""
	case "def":
		if s.Decorators != s.First {
			return "calls a decorator"
		}
		for i := s.First; i < s.Colon; i++ {
			if m.Is(i, "=") && !m.Pure(i+1, m.argumentEnd(i+1, s.Colon)) {
				return "computes a default"
			}
		}
		return ""
	case "":
		if s.Last == s.First+1 && m.Tokens[s.First].Kind == pytree.String {
			return ""
		}
		eq := m.Find(s.First, s.Last, "=")
		if m.Tokens[s.First].Kind == pytree.Name && eq == s.First+1 && m.Pure(eq+1, s.Last) {
			return ""
		}
	}
	return "may do something that the import relies on"
}

// argumentEnd returns the token behind an expression that a comma or bracket ends.
func (m module) argumentEnd(i, last int) int {
	if end := m.Find(i, last, ",", ")", "]", "}"); end >= 0 {
		return end
	}
	return last
}

// closeGap also removes one blank line where a removed line stood between two.
func (m module) closeGap(sp text.Span) text.Span {
	first, next := m.Snapshot.LineAt(sp.Start), m.Snapshot.LineAt(sp.End)
	if sp.End >= m.Snapshot.Len() || m.Snapshot.LineStart(next) != sp.End || first == 0 {
		return sp
	}
	empty := func(l int) bool { return strings.TrimSpace(m.Snapshot.Line(l)) == "" }
	if empty(first-1) && empty(next) {
		sp.End = m.Snapshot.FullLineSpan(next).End
	}
	return sp
}
