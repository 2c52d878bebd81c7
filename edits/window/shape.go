package window

import (
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// fallback is how many lines stand in for an enclosing definition where there
// is none.
const fallback = 7

// shape returns the primary range of a window. It always holds the whole statement
// of the place.
func (p place) shape(w signal.Window) text.Lines {
	stmt := p.statement()
	switch w.Shape {
	case signal.ShapeLines:
		return p.around(stmt, p.lines, max(w.Margin, 2), inside)
	case signal.ShapeStmt:
		return p.around(stmt, stmt, w.Margin, toSiblings)
	case signal.ShapeCompound:
		c := p.compound().Union(stmt)
		return p.around(c, c, w.Margin, toSiblings)
	case signal.ShapeFunction:
		return p.node(p.enclosing(syntax.Function), stmt)
	case signal.ShapeClass:
		i := p.enclosing(syntax.Class)
		if i < 0 {
			i = p.enclosing(syntax.Function)
		}
		c := p.node(i, stmt)
		return p.around(c, c, w.Margin, toSiblings)
	case signal.ShapeTry:
		if i := p.try(); i >= 0 {
			return p.f.Nodes[i].Lines.Union(stmt)
		}
		return p.compound().Union(stmt)
	case signal.ShapeImports:
		run := p.importRun().Union(stmt)
		for run.End < p.s.LineCount() && blank(p.s.Line(run.End)) {
			run.End++ // sorting also sets the blank lines below
		}
		return p.around(run, run, w.Margin, toSiblings)
	case signal.ShapeFile:
		return text.Lines{Start: 0, End: p.s.LineCount()}
	}
	return stmt
}

// node returns the lines of a node, or lines around the place if there is none.
func (p place) node(i int, stmt text.Lines) text.Lines {
	if i < 0 {
		return p.around(stmt, p.lines, fallback, inside)
	}
	return p.f.Nodes[i].Lines.Union(stmt)
}

// at returns the innermost node of the diagnostic: of several on its first line the
// one that holds its first byte.
func (p place) at() int {
	i := p.f.At(p.lines.Start)
	best := -1
	for j := i; j >= 0; {
		n := p.f.Nodes[j]
		if n.Span.Start <= p.d.Span.Start && p.d.Span.Start < n.Span.End {
			best = j
			break
		}
		// An earlier sibling on the same line, else the parent.
		if k := j - 1; k >= 0 && p.f.Nodes[k].Parent == n.Parent && p.f.Nodes[k].Lines.Contains(p.lines.Start) {
			j = k
			continue
		}
		j = n.Parent
		if j >= 0 && p.f.Nodes[j].Header.Contains(p.lines.Start) {
			continue
		}
		break
	}
	if best >= 0 {
		return best
	}
	return i
}

// statement returns the simple statement or compound header that contains the place,
// with all lines of the diagnostic.
func (p place) statement() text.Lines {
	l := p.lines
	if i := p.at(); i >= 0 {
		n := p.f.Nodes[i]
		switch n.Kind {
		case syntax.Statement, syntax.Import, syntax.Decorator:
			if n.Header.Len() > 0 && n.Header.Contains(p.lines.Start) {
				l = l.Union(n.Header)
			} else if n.Body.Len() == 0 {
				l = l.Union(n.Lines)
			}
		default:
			if n.Header.Contains(p.lines.Start) {
				l = l.Union(n.Header)
			}
		}
	}
	return p.f.Statement(l)
}

// compound returns the whole compound statement whose header contains the place; of a
// clause the statement it belongs to.
func (p place) compound() text.Lines {
	i := p.at()
	if i < 0 {
		return p.lines
	}
	n := p.f.Nodes[i]
	if n.Kind == syntax.Decorator && n.Parent >= 0 {
		return n.Lines
	}
	if !n.Header.Contains(p.lines.Start) {
		return p.lines
	}
	for n.Kind == syntax.Clause && n.Parent >= 0 {
		n = p.f.Nodes[n.Parent]
	}
	return n.Lines
}

// try returns the innermost try statement that contains the place.
func (p place) try() int {
	for i := p.f.Enclosing(p.lines.Start, syntax.Block); i >= 0; i = p.f.Nodes[i].Parent {
		if n := p.f.Nodes[i]; n.Kind == syntax.Block && n.Keyword == "try" && n.Lines.Covers(p.lines) {
			return i
		}
	}
	return -1
}

// importRun returns the run of sibling imports round the place.
func (p place) importRun() text.Lines {
	i := p.f.Enclosing(p.lines.Start, syntax.Import)
	if i < 0 {
		return p.around(p.lines, p.lines, 2, inside)
	}
	if q := p.f.Nodes[i].Parent; q >= 0 && p.f.Nodes[q].Kind == syntax.Import {
		i = q // a spec of a group
	}
	var run text.Lines
	found, open := false, false
	for j := range p.f.Children(p.f.Nodes[i].Parent) {
		n := p.f.Nodes[j]
		switch {
		case n.Kind == syntax.Import && open:
			run.End = n.Lines.End
		case n.Kind == syntax.Import:
			run, open = n.Lines, true
		case found:
			return run
		default:
			open = false
		}
		found = found || j == i
	}
	return run
}

// around widens core to n lines on both sides of base, at most as far as the
// scope of the place reaches.
func (p place) around(core, base text.Lines, n int, r reach) text.Lines {
	if n == 0 {
		return core
	}
	scope := p.scope(core, r)
	start := min(core.Start, max(scope.Start, base.Start-n))
	end := max(core.End, min(scope.End, base.End+n))
	// A neighbour that is only partly reached comes in whole if that costs no
	// more lines than were asked for, else it stays out.
	if whole := p.f.Statement(text.Lines{Start: start, End: core.End}); start-whole.Start <= n {
		start = min(core.Start, max(whole.Start, scope.Start))
	} else {
		for start < core.Start && !p.f.Edge(start) {
			start++
		}
	}
	if whole := p.f.Statement(text.Lines{Start: core.Start, End: end}); whole.End-end <= n {
		end = max(core.End, min(whole.End, scope.End))
	} else {
		for end > core.End && !p.f.Edge(end) {
			end--
		}
	}
	return p.wholeBlocks(core, text.Lines{Start: start, End: end}, scope, n)
}

// wholeBlocks lets no block next to the core, in a language with braces, be cut
// between its braces: it comes in whole if that costs no more lines than were
// asked for, else it stays out.
func (p place) wholeBlocks(core, l, scope text.Lines, n int) text.Lines {
	if !p.f.Braced() {
		return l
	}
	if cut := p.cutBlock(l.End-1, func(b text.Lines) bool { return b.Start >= core.End && b.End > l.End }); cut.Len() > 0 {
		if cut.End-l.End <= n && cut.End <= scope.End {
			l.End = cut.End
		} else {
			l.End = cut.Start
		}
	}
	if cut := p.cutBlock(l.Start, func(b text.Lines) bool {
		return b.End <= core.Start &&
			b.Start < l.Start
	}); cut.Len() > 0 {
		if l.Start-cut.Start <= n && cut.Start >= scope.Start {
			l.Start = cut.Start
		} else {
			l.Start = cut.End
		}
	}
	return l
}

// cutBlock returns the outermost block or clause that holds a line and is cut.
func (p place) cutBlock(line int, cut func(text.Lines) bool) text.Lines {
	var out text.Lines
	for i := p.f.At(line); i >= 0; i = p.f.Nodes[i].Parent {
		if n := p.f.Nodes[i]; (n.Kind == syntax.Block || n.Kind == syntax.Clause) && cut(n.Lines) {
			out = n.Lines
		}
	}
	return out
}

// reach says how far the surroundings of a place may go.
type reach uint8

const (
	inside     reach = iota // not out of the definition that contains the place
	toSiblings              // up to the definitions next to it
)

// scope returns the lines that the surroundings of a place may add: nothing of the
// definitions next to it, and nothing outside the class that holds it.
func (p place) scope(core text.Lines, r reach) text.Lines {
	owner := p.enclosing(syntax.Function, syntax.Class)
	for owner >= 0 && !p.f.Nodes[owner].Lines.Covers(core) {
		owner = p.f.Owner(owner)
	}
	out := text.Lines{Start: 0, End: p.s.LineCount()}
	if owner >= 0 {
		if own := p.f.Nodes[owner].Lines; r == inside && own != core {
			out = own
		} else if up := p.f.Owner(owner); up >= 0 {
			out = p.f.Nodes[up].Body
		}
	}
	for j := range p.f.Definitions() {
		n := p.f.Nodes[j]
		if n.Lines.Start >= out.End {
			break
		}
		if n.Lines.Start < out.Start || n.Lines.Len() < 2 || n.Lines.Overlaps(core) {
			continue
		}
		if n.Lines.End <= core.Start {
			out.Start = max(out.Start, n.Lines.End)
		} else if n.Lines.Start >= core.End {
			out.End = min(out.End, n.Lines.Start)
		}
	}
	return out
}

// enclosing returns the innermost node of the kinds that contains the place.
func (p place) enclosing(kinds ...syntax.Kind) int { return p.f.Enclosing(p.lines.Start, kinds...) }
