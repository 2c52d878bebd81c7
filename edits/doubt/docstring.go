package doubt

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// docstring says why edits of a docstring may change behaviour: a program can read it
// (https://docs.python.org/3/reference/datamodel.html#function.__doc__), to show it as its help, as a grammar
// (https://ply.readthedocs.io/en/latest/ply.html#yacc) or in a test.
func (c Change) docstring() string {
	s := c.Snapshot
	if s.Lang != "python" {
		return ""
	}
	type reads struct{}
	for _, e := range c.Edits {
		d, changes := c.changedDocstring(e)
		if !changes {
			continue
		}
		if s.Fact(reads{}, func() any { return readsDocstrings(s.Text()) }).(bool) {
			return "the file reads docstrings where it runs"
		}
		if d.of != "" {
			if file := c.other(func(p Project) string { return p.Reads(d.of + ".__doc__") }); file != "" {
				return file + " reads the docstring of " + d.of
			}
		}
		if d.words {
			if file := c.other(func(p Project) string { return p.Reads("__doc__") }); file != "" {
				return file + " reads docstrings where it runs"
			}
		}
	}
	return ""
}

// comparedDocstring says where the file has the words of a docstring that it reads a second time, as a test has that
// compares the two.
func (c Change) comparedDocstring() string {
	s := c.Snapshot
	if s.Lang != "python" || !readsDocstrings(s.Text()) {
		return ""
	}
	for _, e := range c.Edits {
		if d, changes := c.changedDocstring(e); !changes || !d.words {
			continue
		}
		line := s.LineAt(e.Span.Start)
		words := strings.Trim(s.Line(line), " \t\r\n\"'.")
		for i := range s.LineCount() {
			if i != line && strings.Contains(words, " ") && strings.Contains(s.Line(i), words) {
				return fmt.Sprintf("line %d has the words of the docstring, too, and the file reads docstrings", i+1)
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

// changed is what edits do to a docstring.
type changed struct {
	of    string // the function or class, "" for the module
	words bool   // it has other words, or other signs, than before
}

// changedDocstring returns what an edit does to the docstring in which it lies, and whether that is another text then:
// with other quotes around it it is not.
func (c Change) changedDocstring(e text.Edit) (d changed, changes bool) {
	s := c.Snapshot
	for _, q := range c.File.NonCode(e.Span) {
		was := s.Slice(q)
		if q.Start > e.Span.Start || q.End < e.Span.End || strings.HasPrefix(was, "#") {
			continue
		}
		at := e.Span.Start - q.Start
		now := was[:at] + e.New + was[e.Span.End-q.Start:]
		body := func(literal string) string { return pytree.Token{Kind: pytree.String, Text: literal}.Literal().Body }
		if body(now) == body(was) {
			return d, false
		}
		d.words = unspaced(body(now)) != unspaced(body(was))
		line := s.LineAt(q.Start)
		if n := c.File.Enclosing(line, syntax.Function, syntax.Class); n >= 0 {
			d.of = c.File.Nodes[n].Name
			return d, c.File.Nodes[n].Header.End == line
		}
		for i := range line {
			if before := strings.TrimSpace(s.Line(i)); before != "" && before[0] != '#' {
				return d, false
			}
		}
		return d, true
	}
	return d, false
}

// unspaced returns a text without its blanks.
func unspaced(s string) string { return strings.Join(strings.Fields(s), "") }
