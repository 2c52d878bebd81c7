package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// hollowed refuses a model's text in which nothing is left of what a finding is about:
// the body of a function, or the statement that is reported, became a constant, an error
// or nothing. No tool reports code that does nothing.
func hollowed(c *check) outcome {
	if c.removes() {
		return skip("the finding asks for code to go")
	}
	p, ok := c.trees()
	if !ok {
		return skip("no grammar of this language here")
	}
	if name := p.emptied(); name != "" {
		return fail(edits.RejectSuppress, "nothing is left of what %s does", name)
	}
	if c.in.Instructed && p.onlyDeletes(c.hunks) {
		return fail(edits.RejectSuppress, "it only deletes code; if that is intended, say delete")
	}
	if zero(c.in.Target) || c.in.Instructed {
		return pass()
	}
	at := c.before.LinesOf(c.in.Target.Span)
	g := p.grammar
	for _, h := range c.hunks {
		if !h.Old.Overlaps(at) {
			continue
		}
		row := max(h.Old.Start, at.Start)
		reported := text.Lines{Start: row, End: min(h.Old.End, at.End)}
		was := statementsOn(g, p.old, p.oldDoc, reported, p.oldLines.Start)
		does := slices.ContainsFunc(was, func(i int) bool { return !g.hollow(p.old, i) })
		if !does || len(live(g, p.now, p.nowDoc, h.New, p.nowLines.Start)) > 0 ||
			p.moved(c.hunks, was[0]) {
			continue
		}
		line := clip(strings.TrimSpace(c.before.Line(row)), 50)
		return fail(edits.RejectSuppress, "line %d (%q) was deleted or emptied, not fixed", row+1, line)
	}
	return pass()
}

// onlyDeletes reports whether statements go and none comes.
func (p *parts) onlyDeletes(hunks []diff.Hunk) bool {
	gone := 0
	for _, h := range hunks {
		gone += len(live(p.grammar, p.old, p.oldDoc, h.Old, p.oldLines.Start))
		if len(live(p.grammar, p.now, p.nowDoc, h.New, p.nowLines.Start)) > 0 {
			return false
		}
	}
	return gone > 0
}

// emptied names a function whose body did something and does nothing now.
func (p *parts) emptied() string {
	g := p.grammar
	before := map[string]int{}
	for i, n := range p.old.Nodes {
		if syntax.IsKind(n.Kind, g.functions) && g.bodyHollow(p.old, i) {
			before[nameOf(p.old, i)]++
		}
	}
	did := map[string]bool{}
	for i, n := range p.old.Nodes {
		if syntax.IsKind(n.Kind, g.functions) && !g.bodyHollow(p.old, i) {
			did[nameOf(p.old, i)] = true
		}
	}
	for i, n := range p.now.Nodes {
		if !syntax.IsKind(n.Kind, g.functions) || !g.bodyHollow(p.now, i) {
			continue
		}
		if name := nameOf(p.now, i); did[name] {
			if before[name]--; before[name] < 0 {
				return name
			}
		}
	}
	return ""
}

func nameOf(t syntax.Tree, i int) string {
	if n := t.Child(i, "name"); n >= 0 {
		return t.Text(n)
	}
	return ""
}

// bodyHollow reports whether nothing in the body of a function does anything.
func (g grammar) bodyHollow(t syntax.Tree, i int) bool {
	body := t.Child(i, "body")
	return body >= 0 && g.hollowInside(t, body)
}

// statementsOn returns the nodes of statements that begin on some lines of a document, of
// which the tree shows a part that begins at a line.
func statementsOn(g grammar, t syntax.Tree, doc text.Snapshot, l text.Lines, first int) []int {
	var out []int
	for i, n := range t.Nodes {
		if g.statement(t, i) && l.Contains(doc.LineAt(n.Span.Start)+first) {
			out = append(out, i)
		}
	}
	return out
}

// live returns those of the statements that do something.
func live(g grammar, t syntax.Tree, doc text.Snapshot, l text.Lines, first int) []int {
	var out []int
	for _, i := range statementsOn(g, t, doc, l, first) {
		if !g.hollow(t, i) {
			out = append(out, i)
		}
	}
	return out
}

// moved reports whether a statement of the old text, or one of its kind that begins alike,
// was added somewhere.
func (p *parts) moved(hunks []diff.Hunk, old int) bool {
	for _, h := range hunks {
		for _, i := range live(p.grammar, p.now, p.nowDoc, h.New, p.nowLines.Start) {
			if p.now.Nodes[i].Kind == p.old.Nodes[old].Kind && first(p.now, i) == first(p.old, old) {
				return true
			}
		}
	}
	return false
}

// first returns the text of the first leaf below a node.
func first(t syntax.Tree, i int) string {
	for t.Nodes[i].Next > i+1 {
		i++
	}
	return t.Text(i)
}

// removes reports whether removing code is what the signal asks for.
func (c *check) removes() bool {
	if c.in.Requirement.Removal {
		return true
	}
	for _, t := range c.in.Target.Tags {
		if t == signal.Unnecessary {
			return true
		}
	}
	return needless.MatchString(c.in.Target.Message)
}

// needless are the words by which tools that have no row say that some code has no use.
var needless = lazyre.New("(?i)\\b(?:un(?:used|reachable|necessary|needed)|redundant|needless|useless|superfluous|" +
	"duplicated?|redefinition|never used|dead code|is empty|" +
	"empty (?:`?[\\w-]+`? )?(?:block|branch|body|clause|suite))\\b" +
	"|^remove |\\bcan be removed\\b")
