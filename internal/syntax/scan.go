package syntax

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// scan finds the facts by logical lines: where indentation makes the blocks by
// indentation, elsewhere by braces. The index of definitions does not read these
// facts but scans for itself; providers/semantic/index/scan says why.
func (f *File) scan() {
	lx := f.lexed()
	f.Engine, f.Strings, f.edge, f.Nodes = Scan, lx.Strings, slices.Clone(lx.Edge), nil
	s := scanner{f: f, lx: lx, nodes: make([]Node, 0, f.doc.LineCount()*3/4+8)}
	if f.dia.Indent {
		s.indented()
	} else {
		s.braced()
	}
	f.Nodes = s.nodes
}

type scanner struct {
	f       *File
	lx      lex.Text
	nodes   []Node
	stack   []scope
	nonCode int // index of the first comment or string not before the current line
	until   int // brace engine: lines before this one belong to a statement already

	pending []Node // decorators seen before the item they belong to
}

// scope is a compound that is still open.
type scope struct {
	node   int
	indent int
	end    int // brace engine: line of the closing brace
	open   int // brace engine: offset of the opening brace
}

// logical is one logical line.
type logical struct {
	lines  text.Lines
	indent int
	code   string // from the first significant character to the end
	at     int    // offset of code
}

// each calls yield for every logical line that holds code.
func (s *scanner) each(yield func(logical)) {
	doc := s.f.doc
	n := doc.LineCount()
	for i := 0; i < n; {
		j := i + 1
		for j < n && !s.f.edge[j] {
			j++
		}
		sp := text.Span{Start: doc.LineStart(i), End: doc.LineSpan(j - 1).End}
		t := doc.Slice(sp)
		code := strings.TrimLeft(t, " \t\f\ufeff\r\n")
		at := sp.End - len(code)
		if code != "" && !s.comment(at, sp.End) {
			for doc.LineStart(i+1) <= at {
				i++ // lines of blanks, joined to this one
			}
			yield(logical{lines: text.Lines{Start: i, End: j},
				indent: indentOf(doc.Slice(text.Span{Start: doc.LineStart(i), End: at})), code: code, at: at})
		}
		i = j
	}
}

// comment reports whether a comment starts at the offset and lasts to the end.
func (s *scanner) comment(at, end int) bool {
	q := s.lx.NonCode
	for s.nonCode < len(q) && q[s.nonCode].End <= at {
		s.nonCode++
	}
	return s.nonCode < len(q) && q[s.nonCode].Start == at && q[s.nonCode].End >= end &&
		s.lx.Marks[s.nonCode].Has(lex.Comment)
}

// indentOf returns the width of a line's leading blanks; a tab goes to the next
// multiple of eight.
func indentOf(line string) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		default:
			return n
		}
	}
	return n
}

// indented scans Python and everything that looks like it.
func (s *scanner) indented() {
	lastEnd := 0
	s.each(func(l logical) {
		word, rest := firstWord(l.code)
		kind, keyword := s.indentKind(word, rest)
		s.popIndent(l.indent, kind, lastEnd)
		lastEnd = l.lines.End
		if kind == Decorator {
			s.decorate(l)
			return
		}
		n := Node{Kind: kind, Keyword: keyword, Span: s.span(l), Lines: l.lines, Header: l.lines, Parent: s.top()}
		switch kind {
		case Function, Class:
			n.Name = nameAfter(l.code, keyword)
			if len(s.pending) > 0 {
				n.Lines.Start = s.pending[0].Lines.Start
				n.Header.Start = n.Lines.Start
			}
		case Import:
			n.Name, n.Names = importNames(s.f.dia.Family, l.code)
			s.flush(n.Parent)
		default:
			s.flush(n.Parent) // they decorate nothing
		}
		if p := n.Parent; kind == Clause && p >= 0 && s.nodes[p].Kind == Block && s.nodes[p].Body.Len() == 0 {
			s.nodes[p].Body = text.Lines{Start: s.nodes[p].Header.End, End: l.lines.Start}
		}
		s.nodes = append(s.nodes, n)
		at := len(s.nodes) - 1
		s.flush(at)
		atomic(s.f.edge, n.Header)
		s.stack = append(s.stack, scope{node: at, indent: l.indent})
	})
	for len(s.stack) > 0 {
		s.pop(lastEnd)
	}
}

// decorate notes a decorator for the item below it.
func (s *scanner) decorate(l logical) {
	s.pending = append(s.pending, Node{Kind: Decorator, Keyword: l.code[:1], Span: s.span(l), Lines: l.lines,
		Header: l.lines, Body: text.Lines{Start: l.lines.End, End: l.lines.End}, Parent: s.top()})
}

// flush adds the decorators that were noted, as children of parent.
func (s *scanner) flush(parent int) {
	for _, d := range s.pending {
		d.Parent = parent
		s.nodes = append(s.nodes, d)
	}
	s.pending = s.pending[:0]
}

// popIndent closes the compounds that a line of that indentation and kind ends.
func (s *scanner) popIndent(indent int, kind Kind, lastEnd int) {
	for len(s.stack) > 0 {
		top := s.stack[len(s.stack)-1]
		if top.indent < indent || kind == Clause && top.indent == indent && s.nodes[top.node].Kind == Block {
			return
		}
		s.pop(lastEnd)
	}
}

// pop closes the innermost compound at the end of the last code before it.
func (s *scanner) pop(end int) {
	top := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	n := &s.nodes[top.node]
	n.Lines.End = max(n.Lines.End, end)
	if n.Body.Len() == 0 {
		n.Body = text.Lines{Start: n.Header.End, End: n.Lines.End}
	}
	switch {
	case n.Body.Len() > 0 && n.Kind == Statement:
		n.Kind = Block // something indented stands below it
	case n.Body.Len() == 0 && n.Kind != Statement && n.Kind != Import:
		n.Body = n.Header
	}
	n.Span.End = s.f.doc.LineSpan(n.Lines.End - 1).End
}

func (s *scanner) top() int {
	if len(s.stack) == 0 {
		return -1
	}
	return s.stack[len(s.stack)-1].node
}

func (s *scanner) span(l logical) text.Span {
	return text.Span{Start: l.at, End: l.at + len(l.code)}
}

// byWord returns a table of the words that a line starts with, by what they make of
// it.
func byWord(kinds map[Kind]string) map[string]Kind {
	out := map[string]Kind{}
	for kind, words := range kinds {
		for _, w := range strings.Fields(words) {
			out[w] = kind
		}
	}
	return out
}

var (
	indentKinds = byWord(map[Kind]string{
		Function: "def",
		Class:    "class",
		Import:   "import from",
		Block:    "if for while with try",
		Clause:   "elif else except finally",
	})
	hashKinds = byWord(map[Kind]string{
		Function: "def function sub proc func",
		Class:    "class module",
		Import:   "import require source use include",
	})
)

func (s *scanner) indentKind(word, rest string) (Kind, string) {
	if s.f.dia.Family != lex.Python {
		if kind := hashKinds[word]; kind != 0 {
			return kind, word
		}
		return Statement, ""
	}
	if kind := indentKinds[word]; kind != 0 {
		return kind, word
	}
	rest = strings.TrimSpace(rest)
	opens := strings.HasSuffix(rest, ":") && !strings.HasPrefix(rest, "=")
	switch {
	case word == "async":
		w, _ := firstWord(rest)
		if w == "def" {
			return Function, w
		}
		return Block, w
	case word == "match" && opens:
		return Block, word
	case word == "case" && opens:
		return Clause, word
	case word == "" && strings.HasPrefix(rest, "@"):
		return Decorator, "@"
	}
	return Statement, ""
}

// firstWord cuts the word a piece of code begins with from the rest.
func firstWord(code string) (string, string) {
	i := 0
	for i < len(code) && lex.IsWord(code[i]) {
		i++
	}
	return code[:i], code[i:]
}

// nameAfter returns the first name that follows a keyword.
func nameAfter(code, keyword string) string {
	i := strings.Index(code, keyword)
	if i < 0 {
		return ""
	}
	name, _ := firstWord(strings.TrimLeft(code[i+len(keyword):], " \t"))
	return name
}
