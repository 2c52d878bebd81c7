package syntax

import (
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// braced scans languages whose blocks stand in braces.
func (s *scanner) braced() {
	var decorators []Node
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
			decorators = append(decorators, Node{Kind: Decorator, Keyword: code[:1], Span: s.span(l), Lines: l.lines, Header: l.lines, Body: text.Lines{Start: l.lines.End, End: l.lines.End}, Parent: s.top()})
			return
		}
		s.item(l, decorators, closed)
		decorators = nil
	})
	s.nodes = append(s.nodes, decorators...)
	s.popTo(s.f.doc.LineCount() + 1)
}

// popTo closes every scope whose brace closes before the line, and gives the
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
func (s *scanner) item(l logical, decorators []Node, closed int) {
	doc := s.f.doc
	kind, keyword, name := s.braceKind(l.code)
	if p := s.top(); p >= 0 && s.nodes[p].Kind == Import {
		kind, keyword = Import, "import" // a spec in a group
	}
	open, end := s.opening(l)
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
	n := Node{Kind: kind, Keyword: keyword, Name: name, Span: s.span(l), Lines: l.lines, Header: l.lines, Parent: s.top()}
	n.Body = text.Lines{Start: n.Lines.End, End: n.Lines.End}
	if kind == Import {
		n.Name, n.Names = importNames(s.f.dia.Family, l.code)
		if nm, names, ok := requireNames(l.code); ok {
			n.Name, n.Names = nm, names
		}
	}
	if open >= 0 && kind == Function && keyword == "" && s.argument(open) {
		n.Name = "" // a call with a callback
		if s.insideNamed() {
			n.Kind = Statement
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
		first := doc.LineAt(open)
		n.Lines.End = end + 1
		n.Header.End = first + 1
		n.Body = text.Lines{Start: first + 1, End: end}
		n.Span.End = doc.LineSpan(end).End
		if n.Kind == Statement {
			n.Kind = Block
		}
	} else if kind == Function || kind == Class || kind == Block {
		n.Body = n.Lines
		if kind == Function && keyword == "" {
			n.Kind, n.Name = Statement, "" // a call, not a definition
		}
	}
	if len(decorators) > 0 {
		n.Lines.Start = s.docStart(decorators[0].Lines.Start)
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
	for _, d := range decorators {
		d.Parent = at
		s.nodes = append(s.nodes, d)
	}
	if open >= 0 {
		s.stack = append(s.stack, scope{node: at, end: end, open: open})
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

// opening is the brace that the logical line, or the line below it, leaves
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

// blockOf is the compound that a clause on this line goes on with: the one that
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

// docStart is the first line of the comment right above a line.
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

// modifiers may stand before the word that says what an item is.
const modifiers = " pub export default async static public private protected internal abstract final virtual override unsafe extern inline declare readonly sealed partial open data "

// implemented is the type that an impl (Rust) is for: "<T> Trait for a::Type<T>".
func implemented(rest string) string {
	rest = strings.TrimLeft(rest, " \t")
	if strings.HasPrefix(rest, "<") {
		depth := 0
		for i := range len(rest) {
			switch {
			case rest[i] == '<':
				depth++
			case rest[i] == '>' && rest[i-1] != '-':
				depth--
			}
			if depth == 0 {
				rest = rest[i+1:]
				break
			}
		}
	}
	if _, subject, ok := strings.Cut(rest, " for "); ok {
		rest = subject
	}
	if i := strings.IndexAny(rest, "<{"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexAny(strings.TrimRight(rest, " \t"), ": \t&")+1:]
	name, _ := firstWord(rest)
	return name
}

func (s *scanner) braceKind(code string) (Kind, string, string) {
	rest := code
	word := ""
	for range 8 {
		word, rest = firstWord(strings.TrimLeft(rest, " \t"))
		if !strings.Contains(modifiers, " "+word+" ") || word == "" {
			break
		}
		if word == "pub" && strings.HasPrefix(rest, "(") {
			_, rest, _ = strings.Cut(rest, ")")
		}
	}
	next, _ := firstWord(strings.TrimLeft(rest, " \t*"))
	switch word {
	case "func", "fn", "function", "fun", "def", "sub":
		if word == "func" && next == "" { // a Go method
			if i := strings.IndexByte(rest, ')'); i >= 0 {
				next, _ = firstWord(strings.TrimLeft(rest[i+1:], " \t"))
			}
		}
		return Function, word, next
	case "impl":
		return Class, word, implemented(rest)
	case "class", "struct", "interface", "trait", "enum", "union", "mod", "namespace", "record", "protocol", "extension", "object", "module":
		return Class, word, next
	case "type":
		if next != "" {
			return Class, word, next
		}
	case "import", "use", "using", "require", "include":
		return Import, word, ""
	case "if", "for", "foreach", "while", "switch", "match", "select", "try", "do", "loop", "with", "synchronized", "lock":
		return Block, word, ""
	case "else", "catch", "finally", "case", "default", "elif":
		return Clause, word, ""
	case "return", "throw", "new", "await", "go", "defer", "yield", "delete", "goto", "break", "continue", "package":
		return Statement, "", ""
	case "const", "let", "var":
		if _, _, ok := requireNames(code); ok {
			return Import, word, ""
		}
		if s.f.dia.Family == lex.Script && (strings.Contains(code, "=>") || strings.Contains(code, "function")) || strings.Contains(code, "= func(") {
			return Function, word, next
		}
		return Statement, "", ""
	case "":
		if strings.HasPrefix(strings.TrimLeft(code, " \t"), "#include") {
			return Import, "#include", ""
		}
	}
	// "int main(…) {", "name(…) {": a definition if a brace follows.
	if i := strings.IndexByte(code, '('); i > 0 && !strings.ContainsAny(code[:i], "=.\"'{") {
		name := code[:i]
		if j := strings.LastIndexAny(name, " \t*&:"); j >= 0 {
			name = name[j+1:]
		}
		if isIdentifier(name) {
			return Function, "", name
		}
	}
	return Statement, "", ""
}
