//go:build cgo

package syntax

import (
	"strings"

	ts "github.com/tree-sitter/go-tree-sitter"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// emit appends the fact of a node, if it is one, and sets the header and the body of the facts around it.
func (w *walker) emit(c *ts.TreeCursor, l, up *level, lines text.Lines, keyword string) {
	kind := Kind(0)
	switch l.act {
	case actFunction, actClass, actImport, actClause:
		kind = plain[l.act]
	case actClosure:
		kind = w.closure(l, up, lines, keyword)
	case actBlock:
		if w.transparent(l, up) {
			n := &w.nodes[l.fact]
			n.Kind, n.Keyword, n.Header = Block, keyword, text.Lines{}
			l.own = true
			return
		}
		if multiOrStatement(up, lines) {
			kind = Block
		}
	case actNone, actStatement, actString, actWrapper:
		if w.isStatement(c, l, up) {
			kind = Statement
		}
	}
	switch {
	case w.isElse(c, l, up):
		kind, keyword = Clause, "else"
	case l.act == actBody:
		w.body(l, up, lines)
	}
	if kind != 0 {
		w.push(l, up, kind, keyword, lines)
		w.describe(l, lines)
	}
}

// plain is the kind of facts that nothing else decides about.
var plain = [...]Kind{actFunction: Function, actClass: Class, actImport: Import, actClause: Clause}

// closure returns the kind of the fact that a closure makes, 0 for none: one that is
// bound to a name turns what binds it into its definition.
func (w *walker) closure(l, up *level, lines text.Lines, keyword string) Kind {
	if name, ok := w.closureName(up); ok {
		w.define(l, up, lines, keyword, name)
		return 0
	}
	if lines.Len() > 1 && !w.insideNamed(l.fact) {
		return Function
	}
	return 0
}

// describe fills in what the fact of a level binds.
func (w *walker) describe(l *level, lines text.Lines) {
	n := &w.nodes[l.fact]
	code := w.src[l.span.Start:l.span.End]
	switch n.Kind {
	case Function, Class:
		n.Name = w.name(l.node)
	case Import:
		n.Name, n.Names = importNames(w.f.dia.Family, code)
	case Clause:
		if l.act == actBody && w.braced(l.span) {
			n.Header = text.Lines{Start: lines.Start, End: lines.Start + 1}
			n.Body = w.inner(l, lines)
			open(w.edge, n.Body)
		}
	case Statement:
		if w.f.dia.Family != lex.Script {
			return
		}
		if name, names, ok := requireNames(code); ok {
			n.Kind, n.Name, n.Names = Import, name, names
		}
	}
}

// push appends a fact and closes the header of the fact around it.
func (w *walker) push(l, up *level, kind Kind, keyword string, lines text.Lines) {
	if l.outer < 0 {
		l.outer = up.outer
	}
	full := lines
	l.first = lines.Start
	if l.outer >= 0 {
		full.Start = w.f.doc.LineAt(l.outer)
		l.outer, up.outer = -1, -1
	}
	full.Start = w.claim(l, kind, full.Start)
	w.closeHeader(up, lines)
	if len(w.pending) > 0 && w.pending[0].Lines.Start < full.Start {
		w.flush(-1) // too far above to belong to this
	}
	w.nodes = append(w.nodes, Node{Kind: kind, Keyword: keyword, Span: l.span, Lines: full, Parent: up.fact})
	l.fact, l.own = len(w.nodes)-1, true
	w.flush(l.fact)
	atomic(w.edge, full)
	if w.grouped(l.span) {
		open(w.edge, text.Lines{Start: lines.Start + 1, End: lines.End - 1})
	}
	if kind == Clause {
		w.edge[lines.Start] = w.edge[lines.Start] || !w.inString(lines.Start)
	}
}

// claim adds to a fact the comments and attributes right above it, where it starts in a
// line; it returns where the fact starts with those that belong to it.
func (w *walker) claim(l *level, kind Kind, start int) int {
	for i := len(w.levels) - 1; i >= 0; i-- {
		d := &w.levels[i]
		if d.doc >= 0 && w.f.doc.LineAt(d.docEnd)+1 >= start && w.f.dia.Family != lex.Python {
			l.first = min(l.first, w.f.doc.LineAt(d.doc))
			if kind == Function || kind == Class || len(w.pending) > 0 {
				start = min(start, l.first)
			}
		}
		d.doc = -1
		if d.act != actWrapper {
			break
		}
	}
	return start
}

// inString reports whether the border before a line lies in the string met last.
func (w *walker) inString(line int) bool {
	if len(w.strings) == 0 {
		return false
	}
	s := w.f.doc.LinesOf(w.strings[len(w.strings)-1])
	return s.Start < line && line < s.End
}

// define turns the statement round a closure into the closure's definition:
// "const f = () => …" and "f := func() …" are functions named f.
func (w *walker) define(l, up *level, lines text.Lines, keyword, name string) {
	if up.fact >= 0 {
		n := &w.nodes[up.fact]
		rest := strings.Trim(w.src[l.span.End:max(l.span.End, n.Span.End)], " \t\r\n;,)")
		if n.Kind == Statement && rest == "" && n.Span.Start <= l.span.Start {
			n.Kind, n.Keyword, n.Name = Function, keyword, name
			n.Lines.Start = min(n.Lines.Start, w.firstLine(up.fact))
			n.Header, n.Body = text.Lines{}, text.Lines{}
			l.own = true
			return
		}
	}
	if lines.Len() > 1 {
		w.push(l, up, Function, keyword, lines)
		w.nodes[l.fact].Name = name
	}
}

// firstLine returns the first line of an open fact, comments above included.
func (w *walker) firstLine(fact int) int {
	for i := len(w.levels) - 1; i >= 0; i-- {
		if l := w.levels[i]; l.own && l.fact == fact {
			return l.first
		}
	}
	return w.nodes[fact].Lines.Start
}

// insideNamed reports whether a fact lies in a function that has a name.
func (w *walker) insideNamed(fact int) bool {
	for i := fact; i >= 0; i = w.nodes[i].Parent {
		if w.nodes[i].Kind == Function && w.nodes[i].Name != "" {
			return true
		}
	}
	return false
}

// closureName returns the name a closure is bound to by the node around it.
func (w *walker) closureName(up *level) (string, bool) {
	field := w.g.binder[up.node.KindId()]
	holder := up.node
	if field == "" && len(w.levels) > 1 { // Go: f, g := func() …
		holder = w.levels[len(w.levels)-2].node
		if up.node.Kind() == "expression_list" {
			field = w.g.binder[holder.KindId()]
		}
	}
	if field == "" {
		return "", false
	}
	left := holder.ChildByFieldName(field)
	if left == nil {
		return "", false
	}
	s, e := left.ByteRange()
	name := w.src[s:e]
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Trim(name, `"'#`)
	return name, isIdentifier(name)
}

// name returns the text of a definition's name.
func (w *walker) name(n *ts.Node) string {
	for _, field := range [...]string{"name", "type"} {
		if c := n.ChildByFieldName(field); c != nil {
			s, e := c.ByteRange()
			t := w.src[s:e]
			if field == "type" { // impl Trait for Type<T>
				t, _, _ = strings.Cut(t, "<")
			}
			return t
		}
	}
	return ""
}

// transparent reports whether a compound expression is all there is of the
// statement around it, as in Rust: "if a { b() }" is an expression statement.
func (w *walker) transparent(l, up *level) bool {
	if !up.own {
		return false
	}
	n := w.nodes[up.fact]
	return n.Kind == Statement && n.Span.Start == l.span.Start && n.Span.End <= l.span.End+1
}

// multiOrStatement keeps one-line compound expressions from being blocks.
func multiOrStatement(up *level, lines text.Lines) bool {
	return lines.Len() > 1 || up.act == actBody || up.act == actBlock || up.act == actClause
}

// isStatement reports whether a node stands where statements stand.
func (w *walker) isStatement(c *ts.TreeCursor, l, up *level) bool {
	if l.span.Len() == 0 || !l.node.IsNamed() {
		return false
	}
	switch up.act {
	case actBody:
		return l.act != actWrapper || w.grouped(l.span) || w.g.plainExport(w.src[l.span.Start:l.span.End])
	case actWrapper:
		return l.act == actStatement && l.node.Kind() != "expression_statement" || w.grouped(up.span) && l.act == actStatement
	case actError:
		return l.act == actStatement
	case actBlock, actClause:
		return l.act == actStatement && !w.g.header[c.FieldName()]
	case actImport, actStatement:
		return l.act == actStatement && w.grouped(up.span)
	}
	return false
}

// isElse reports whether a node is an else branch that has no clause node of
// its own in the grammar (Go).
func (w *walker) isElse(c *ts.TreeCursor, l, up *level) bool {
	return w.f.dia.Family == lex.Go && up.act == actBlock && c.FieldName() == "alternative"
}

// body sets in the fact around it where its header ends and its body lies.
func (w *walker) body(l, up *level, lines text.Lines) {
	if w.f.dia.Family == lex.Go && strings.HasPrefix(w.src[l.span.Start:l.span.End], "interface") {
		// The grammar has no node for the braces of an interface.
		if i := strings.IndexByte(w.src[l.span.Start:l.span.End], '{'); i > 0 {
			l.span.Start += i
			lines = w.f.doc.LinesOf(l.span)
		}
	}
	if up.fact < 0 || w.nodes[up.fact].Header.Len() > 0 || !up.own && w.nodes[up.fact].Kind != Class {
		open(w.edge, w.inner(l, lines))
		return
	}
	n := &w.nodes[up.fact]
	inner := w.inner(l, lines)
	head := lines.Start
	if !w.braced(l.span) {
		head = w.f.doc.LineAt(max(n.Span.Start, up.last-1))
		if head >= lines.Start && lines.End > head+1 {
			inner.Start = head + 1 // Python's match: the body begins at the colon
		} else if head >= lines.Start {
			inner = text.Lines{Start: lines.Start, End: lines.End}
			n.Header, n.Body = text.Lines{Start: n.Lines.Start, End: head + 1}, inner
			return // on the header's own line
		}
		inner.Start = head + 1 // with the blank lines and comments before the first statement
	}
	n.Header = text.Lines{Start: n.Lines.Start, End: head + 1}
	n.Body = inner
	if inner.Len() == 0 && lines.Len() == 1 {
		n.Body = lines
		return
	}
	open(w.edge, inner)
}

// inner returns the lines between the braces; all lines of a body without braces.
func (w *walker) inner(l *level, lines text.Lines) text.Lines {
	if !w.braced(l.span) {
		return lines
	}
	in := text.Lines{Start: lines.Start + 1, End: lines.End - 1}
	if in.End < in.Start {
		in.End = in.Start
	}
	return in
}

func (w *walker) braced(sp text.Span) bool {
	return sp.Len() > 0 && (w.src[sp.Start] == '{' || w.src[sp.Start] == '(')
}

// closeHeader ends the header of a compound whose grammar has no body node: the
// first statement or clause inside begins the body.
func (w *walker) closeHeader(up *level, lines text.Lines) {
	if !up.own || up.last < 0 {
		return
	}
	n := &w.nodes[up.fact]
	if n.Header.Len() > 0 || n.Kind != Block && n.Kind != Clause {
		return
	}
	head := w.f.doc.LineAt(max(n.Span.Start, up.last-1))
	n.Header = text.Lines{Start: n.Lines.Start, End: head + 1}
	end := n.Lines.End
	if w.src[n.Span.End-1] == '}' && head+1 < end {
		end--
	}
	n.Body = text.Lines{Start: min(head+1, end), End: end}
	if lines.Start > head {
		open(w.edge, n.Body)
	}
}
