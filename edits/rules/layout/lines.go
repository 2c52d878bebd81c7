package layout

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// above sets how many blank lines stand before the line at the place and the comment
// that belongs to it.
func above(want int) form {
	return func(s source) ([]text.Edit, error) {
		top := s.line
		for top > 0 && want > 0 && s.commentLine(top-1) && s.indent(top-1) == s.indent(s.line) {
			top--
		}
		return s.blanks(top, want)
	}
}

// tooMany leaves two blank lines at the module level, and one further in.
func tooMany(s source) ([]text.Edit, error) {
	if s.indent(s.line) > 0 {
		return s.blanks(s.line, 1)
	}
	return s.blanks(s.line, 2)
}

// blanks sets how many blank lines stand before a line.
func (s source) blanks(top, want int) ([]text.Edit, error) {
	first := top
	for first > 0 && strings.TrimSpace(s.Snapshot.Line(first-1)) == "" {
		first--
	}
	at := s.Snapshot.LineStart(top)
	switch have := top - first; {
	case first == 0:
		return nil, rule.Decline("nothing stands above it")
	case !s.opens(at):
		return nil, rule.Decline("no statement begins there")
	case strings.HasSuffix(s.Snapshot.Line(first-1), `\`):
		return nil, rule.Decline("the statement above goes on to a blank line")
	case have < want:
		return insert(at, strings.Repeat(s.Eol(s.Snapshot.LineStart(top-1)), want-have)), nil
	case have > want:
		return []text.Edit{{Span: text.Span{Start: s.Snapshot.LineStart(first + want), End: at}}}, nil
	}
	return nil, nil
}

// commentLine reports whether a line holds nothing but a comment.
func (s source) commentLine(line int) bool {
	at := s.Snapshot.LineStart(line) + s.indent(line)
	t := s.Tokens[s.TokenAt(at)]
	return t.Kind == pytree.Comment && t.Span.Start == at
}

// opens reports whether no statement goes on at an offset.
func (s source) opens(at int) bool {
	i := s.TokenAt(at)
	if s.Tokens[i].Span.Start < at {
		return false
	}
	for i > 0 && s.Tokens[i-1].Kind == pytree.Comment {
		i--
	}
	return s.begins(i)
}

// trailing removes the blanks at the end of a line.
func trailing(s source) ([]text.Edit, error) {
	line := s.Snapshot.Line(s.line)
	kept := strings.TrimRight(line, " \t\f\v")
	start := s.Snapshot.LineStart(s.line)
	sp := text.Span{Start: start + len(kept), End: start + len(line)}
	if i := s.TokenAt(sp.Start); s.Tokens[i].Kind == pytree.String && s.Tokens[i].Span.Start < sp.Start {
		return nil, rule.Decline("the blanks belong to a string")
	}
	if sp.Len() == 0 {
		return nil, nil
	}
	return []text.Edit{{Span: sp}}, nil
}

// ending removes blank lines at the end of the text.
func ending(s source) ([]text.Edit, error) {
	kept := len(strings.TrimRight(s.Src, " \t\f\r\n"))
	if kept > 0 {
		kept += len(s.Snapshot.Terminator(s.Snapshot.LineAt(kept)))
	}
	if kept >= len(s.Src) {
		return nil, nil
	}
	return []text.Edit{{Span: text.Span{Start: kept, End: len(s.Src)}}}, nil
}

// unended ends the last line.
func unended(s source) ([]text.Edit, error) {
	if strings.HasSuffix(s.Src, "\n") {
		return nil, nil
	}
	return insert(len(s.Src), s.Snapshot.MajorityTerminator()), nil
}
