package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// remove is the edit that takes a statement out. The only statement of a suite
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
	sharesBefore := a.Index > 0 && list[a.Index-1].Semicolon >= 0 && m.sameLine(list[a.Index-1], a)
	switch {
	case b.Semicolon >= 0 && b.Index+1 < len(list) && m.sameLine(b, list[b.Index+1]):
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

// sameLine reports whether two neighbours stand on one logical line.
func (m module) sameLine(a, b *pytree.Stmt) bool { return m.lineEnd(a.First) == m.lineEnd(b.First) }

// wholeLines is the span of all lines that a span touches. At the end of an
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

// alias is one name that an import statement binds.
type alias struct {
	first, last int    // tokens
	module      string // "a.b"; of a from import the module as written
	name        string // of a from import the imported name
	bound       string // what it is called here
}

// same reports whether two aliases bind the same thing.
func (a alias) same(b alias) bool {
	return a.module == b.module && a.name == b.name && a.bound == b.bound
}

// aliases of an import statement, in order. A star import has none.
func (m module) aliases(s *pytree.Stmt) []alias {
	first, last, from := s.First+1, s.Last, ""
	switch s.Keyword {
	case "from":
		i := m.Find(s.First, s.Last, "import")
		if i < 0 {
			return nil
		}
		from = squeezed(m.text(s.First+1, i))
		first = i + 1
		if m.is(first, "(") {
			first, last = first+1, m.Tokens[first].Close
		}
	case "import":
	default:
		return nil
	}
	var out []alias
	for _, a := range m.arguments(first-1, last) {
		if m.is(a.first, "*") {
			return nil
		}
		b := alias{first: a.first, last: a.last, module: from}
		end := a.last
		if m.is(a.last-2, "as") {
			b.bound, end = m.Tokens[a.last-1].Text, a.last-2
		}
		what := squeezed(m.text(a.first, end))
		if s.Keyword == "from" {
			b.name = what
		} else {
			b.module = what
		}
		if b.bound == "" {
			b.bound, _, _ = strings.Cut(what, ".")
		}
		out = append(out, b)
	}
	return out
}

// squeezed is a dotted name without the blanks Python allows in it.
func squeezed(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\\", " ")), "")
}

// removeAlias takes one alias out of its statement, and the statement with its
// last one.
func (m module) removeAlias(s *pytree.Stmt, list []alias, i int) ([]text.Edit, error) {
	if len(list) == 1 {
		return []text.Edit{m.remove(s)}, nil
	}
	a := list[i]
	var sp text.Span
	if i+1 < len(list) {
		sp = text.Span{Start: m.Tokens[a.first].Span.Start, End: m.Tokens[list[i+1].first].Span.Start}
		if m.commented(a.first, list[i+1].first) {
			return m.removeAliasLine(a)
		}
	} else {
		before := list[i-1]
		sp = text.Span{Start: m.Tokens[before.last-1].Span.End, End: m.Tokens[a.last-1].Span.End}
		if m.commented(before.last, a.last) {
			return m.removeAliasLine(a)
		}
	}
	return []text.Edit{{Span: sp}}, nil
}

// removeAliasLine takes an alias out that has its line for itself, with the
// comment behind it.
func (m module) removeAliasLine(a alias) ([]text.Edit, error) {
	line := m.Snapshot.LinesOf(m.span(a.first, a.last))
	for i := a.first - 1; i >= 0 && m.Tokens[i].Span.End > m.Snapshot.LineStart(line.Start); i-- {
		return nil, rule.Decline("there is a comment among the imported names")
	}
	end := a.last
	if m.is(end, ",") {
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

// region is the tokens of a scope: a def with its suite, or the module.
func (m module) region(scope *pytree.Stmt) (first, last int) {
	if scope == nil {
		return 0, len(m.Tokens)
	}
	return scope.Decorators, m.ends(scope)
}

// ends is the token behind a statement and its suite.
func (m module) ends(s *pytree.Stmt) int {
	for len(s.Body) > 0 {
		s = s.Body[len(s.Body)-1]
	}
	return s.Last
}
