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
	list := m.aliases(s)
	if s.Parent != nil || len(list) == 0 {
		return nil, rule.Decline("no import of names at the module level here")
	}
	head := m.head()
	line := m.Snapshot.LineAt(m.Tokens[s.First].Span.Start)
	switch {
	case list[0].module == "__future__":
		return nil, rule.Decline("an import from __future__ has a place of its own")
	case head >= s.Index:
		return nil, rule.Decline("the import is among the first ones already")
	case head > 0 && m.sameLine(m.Body[head-1], m.Body[head]):
		return nil, rule.Decline("the first imports share their line with other code")
	case s.Alone && line > 0 && strings.HasPrefix(strings.TrimSpace(m.Snapshot.Line(line-1)), "#"):
		return nil, rule.Decline("the comment above may say why the import is late")
	}
	for _, b := range m.Body[head:s.Index] {
		if why := m.matters(b); why != "" {
			return nil, rule.Decline("line %d %s", m.Snapshot.LineAt(m.Tokens[b.First].Span.Start)+1, why)
		}
		for _, a := range list {
			if m.mentions(a.bound, b.Decorators, m.ends(b)) > 0 {
				return nil, rule.Decline("%s is mentioned before its import", a.bound)
			}
		}
	}
	return m.move(s, head), nil
}

// head is how many statements lead the module: what may stand before imports.
func (m module) head() int {
	n := 0
	for n < len(m.Body) && m.leads(m.Body[n], n) {
		n++
	}
	return n
}

// move takes a statement, and the comment behind it, to below the head.
func (m module) move(s *pytree.Stmt, head int) []text.Edit {
	end := s.Last
	if s.Alone && m.Tokens[end].Kind == pytree.Comment {
		end++
	}
	gone := m.remove(s)
	if s.Alone {
		gone.Span = m.closeGap(gone.Span)
	}
	return []text.Edit{m.insertLine(head, m.text(s.First, end)), gone}
}

// leads reports whether the i-th statement may stand before the imports: the
// docstring, imports, dunder names, and the guards that hold only imports.
func (m module) leads(s *pytree.Stmt, i int) bool {
	switch s.Keyword {
	case "import", "from":
		return true
	case "if", "elif", "else", "try", "except", "finally":
		for _, b := range s.Body {
			if b.Keyword != "pass" && !isImport(b) {
				return false
			}
		}
		return true
	case "":
		if i == 0 && m.isDocstring(s) {
			return true
		}
		name := m.Tokens[s.First].Text
		return strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") && m.is(s.First+1, "=", ":")
	}
	return false
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
			if m.is(i, "=") && !m.pure(i+1, m.argumentEnd(i+1, s.Colon)) {
				return "computes a default"
			}
		}
		return ""
	case "":
		if s.Last == s.First+1 && m.Tokens[s.First].Kind == pytree.String {
			return ""
		}
		eq := m.Find(s.First, s.Last, "=")
		if m.Tokens[s.First].Kind == pytree.Name && eq == s.First+1 && m.pure(eq+1, s.Last) {
			return ""
		}
	}
	return "may do something that the import relies on"
}

// argumentEnd is the token behind an expression that a comma or bracket ends.
func (m module) argumentEnd(i, last int) int {
	if end := m.Find(i, last, ",", ")", "]", "}"); end >= 0 {
		return end
	}
	return last
}

// insertLine puts a line behind the statements that lead, or before the first
// statement where none does.
func (m module) insertLine(head int, line string) text.Edit {
	if head == 0 {
		at := m.Tokens[m.Body[0].Decorators].Span.Start
		return rule.InsertAt(m.Snapshot.LineStart(m.Snapshot.LineAt(at)), line+m.eol(at))
	}
	last := m.Whole(m.Body[head-1]).End
	for i := head; i < len(m.Body) && m.lineEnd(m.Body[i].First) == m.lineEnd(m.Body[head-1].First); i++ {
		last = m.Whole(m.Body[i]).End // the rest of "import a; b = 1"
	}
	full := m.Snapshot.FullLineSpan(m.Snapshot.LineAt(max(0, last-1)))
	return rule.InsertAt(full.End, line+m.eol(full.Start))
}

// closeGap takes one blank line along where a removed line stood between two.
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
