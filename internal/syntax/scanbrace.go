package syntax

import (
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// braced scans languages whose blocks stand in braces.
func (s *scanner) braced() {
	s.each(func(l logical) {
		if l.lines.Start < s.until {
			return // inside a literal
		}
		before := l.lines.Start
		if strings.HasPrefix(l.code, "}") {
			before++
		}
		closed := s.popTo(before)
		if n := len(s.stack); n > 0 && s.stack[n-1].open == l.at {
			return // the brace of the header above, on a line of its own
		}
		code := strings.TrimLeft(l.code, "}; \t")
		if code == "" || code[0] == ')' || code[0] == ']' {
			return
		}
		l.at += len(l.code) - len(code)
		l.code = code
		if code[0] == '@' && !strings.Contains(code, "{") || strings.HasPrefix(code, "#[") {
			s.decorate(l)
			return
		}
		s.item(l, closed)
	})
	s.nodes = append(s.nodes, s.pending...)
	s.popTo(s.f.doc.LineCount() + 1)
}

// popTo closes every scope whose brace closes before the line, and returns the
// node of the last one closed, -1 if there is none.
func (s *scanner) popTo(line int) int {
	closed := -1
	for len(s.stack) > 0 && s.stack[len(s.stack)-1].end < line {
		closed = s.stack[len(s.stack)-1].node
		s.stack = s.stack[:len(s.stack)-1]
	}
	return closed
}

// item adds the fact of one logical line; closed is the compound that ended
// right before it.
func (s *scanner) item(l logical, closed int) {
	kind, keyword, name := s.braceKind(l.code)
	if p := s.top(); p >= 0 && s.nodes[p].Kind == Import {
		kind, keyword = Import, "import" // a spec in a group
	}
	open, end := s.extent(&l, kind)
	n := Node{Kind: kind, Keyword: keyword, Name: name, Span: s.span(l), Lines: l.lines, Header: l.lines, Parent: s.top()}
	n.Body = text.Lines{Start: n.Lines.End, End: n.Lines.End}
	if kind == Import {
		n.Name, n.Names = importNames(s.f.dia.Family, l.code)
		if name, names, ok := requireNames(l.code); ok {
			n.Name, n.Names = name, names
		}
	}
	block := s.blockOf(closed, l)
	if kind == Clause && block >= 0 {
		n.Parent = block
	}
	if kind == Function || kind == Class {
		n.Lines.Start = s.docStart(n.Lines.Start)
		n.Header.Start = n.Lines.Start
	}
	if open >= 0 {
		s.withBody(&n, open, end)
	} else {
		withoutBody(&n)
	}
	if len(s.pending) > 0 {
		n.Lines.Start = s.docStart(s.pending[0].Lines.Start)
		n.Header.Start = n.Lines.Start
	}
	if n.Parent == block && block >= 0 {
		s.nodes[block].Lines.End = max(s.nodes[block].Lines.End, n.Lines.End)
	}
	if p := n.Parent; p >= 0 {
		n.Lines.Start = max(n.Lines.Start, s.nodes[p].Lines.Start)
		n.Header.Start = max(n.Header.Start, n.Lines.Start)
	}
	atomic(s.f.edge, n.Header)
	s.nodes = append(s.nodes, n)
	at := len(s.nodes) - 1
	s.flush(at)
	if open >= 0 {
		s.stack = append(s.stack, scope{node: at, end: end, open: open})
	}
}

// extent returns the brace that opens the body of a logical line, -1 if there is
// none, and the line where it closes. A literal makes the line longer instead.
func (s *scanner) extent(l *logical, kind Kind) (open, end int) {
	doc := s.f.doc
	open, end = s.opening(*l)
	if k := len(s.stack) - 1; k >= 0 && open >= 0 {
		end = min(end, s.stack[k].end) // a missing brace ends with what is around
		if end < l.lines.End {
			open = -1
		}
	}
	if kind == Statement && open >= 0 && s.literal(open, end) {
		l.lines.End, open = end+1, -1
		l.code = doc.Slice(text.Span{Start: l.at, End: doc.LineSpan(end).End})
		s.until = l.lines.End
	}
	return open, end
}

// withBody sets the body of a fact to the lines between its braces.
func (s *scanner) withBody(n *Node, open, end int) {
	if n.Kind == Function && n.Keyword == "" && s.argument(open) {
		n.Name = "" // a call with a callback
		if s.insideNamed() {
			n.Kind = Statement
		}
	}
	first := s.f.doc.LineAt(open)
	n.Lines.End = end + 1
	n.Header.End = first + 1
	n.Body = text.Lines{Start: first + 1, End: end}
	n.Span.End = s.f.doc.LineSpan(end).End
	if n.Kind == Statement {
		n.Kind = Block
	}
}

// withoutBody makes a fact without braces its own body.
func withoutBody(n *Node) {
	if n.Kind == Function || n.Kind == Class || n.Kind == Block {
		n.Body = n.Lines
	}
	if n.Kind == Function && n.Keyword == "" {
		n.Kind, n.Name = Statement, "" // a call, not a definition
	}
}

// literalLines is the longest literal, in lines, that is one statement.
const literalLines = 500

// literal reports whether a brace opens a Go composite literal that holds no
// function: its type stands right before it, where a block has a blank.
func (s *scanner) literal(open, end int) bool {
	src := s.f.doc.Text()
	if s.f.dia.Family != lex.Go || open == 0 || end-s.f.doc.LineAt(open) > literalLines {
		return false
	}
	return (lex.IsWord(src[open-1]) || src[open-1] == ']' || src[open-1] == '}') &&
		!strings.Contains(src[open:s.f.doc.LineSpan(end).End], "func(")
}

// opening returns the brace that the logical line, or the line below it, leaves
// open, and the line where it closes; -1 if there is none.
func (s *scanner) opening(l logical) (int, int) {
	b := s.lx.Braces
	doc := s.f.doc
	last := l.lines.End
	if last < doc.LineCount() && strings.HasPrefix(strings.TrimLeft(doc.Line(last), " \t"), "{") {
		last++
	}
	i := sort.Search(len(b), func(i int) bool { return b[i].Open >= l.at })
	stop := doc.LineStart(last)
	for ; i < len(b) && b[i].Open < stop; i++ {
		end := doc.LineAt(b[i].Close)
		if end >= last {
			return b[i].Open, end
		}
	}
	return -1, -1
}

// blockOf returns the compound that a clause on this line goes on with: the one that
// closed on this line or the line above.
func (s *scanner) blockOf(closed int, l logical) int {
	if closed < 0 || s.nodes[closed].Lines.End < l.lines.Start {
		return -1
	}
	if s.nodes[closed].Kind == Clause {
		closed = s.nodes[closed].Parent
	}
	if closed < 0 || s.nodes[closed].Kind != Block {
		return -1
	}
	return closed
}

// insideNamed reports whether a function with a name is open.
func (s *scanner) insideNamed() bool {
	for _, sc := range s.stack {
		if n := s.nodes[sc.node]; n.Kind == Function && n.Name != "" {
			return true
		}
	}
	return false
}

// docStart returns the first line of the comment right above a line.
func (s *scanner) docStart(line int) int {
	first := line
	for first > 0 && s.f.isComment(first-1) {
		first--
	}
	return first
}

// argument reports whether the brace at the offset stands inside parentheses.
func (s *scanner) argument(open int) bool {
	b := s.lx.Braces
	i := sort.Search(len(b), func(i int) bool { return b[i].Open >= open })
	return i < len(b) && b[i].Argument
}
