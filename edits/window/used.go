package window

import (
	"cmp"
	"slices"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Limits of what the names used at a place add to a window.
const (
	usedNames = 12 // names looked up
	usedPer   = 2  // definitions of each
	usedLines = 10 // lines of one definition

	neighbourLines = 3 // lines of a statement included
)

// used returns the lines that declare, in this file, what the statement of the
// diagnostic uses: local variables, nested functions, attributes of the object
// at hand. A message about types often names neither, and the declaration is
// as likely to be wrong as the use.
func (p place) used() []text.Lines {
	stmt := p.statement()
	if stmt.Len() > usedLines {
		stmt = p.lines
	}
	var out []text.Lines
	var seen []string
	src := p.s.Text()
	for _, id := range p.f.Identifiers(p.s.LinesSpan(stmt)) {
		name := id.Name
		member := id.Span.Start > 0 && src[id.Span.Start-1] == '.'
		self := member && (before(src, id.Span.Start-1, "self") || before(src, id.Span.Start-1, "cls") ||
			before(src, id.Span.Start-1, "this"))
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		if len(seen) > usedNames {
			break
		}
		switch {
		case self:
			out = append(out, p.declared(name, ofSelf)...)
		case member:
			out = append(out, p.declared(name, ofOther)...)
		default:
			out = append(out, p.declared(name, plain)...)
		}
	}
	return out
}

func before(src string, end int, word string) bool {
	return end >= len(word) && src[end-len(word):end] == word
}

// withNeighbours adds the statements on the lines next to a declaration that
// belong to the same body: declarations come in groups, and what is wrong with
// one is often wrong with the next.
func (p place) withNeighbours(l text.Lines) text.Lines {
	at := p.f.At(l.Start)
	if at < 0 || p.f.Nodes[at].Kind != syntax.Statement {
		return l
	}
	sibling := func(line int) bool {
		i := p.f.At(line)
		return i >= 0 && p.f.Nodes[i].Kind == syntax.Statement && p.f.Nodes[i].Parent == p.f.Nodes[at].Parent &&
			p.f.Nodes[i].Lines.Len() <= neighbourLines
	}
	out := l
	if sibling(l.Start - 1) {
		out.Start--
	}
	if sibling(l.End) {
		out.End++
	}
	return out
}

// use is how a name is used.
type use uint8

const (
	plain   use = iota
	ofSelf      // self.name, this.name
	ofOther     // x.name: whose member it is, is not known
)

// declared returns the best declarations of a name in reach of the place.
func (p place) declared(name string, u use) []text.Lines {
	type hit struct {
		rank, at int
		lines    text.Lines
	}
	var hits []hit
	class := p.enclosing(syntax.Class)
	for _, b := range p.f.Bindings(name) {
		if b.Lines.Len() > usedLines || b.Lines.Contains(p.lines.Start) || !p.reaches(b, u, class) {
			continue
		}
		h := hit{at: b.Lines.Start, lines: b.Lines}
		if b.Kind == syntax.BindAssigned {
			h.rank = 1
		}
		hits = append(hits, h)
	}
	if u == ofOther && len(hits) > usedPer {
		return nil // too common a name to guess
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.at, b.at)) })
	var out []text.Lines
	for _, h := range hits[:min(len(hits), usedPer)] {
		out = append(out, p.withNeighbours(h.lines))
	}
	return out
}

// reaches reports whether a binding can be what a name means that is used so at
// the place, which stands in a class, -1 for none.
func (p place) reaches(b syntax.Binding, u use, class int) bool {
	member := b.Owner >= 0 && p.f.Nodes[b.Owner].Kind == syntax.Class
	switch {
	case u == ofOther:
		return b.Self || member
	case u == ofSelf:
		return class >= 0 && p.f.Nodes[class].Lines.Covers(b.Lines) && (b.Self || b.Owner == class)
	case b.Self, b.Kind == syntax.BindParameter, b.Kind == syntax.BindImported, member:
		return false
	}
	return b.Owner < 0 || p.f.Nodes[b.Owner].Lines.Contains(p.lines.Start)
}
