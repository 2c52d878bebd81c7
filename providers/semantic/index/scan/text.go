package scan

import (
	"bytes"
	"strings"
)

// Text is one text, with the words, definitions and imports found in it.
type Text struct {
	lexer
	Starts  []int // offset of each line
	Defs    []Def
	Imports []Import
	Package string // of Go and its like; "__main__" of Python that can be run as a program
}

// New splits a text of a language into words and lines. It never fails.
func New(src, lang string) *Text {
	l := lex(src, lang)
	s := &Text{lexer: l, Starts: make([]int, 1, len(l.src)/32+1)}
	for i := strings.IndexByte(l.src, '\n') + 1; i > 0 && i < len(l.src); {
		s.Starts = append(s.Starts, i)
		n := strings.IndexByte(l.src[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return s
}

// Source returns the text.
func (s *Text) Source() string { return s.src }

// Define finds the definitions and imports.
func (s *Text) Define() {
	switch s.fam {
	case Python:
		s.python()
	case Golang:
		s.golang()
	case Script:
		s.script()
	case Rust:
		s.rust()
	case Braces:
		s.braces()
		s.otherImports()
	case Hashes:
		s.python()
		s.otherImports()
	case SQL:
		s.sql()
	}
}

// line returns the masked text of a line, without its end and with its indent.
func (s *Text) line(i int) []byte {
	end := len(s.mask)
	if i+1 < len(s.Starts) {
		end = s.Starts[i+1]
	}
	return bytes.TrimRight(s.mask[s.Starts[i]:end], " \t\r\n")
}

// raw returns the text of a line without its end.
func (s *Text) raw(i int) string {
	end := len(s.src)
	if i+1 < len(s.Starts) {
		end = s.Starts[i+1]
	}
	return strings.TrimRight(s.src[s.Starts[i]:end], " \t\r\n")
}

func indent(line []byte) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 8
		default:
			return n
		}
	}
	return n
}

// cursor reads words and punctuation of masked text.
type cursor struct {
	b []byte
	i int
}

func (c *cursor) space() {
	for c.i < len(c.b) && (c.b[c.i] == ' ' || c.b[c.i] == '\t') {
		c.i++
	}
}

// blank skips white space and line ends.
func (c *cursor) blank() {
	for c.i < len(c.b) && (c.b[c.i] == ' ' || c.b[c.i] == '\t' || c.b[c.i] == '\n' || c.b[c.i] == '\r') {
		c.i++
	}
}

// word reads an identifier; "" if there is none.
func (c *cursor) word() string {
	c.space()
	if c.i >= len(c.b) || !isStart(c.b[c.i]) {
		return ""
	}
	j := c.i
	for c.i < len(c.b) && IsPart(c.b[c.i]) {
		c.i++
	}
	return string(c.b[j:c.i])
}

// peek returns the next byte behind blanks, 0 at the end.
func (c *cursor) peek() byte {
	c.space()
	if c.i < len(c.b) {
		return c.b[c.i]
	}
	return 0
}

// take skips a byte if it comes next.
func (c *cursor) take(b byte) bool {
	if c.peek() != b {
		return false
	}
	c.i++
	return true
}

// bracket skips a balanced group that Starts here.
func (c *cursor) bracket(open, end byte) bool {
	if c.peek() != open {
		return false
	}
	depth := 0
	for ; c.i < len(c.b); c.i++ {
		switch c.b[c.i] {
		case open:
			depth++
		case end:
			if end == '>' && c.i > 0 && (c.b[c.i-1] == '-' || c.b[c.i-1] == '=') {
				continue
			}
			if depth--; depth == 0 {
				c.i++
				return true
			}
		}
	}
	return false
}

// extent finds how far a definition of a brace language reaches from an
// offset: the line behind its signature and the line behind its end. With a
// body, it ends with the brace that closes the first one; without, with the
// first ";" or line end that leaves no bracket open.
func (s *Text) extent(from, line int, body bool) (sig, end int) {
	depth, braces := 0, 0
	at := line
	var last byte
	for i := from; i < len(s.mask); i++ {
		switch c := s.mask[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			if depth <= 0 && braces == 0 && body {
				return at + 1, s.close(i, at)
			}
			braces++
		case '}':
			braces--
			if braces < 0 {
				return at + 1, max(line+1, at)
			}
		case ';':
			if depth <= 0 && braces <= 0 {
				return at + 1, at + 1
			}
		case '\n':
			if depth <= 0 && braces <= 0 && !body && !s.open(last, i) && !s.continued(at+1) {
				return at + 1, at + 1
			}
			at++
		}
		if c := s.mask[i]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			last = c
		}
	}
	return len(s.Starts), len(s.Starts)
}

// open reports whether a statement goes on behind its last byte before a line
// end at an offset.
func (s *Text) open(last byte, end int) bool {
	switch last {
	case ',', '=', '|', '&', '+', '.', '(':
		return true
	case '<', '?', ':':
		return s.fam == Script
	case '>':
		return s.fam == Script && bytes.HasSuffix(bytes.TrimRight(s.mask[:end], " \t\r\n"), []byte("=>"))
	}
	return false
}

// continued reports whether a line goes on with the statement before it.
func (s *Text) continued(i int) bool {
	if i >= len(s.Starts) {
		return false
	}
	t := bytes.TrimLeft(s.line(i), " \t")
	return len(t) > 0 && (t[0] == '|' || t[0] == '&' || t[0] == '.' || t[0] == '?' || t[0] == ':' || s.fam == Script &&
		(t[0] == '>' || t[0] == '='))
}

// close returns the line behind the brace that closes the one at an offset.
func (s *Text) close(i, line int) int {
	return min(len(s.Starts), line+1+bytes.Count(s.mask[i:s.closing(i)], []byte("\n")))
}

// closing returns the offset behind the brace that closes the one at an offset.
func (s *Text) closing(k int) int {
	depth := 0
	for ; k < len(s.mask); k++ {
		switch s.mask[k] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return k + 1
			}
		}
	}
	return len(s.mask)
}

// ends returns the line behind what begins on a line and ends with a byte outside brackets, or
// where a bracket around it closes.
func (s *Text) ends(i int, with byte) int {
	depth, at := 0, i
	for _, c := range s.mask[s.Starts[i]:] {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return max(i+1, at)
			}
		}
		if c == with && depth == 0 {
			return at + 1
		}
		if c == '\n' {
			at++
		}
	}
	return at + 1
}

// docStart returns the first line of the comments, decorators and attributes right
// above a line, at most 15.
func (s *Text) docStart(line int) int {
	first, from := line, line-1
	// Some leave a blank line behind a comment that documents what follows; what
	// begins the file is about the file.
	apart := s.fam == Script && line > 2 && strings.TrimSpace(s.raw(line-1)) == "" &&
		strings.HasSuffix(strings.TrimSpace(s.raw(line-2)), "*/")
	if apart {
		from--
	}
	for i := from; i >= 0 && line-i <= 15; i-- {
		raw := strings.TrimSpace(s.raw(i))
		if raw == "" {
			break
		}
		masked := bytes.TrimSpace(s.line(i))
		switch {
		case len(masked) == 0: // a comment
		case masked[0] == '@':
		case s.fam == Rust && masked[0] == '#':
		default:
			return first
		}
		first = i
	}
	if apart && first == 0 {
		return line
	}
	return first
}

// add records a definition.
func (s *Text) add(d Def) {
	if d.Name == "" || d.Name == "_" {
		return
	}
	d.Doc = s.docStart(d.Start)
	d.Sig = min(max(d.Sig, d.Start+1), len(s.Starts))
	d.End = min(max(d.End, d.Sig), len(s.Starts))
	s.Defs = append(s.Defs, d)
}

// scope is an open container while walking a brace language.
type scope struct {
	name string
	kind Kind
	from int // line behind its header, 0: the one behind its first
	end  int // line behind it
}

// walk visits the lines of a brace language that lie directly in the file or
// in a container. visit returns the container that a line opens, if any, or
// the line up to which nothing is of interest.
func (s *Text) walk(visit func(line int, in scope) (opened *scope, skip int)) {
	stack := []scope{{end: len(s.Starts) + 1}}
	for i := 0; i < len(s.Starts); {
		for len(stack) > 1 && i >= stack[len(stack)-1].end {
			stack = stack[:len(stack)-1]
		}
		t := bytes.TrimLeft(s.line(i), " \t")
		if len(t) == 0 || t[0] == inString {
			i++
			continue
		}
		opened, skip := visit(i, stack[len(stack)-1])
		if opened != nil && opened.end > i+1 {
			if len(stack) < 50 {
				stack = append(stack, *opened)
			}
			i = max(i+1, opened.from)
			continue
		}
		i = max(i+1, skip)
	}
}
