package syntax

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// lexing is what one pass over the characters finds: where strings and comments
// are, which line borders lie inside brackets or strings, and which braces
// belong together.
type lexing struct {
	quiet   []text.Span // strings and comments, sorted, disjoint
	strings []text.Span // strings of more than one line
	edge    []bool      // as in File
	braces  []brace     // pairs of "{" and "}", by opening
}

// brace is a pair of braces; close is the end of the text where it is missing.
type brace struct {
	open, close int
	argument    bool // it stands in parentheses or brackets
}

// mode is what the lexer is inside of.
type mode struct {
	quote   string // the delimiter that ends the string; "" inside an interpolation
	raw     bool   // backslashes mean nothing
	lines   bool   // the string may span lines
	interp  byte   // '{' for f-strings, '$' for templates, 0 for none
	start   int    // of the string
	bracket int    // inside an interpolation: depth at which it ends
	spec    bool   // the format specification of an f-string's field
}

// groupWords open a group of declarations in Go when a parenthesis follows.
var groupWords = []string{"import", "const", "var", "type"}

// maxInterpolation is how deep strings inside interpolations are followed.
const maxInterpolation = 32

type lexer struct {
	src  string
	doc  text.Snapshot
	dia  dialect
	out  lexing
	open []opened // brackets
	mode []mode
	last byte // last significant character
	word string
}

type opened struct {
	c       byte
	literal bool // a brace that holds an expression
	group   bool // a parenthesis that holds declarations
	pair    int  // index in braces, -1
}

func lex(doc text.Snapshot, dia dialect) lexing {
	l := lexer{src: doc.Text(), doc: doc, dia: dia}
	l.out.edge = newEdges(doc.LineCount())
	l.run()
	return l.out
}

func (l *lexer) run() {
	line, count := 0, l.doc.LineCount()
	next := l.doc.LineStart(1) // where the next line starts
	for i := 0; i < len(l.src); {
		if i == next && line+1 < count {
			line++
			next = l.doc.LineStart(line + 1)
			l.border(line, i)
		}
		if n := len(l.mode); n > 0 && l.mode[n-1].quote != "" {
			i = l.inString(i, next)
		} else {
			i = l.code(i)
		}
		for next < i && line+1 < count {
			line++
			next = l.doc.LineStart(line + 1)
			l.out.edge[line] = false // skipped over: inside a comment or string
		}
	}
	for _, m := range l.mode {
		if m.quote != "" {
			l.endString(m, len(l.src))
			break
		}
	}
}

// border decides whether a run may end before the line that starts at i.
func (l *lexer) border(line, i int) {
	for n := len(l.mode); n > 0; n-- {
		m := l.mode[n-1]
		if m.quote == "" || m.lines {
			break
		}
		l.mode = l.mode[:n-1] // an unterminated string ends with its line
		l.endString(m, i)
	}
	if len(l.mode) > 0 {
		l.out.edge[line] = false
		return
	}
	if l.continued(i) {
		l.out.edge[line] = false
		return
	}
	if len(l.open) == 0 {
		return
	}
	rest := l.src[i:min(len(l.src), i+64)]
	if l.recovers(rest) {
		l.open = l.open[:0]
		return
	}
	top := l.open[len(l.open)-1]
	if l.dia.family == pythonFamily || !top.group && (top.c != '{' || top.literal) {
		l.out.edge[line] = false
	}
}

// continued reports a backslash before the line's start, where that joins lines.
func (l *lexer) continued(i int) bool {
	if l.dia.slashes && l.dia.family != otherFamily {
		return false
	}
	t := strings.TrimRight(l.src[max(0, i-3):i], "\r\n")
	return strings.HasSuffix(t, `\`) && !(len(l.out.quiet) > 0 && l.out.quiet[len(l.out.quiet)-1].End >= i-2)
}

// recovers reports whether a line can only stand outside brackets, so that one
// forgotten bracket does not swallow the rest of the file.
func (l *lexer) recovers(rest string) bool {
	if rest == "" {
		return false
	}
	trimmed := strings.TrimLeft(rest, " \t")
	if l.dia.family == pythonFamily {
		for _, w := range [...]string{"def ", "class ", "@", "async def ", "import "} {
			if strings.HasPrefix(trimmed, w) && (w != "@" || len(trimmed) == len(rest)) {
				return true
			}
		}
		return false
	}
	if len(trimmed) != len(rest) {
		return false
	}
	for _, w := range [...]string{"func ", "fn ", "pub ", "class ", "import ", "export ", "type ", "function ", "package ", "impl ", "struct ", "use "} {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

// code reads one token outside strings and returns where the next begins.
func (l *lexer) code(i int) int {
	c := l.src[i]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return i + 1
	case isWordByte(c):
		j := i + 1
		for j < len(l.src) && isWordByte(l.src[j]) {
			j++
		}
		l.word, l.last = l.src[i:j], 'a'
		return j
	}
	if end := l.comment(i); end > i {
		l.quiet(i, end)
		return end
	}
	if j := l.quote(i); j > i {
		return j
	}
	if j := l.fieldEnd(i); j > i {
		return j
	}
	switch c {
	case '(', '[', '{':
		o := opened{c: c, pair: -1}
		if c == '{' {
			o.literal = l.literal()
			o.pair = len(l.out.braces)
			in := len(l.open) > 0 && l.open[len(l.open)-1].c != '{'
			l.out.braces = append(l.out.braces, brace{i, len(l.src), in})
		} else if c == '(' && l.dia.family == goFamily && slices.Contains(groupWords, l.word) {
			// A group of declarations is a block in all but its brackets.
			o.group, o.pair = true, len(l.out.braces)
			l.out.braces = append(l.out.braces, brace{i, len(l.src), false})
		}
		l.open = append(l.open, o)
	case ')', ']', '}':
		if n := len(l.mode); n > 0 && c == '}' && len(l.open) == l.mode[n-1].bracket {
			l.mode = l.mode[:n-1] // back into the string
			l.last = c
			if n := len(l.mode); n > 0 {
				l.mode[n-1].start = i
			}
			return i + 1
		}
		l.closeBracket(c, i)
	}
	l.last, l.word = c, ""
	return i + 1
}

// closeBracket pops the matching bracket. A closing bracket without a partner
// is dropped; brackets left open inside a pair go with it.
func (l *lexer) closeBracket(c byte, i int) {
	want := byte('(')
	switch c {
	case ']':
		want = '['
	case '}':
		want = '{'
	}
	floor := 0
	if n := len(l.mode); n > 0 {
		floor = l.mode[n-1].bracket
	}
	for k := len(l.open) - 1; k >= floor && k >= len(l.open)-8; k-- {
		if l.open[k].c == want {
			if p := l.open[k].pair; p >= 0 {
				l.out.braces[p].close = i
			}
			l.open = l.open[:k]
			return
		}
	}
}

// literal guesses whether a "{" begins an expression rather than a block.
func (l *lexer) literal() bool {
	switch l.last {
	case '=', '(', ',', '[', ':', '?':
		return true
	case 'a':
		return l.dia.family == scriptFamily && (l.word == "return" || l.word == "import" || l.word == "export")
	}
	return false
}

func (l *lexer) quiet(start, end int) {
	if start < end {
		l.out.quiet = append(l.out.quiet, text.Span{Start: start, End: end})
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
