package changeset

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// syntax is the syntax of the text as it stands. The trees that are kept of documents are
// then those of the text with a set.
func (d *Document) syntax() *syntax.File {
	type parsed struct{}
	return d.Fact(parsed{}, func() any { return syntax.Parse(d.Lang, d.Text()) }).(*syntax.File)
}

// split reports whether a new finding says of a statement what was said of the one that it
// was a part of: a tool's own fix has made several of one (E401 of `import sys, os` in a
// function, of which PLC0415 then speaks twice), and nothing has become worse. list is what
// the tool says of the new text.
func (c *checked) split(d *Document, f signal.Diagnostic, list []signal.Diagnostic, places [][]text.Lines) bool {
	alike := func(o signal.Diagnostic) bool {
		return o.Tool == f.Tool && o.Code == f.Code && o.Message == f.Message
	}
	before := false // asked first: to tell statements, the new text is parsed
	for _, reports := range d.Reports {
		before = before || slices.ContainsFunc(reports, alike)
	}
	if !before {
		return false
	}
	here := c.statement(newFinding{doc: d, found: f})
	again := 0
	for _, o := range list {
		if alike(o) && c.statement(newFinding{doc: d, found: o}) == here {
			again++
		}
	}
	if again != 1 {
		return false
	}
	for i, m := range c.members {
		if m.doc != d || m.fix.Rung != signal.RungTool || !slices.ContainsFunc(places[i], here.Overlaps) {
			continue
		}
		was, file := d.LinesOf(m.found.Span), d.syntax()
		if at := file.Enclosing(was.Start, syntax.Statement); at >= 0 {
			was = file.Nodes[at].Lines
		}
		for _, reports := range d.Reports {
			if slices.ContainsFunc(reports, func(o signal.Diagnostic) bool { return alike(o) && was.Contains(d.LineAt(o.Span.Start)) }) {
				return true
			}
		}
	}
	return false
}
