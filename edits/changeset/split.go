package changeset

import (
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// split says of new findings whether each is about a statement that was part of one of which
// the same was said: a tool's own fix has made several of one (E401 of `import sys, os` in a
// function, of which PLC0415 then speaks twice), and nothing has become worse. list is what
// the tool says of the new text.
func (c *checked) split(d *Document, list []signal.Diagnostic) func(f signal.Diagnostic) bool {
	had := sync.OnceValue(func() map[signal.Words][]int { // on which lines
		had := map[signal.Words][]int{}
		for _, reports := range d.Reports {
			for _, o := range reports {
				had[o.Words()] = append(had[o.Words()], d.LineAt(o.Span.Start))
			}
		}
		return had
	})
	type place struct {
		words signal.Words
		lines text.Lines
	}
	times := map[place]int{}
	counted := map[signal.Words]bool{}
	statement := func(f signal.Diagnostic) text.Lines { return c.statement(newFinding{doc: d, found: f}) }
	return func(f signal.Diagnostic) bool {
		about := f.Words()
		if len(had()[about]) == 0 { // asked first: to find its statements, the new text is parsed
			return false
		}
		if !counted[about] {
			counted[about] = true
			for _, o := range list {
				if o.Words() == about {
					times[place{about, statement(o)}]++
				}
			}
		}
		here := statement(f)
		if times[place{about, here}] != 1 {
			return false
		}
		return slices.ContainsFunc(c.where().on(d, here), func(i int) bool {
			m := c.members[i]
			if m.fix.Rung != signal.RungTool {
				return false
			}
			was, in := c.outline(d.Snapshot).Enclosing(d.LineAt(m.found.Span.Start), syntax.Statement)
			if !in {
				was = d.LinesOf(m.found.Span)
			}
			return slices.ContainsFunc(had()[about], was.Contains)
		})
	}
}
