package window

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Always is the need of every fix: the imports, the signature of the function
// round the place, and the try statement round it. They are short, and no rule's
// window has to hold them for the model to know them.
const Always signal.Need = "always"

// Limits of what every prompt shows.
const (
	alwaysImports = 40 // lines of an import block that is shown whole
	alwaysLate    = 12 // imports beyond it
	alwaysTry     = 12 // lines of a try statement that is shown whole
	handlerLines  = 4  // lines shown of each of its clauses where it is longer
)

// always returns what a fix should see whatever is wrong: a name can only be distinguished from
// a misspelled one by the imports, a value's type stands in the signature, and
// what an exception leads to stands in the handlers.
func (p place) always() []titled {
	var out []titled
	if lines := p.knownImports(); len(lines) > 0 {
		out = append(out, titled{title: "imports", lines: lines})
	}
	if i := p.enclosing(syntax.Function); i >= 0 {
		out = append(out, titled{title: "signature round line " + decimal(p.lines.Start+1),
			lines: []text.Lines{p.f.Nodes[i].Header}})
	}
	if i := p.try(); i >= 0 {
		out = append(out, titled{title: p.f.Nodes[i].Keyword + " statement round line " + decimal(p.lines.Start+1),
			lines: p.tryOutline(i)})
	}
	return out
}

// knownImports returns the statements of the import block, and what is imported beyond
// it where it is used.
func (p place) knownImports() []text.Lines {
	block, _ := p.f.ImportBlock()
	used := p.namesUsed()
	return append(p.blockImports(block, used), p.lateImports(block, used)...)
}

// blockImports returns the statements of the import block; of a long one those that
// bind a name which the place or its function uses.
func (p place) blockImports(block text.Lines, used map[string]bool) []text.Lines {
	whole := block.Len() <= alwaysImports
	var out []text.Lines
	for i := range p.f.Children(-1) {
		n := p.f.Nodes[i]
		if n.Lines.Start >= block.End {
			break
		}
		if !block.Covers(n.Lines) || !whole && !p.binds(i, used) {
			continue
		}
		l := n.Lines
		for whole && l.End < block.End && blank(p.s.Line(l.End)) {
			l.End++
		}
		out = append(out, l)
	}
	return out
}

// lateImports returns the imports below the import block that bind a name in use: of
// the module, behind a constant or under a condition, and of what encloses the
// place. A condition is shown, too: it says when the name is there.
func (p place) lateImports(block text.Lines, used map[string]bool) []text.Lines {
	var out []text.Lines
	found := 0
	for i := range p.f.Imports() {
		n := p.f.Nodes[i]
		if n.Lines.Start < block.End || !slices.ContainsFunc(n.Names, func(name string) bool { return used[name] }) {
			continue
		}
		owner := p.f.Owner(i)
		if owner >= 0 && !p.f.Nodes[owner].Lines.Contains(p.lines.Start) {
			continue
		}
		if found++; found > alwaysLate {
			break
		}
		for j := n.Parent; j > owner; j = p.f.Nodes[j].Parent {
			out = append(out, p.f.Nodes[j].Header)
		}
		out = append(out, n.Lines)
	}
	return out
}

// binds reports whether an import, or one inside a conditional block of imports,
// binds one of some names.
func (p place) binds(i int, names map[string]bool) bool {
	n := p.f.Nodes[i]
	for _, name := range n.Names {
		if names[name] {
			return true
		}
	}
	for j := range p.f.Children(i) {
		if p.binds(j, names) {
			return true
		}
	}
	return false
}

// namesUsed returns the names that occur in the function round the place, or in its
// statement.
func (p place) namesUsed() map[string]bool {
	l := p.statement()
	if i := p.enclosing(syntax.Function); i >= 0 {
		l = l.Union(p.f.Nodes[i].Lines)
	}
	out := map[string]bool{}
	for _, id := range p.f.Identifiers(p.s.LinesSpan(l)) {
		out[id.Name] = true
	}
	return out
}

// tryOutline returns a try statement, or, of a long one, its first line and the beginning of
// each clause: what the place itself looks like is shown anyway.
func (p place) tryOutline(i int) []text.Lines {
	n := p.f.Nodes[i]
	if n.Lines.Len() <= alwaysTry {
		return []text.Lines{n.Lines}
	}
	out := []text.Lines{n.Header}
	for j := range p.f.Children(i) {
		if c := p.f.Nodes[j]; c.Kind == syntax.Clause {
			out = append(out, p.f.Statement(text.Lines{Start: c.Lines.Start, End: min(c.Lines.End, max(c.Header.End,
				c.Lines.Start+handlerLines))}))
		}
	}
	return out
}

// docLines is how much is shown of a long docstring.
const docLines = 3

// brief returns a definition, with a long docstring shortened.
func (p place) brief(i int) []text.Lines {
	n := p.f.Nodes[i]
	if doc := p.doc(i); doc.Len() > usedLines {
		return []text.Lines{{Start: n.Lines.Start, End: p.shortDoc(doc).End}, {Start: doc.End, End: n.Lines.End}}
	}
	return []text.Lines{n.Lines}
}

// doc returns the docstring of a definition.
func (p place) doc(i int) text.Lines {
	for j := range p.f.Children(i) {
		n := p.f.Nodes[j]
		if n.Kind == syntax.Decorator {
			continue
		}
		if n.Kind == syntax.Statement && docstring(p.s.Slice(n.Span)) {
			return n.Lines
		}
		break
	}
	return text.Lines{}
}

// shortDoc returns the beginning of a docstring: its first paragraph, as far as that is
// short.
func (p place) shortDoc(doc text.Lines) text.Lines {
	end := p.docLine(doc).End
	for end < doc.End && end-doc.Start < docLines && !blank(p.s.Line(end)) {
		end++
	}
	return text.Lines{Start: doc.Start, End: end}
}

// docLine returns a docstring up to its first line with a word.
func (p place) docLine(doc text.Lines) text.Lines {
	end := min(doc.End, doc.Start+1)
	if end < doc.End && strings.Trim(p.s.Line(doc.Start), " \trRuUbB\"'") == "" {
		end++
	}
	return text.Lines{Start: doc.Start, End: end}
}

// aboveStatements and aboveLines bound what is shown of the code above a late
// import.
const (
	aboveStatements = 4
	aboveLines      = 3
)

// above returns the code of the module between its import block and a late import:
// what of it has to run first decides whether the import may move.
func (p place) above() []text.Lines {
	block, _ := p.f.ImportBlock()
	var out []text.Lines
	for i := range p.f.Children(-1) {
		n := p.f.Nodes[i]
		if n.Lines.Start >= p.lines.Start || len(out) >= aboveStatements {
			break
		}
		if n.Lines.Start < block.End || n.Kind == syntax.Import || n.Kind == syntax.Function ||
			n.Kind == syntax.Class || n.Kind == syntax.Decorator {
			continue
		}
		out = append(out, text.Lines{Start: n.Lines.Start, End: min(n.Lines.End, n.Lines.Start+aboveLines)})
	}
	return out
}
