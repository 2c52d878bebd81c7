//go:build cgo

package syntax

import (
	"slices"
	"strings"

	ts "github.com/tree-sitter/go-tree-sitter"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// errorKind is the kind of the nodes that hold what did not parse.
const errorKind = 0xFFFF

// walker turns a tree into facts in one pass. Every question put to a node is a
// call into C, so it asks few: single-line statements are not entered unless
// they may hold a definition or damage.
type walker struct {
	f   *File
	g   *grammar
	src string

	nodes   []Node
	damage  []Damage
	strings []text.Span
	edge    []bool

	levels  []level
	pending []Node // decorators seen before the item they belong to
}

// level is the state of one node on the path from the root.
type level struct {
	node    *ts.Node
	act     action
	fact    int       // index of the innermost fact, this node's own included; -1
	own     bool      // the fact is this node's own
	span    text.Span // of the tree node, trailing blanks trimmed
	outer   int       // start of the statement or wrapper that is part of a definition, -1
	deep    bool      // look for definitions inside single lines too
	damaged bool
	last    int // end of the last child that is no comment, -1
	doc     int // start of the comments and attributes right above, -1
	docEnd  int
	first   int // first line of the fact, comments and decorators included
}

func (w *walker) walk(t *ts.Tree) {
	c := t.Walk()
	defer c.Close()
	root := c.Node()
	damaged := root.HasError()
	if root.KindId() == errorKind {
		w.damage = append(w.damage, Damage{Kind: "ERROR", Span: text.Span{Start: 0, End: len(w.src)}})
	}
	w.levels = append(w.levels, level{node: root, act: actBody, fact: -1, outer: -1, damaged: damaged, last: -1, doc: -1,
		span: text.Span{End: len(w.src)}})
	if !c.GotoFirstChild() {
		return
	}
	for {
		if w.enter(c) && c.GotoFirstChild() {
			continue
		}
		w.leave()
		for !c.GotoNextSibling() {
			if !c.GotoParent() || len(w.levels) == 1 {
				w.flush(-1)
				return
			}
			w.leave()
		}
	}
}

// enter looks at the cursor's node, pushes its level and reports whether its
// children are worth a visit.
func (w *walker) enter(c *ts.TreeCursor) bool {
	n := c.Node()
	id := n.KindId()
	start, end := n.ByteRange()
	sp := trim(w.src, text.Span{Start: int(start), End: int(end)})
	up := &w.levels[len(w.levels)-1]
	act, keyword := w.g.rule(id)
	l := level{node: n, act: act, fact: up.fact, span: sp, outer: -1, deep: up.deep, last: -1, doc: -1}
	if up.damaged && n.HasError() {
		w.broken(&l, up, id)
	}
	lines := w.f.doc.LinesOf(sp)
	multi := lines.Len() > 1

	switch {
	case l.act == actComment, l.act == actAttribute:
		w.comment(&l, up, lines, keyword)
		w.levels = append(w.levels, l)
		return l.damaged
	case l.act == actString && multi:
		w.strings = append(w.strings, sp)
		atomic(w.edge, lines)
	case l.act == actWrapper && !w.grouped(sp):
		l.outer = sp.Start
		if up.outer >= 0 {
			l.outer = up.outer
		}
	}
	w.emit(c, &l, up, lines, keyword)
	if sp.End > sp.Start {
		up.last = sp.End
	}
	w.levels = append(w.levels, l)
	return w.visits(&w.levels[len(w.levels)-1], multi)
}

// broken notes the damage at a node.
func (w *walker) broken(l, up *level, id uint16) {
	l.damaged = true
	switch {
	case id == errorKind:
		if around := up.node.Kind(); !newer(w.f.Lang, w.src, around, l.span) {
			w.damage = append(w.damage, Damage{Kind: "ERROR", Enclosing: around, Span: l.span})
		}
		l.act = actError
	case l.node.IsMissing():
		w.damage = append(w.damage, Damage{Kind: "MISSING " + l.node.Kind(), Enclosing: up.node.Kind(), Span: l.span})
	}
}

// definers show that a statement on one line may hold a definition.
var definers = map[lex.Family][]string{lex.Script: {"=>", "function", "class"}, lex.Go: {"func("}}

// visits reports whether the children of a node are worth a visit.
func (w *walker) visits(l *level, multi bool) bool {
	switch {
	case l.act == actString:
		return l.damaged || l.deep && multi
	case l.act == actImport:
		return l.damaged || w.grouped(l.span)
	case l.own && w.nodes[l.fact].Kind == Statement && !multi:
		code := w.src[l.span.Start:l.span.End]
		l.deep = slices.ContainsFunc(definers[w.f.dia.Family], func(s string) bool { return strings.Contains(code, s) })
		return l.damaged || l.deep
	}
	return multi || l.damaged || l.deep || l.own || l.act != actNone
}

// trim cuts trailing blanks, which some grammars count to a node.
func trim(src string, sp text.Span) text.Span {
	for sp.End > sp.Start && strings.IndexByte(" \t\r\n", src[sp.End-1]) >= 0 {
		sp.End--
	}
	return sp
}

// grouped reports whether a declaration is a group in parentheses (Go).
func (w *walker) grouped(sp text.Span) bool {
	if w.f.dia.Family != lex.Go {
		return false
	}
	t := w.src[sp.Start:sp.End]
	i := strings.IndexAny(t, " \t(")
	return i > 0 && strings.HasPrefix(strings.TrimLeft(t[i:], " \t"), "(")
}

// comment notes comments and attributes that may belong to the next item.
func (w *walker) comment(l, up *level, lines text.Lines, keyword string) {
	atomic(w.edge, lines)
	if l.act == actAttribute {
		d := Node{Kind: Decorator, Keyword: keyword, Span: l.span, Lines: lines, Header: lines,
			Body: text.Lines{Start: lines.End, End: lines.End}, Parent: up.fact}
		if up.act == actClass || up.act == actFunction { // inside what it decorates
			w.nodes = append(w.nodes, d)
			return
		}
		w.pending = append(w.pending, d)
	}
	if up.last >= 0 && w.f.doc.LineAt(up.last) == lines.Start && l.act == actComment {
		return // behind code
	}
	if up.doc < 0 || w.f.doc.LineAt(up.docEnd)+1 < lines.Start {
		up.doc = l.span.Start
	}
	up.docEnd = max(l.span.Start, l.span.End-1)
}

// leave pops a level.
func (w *walker) leave() {
	l := w.levels[len(w.levels)-1]
	w.levels = w.levels[:len(w.levels)-1]
	if l.act == actBody {
		w.flush(-1)
	}
	if !l.own {
		return
	}
	n := &w.nodes[l.fact]
	if n.Header.Len() == 0 { // no body was met
		n.Header = n.Lines
		n.Body = text.Lines{Start: n.Lines.End, End: n.Lines.End}
	}
}

// flush emits pending decorators that found no item, as children of parent.
func (w *walker) flush(parent int) {
	for _, d := range w.pending {
		if parent >= 0 {
			d.Parent = parent
		}
		w.nodes = append(w.nodes, d)
	}
	w.pending = w.pending[:0]
}
