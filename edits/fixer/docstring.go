package fixer

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// docstringDoubt says why edits of a docstring may change behaviour: a program can read it
// (https://docs.python.org/3/reference/datamodel.html#function.__doc__), to show it as its help or in a test.
func (a *climb) docstringDoubt(edits []text.Edit) string {
	s := a.p.Snapshot
	if a.p.Unsafe || s.Lang != "python" {
		return ""
	}
	type reads struct{}
	for _, e := range edits {
		name, changes := a.changedDocstring(e)
		if !changes {
			continue
		}
		if s.Fact(reads{}, func() any { return readsDocstrings(s.Text()) }).(bool) {
			return "the file reads docstrings where it runs"
		}
		if known := a.ladder.Modules; known != nil && name != "" {
			if file := known.Documented(a.p.Root, s.Path, name); file != "" {
				return file + " reads the docstring of " + name
			}
		}
	}
	return ""
}

// readsDocstrings reports whether Python reads docstrings: to be given one is not to read it.
func readsDocstrings(src string) bool {
	if strings.Contains(src, "getdoc(") {
		return true
	}
	for {
		_, rest, found := strings.Cut(src, "__doc__")
		if !found {
			return false
		}
		to, given := strings.CutPrefix(strings.TrimLeft(rest, " "), "=")
		if !given || strings.HasPrefix(to, "=") {
			return true
		}
		src = rest
	}
}

// changedDocstring returns the function or class in whose docstring an edit lies, "" for that of the module, and
// whether the docstring is another text then: with other quotes around it it is not.
func (a *climb) changedDocstring(e text.Edit) (name string, changes bool) {
	s := a.p.Snapshot
	for _, q := range a.file.NonCode(e.Span) {
		was := s.Slice(q)
		if q.Start > e.Span.Start || q.End < e.Span.End || strings.HasPrefix(was, "#") {
			continue
		}
		at := e.Span.Start - q.Start
		now := was[:at] + e.New + was[e.Span.End-q.Start:]
		body := func(literal string) string { return pytree.Token{Kind: pytree.String, Text: literal}.Literal().Body }
		if body(now) == body(was) {
			return "", false
		}
		line := s.LineAt(q.Start)
		if d := a.file.Enclosing(line, syntax.Function, syntax.Class); d >= 0 {
			return a.file.Nodes[d].Name, a.file.Nodes[d].Header.End == line
		}
		for i := range line {
			if before := strings.TrimSpace(s.Line(i)); before != "" && before[0] != '#' {
				return "", false
			}
		}
		return "", true
	}
	return "", false
}
