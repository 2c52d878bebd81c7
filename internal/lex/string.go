package lex

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// mode is what the lexer is inside of.
type mode struct {
	quote   string // the delimiter that ends the string; "" inside an interpolation
	raw     bool   // backslashes mean nothing
	lines   bool   // the string may span lines
	interp  byte   // '{' for f-strings, '$' for templates, 0 for none
	start   int    // of the string
	bracket int    // inside an interpolation: depth at which it ends
	spec    bool   // the format specification of an f-string's field
	joined  bool   // its last line end was escaped
	home    int    // index of the mode of the literal that it is a part of
}

// String returns the end of the string literal that starts at an offset, with its
// prefix, and whether it is closed; the offset itself where none starts. Fields
// of interpolated strings belong to it.
func String(src string, dia Dialect, at int) (end int, closed bool) {
	i := at
	for i < len(src) && i-at < 3 && IsWord(src[i]) {
		i++
	}
	if i == len(src) {
		return at, false
	}
	if end, ok := plain(src, dia, at, i); ok {
		return end, true
	}
	var room [4]mode
	l := lexer{src: src, dia: dia, word: text.Span{Start: at, End: i}, mode: room[:0], alone: true}
	j := l.quote(i)
	if len(l.mode) == 0 {
		if j == i {
			j = at
		}
		return j, j > i
	}
	return l.literalEnd(j)
}

// literalEnd reads on from an offset to where no string is open, or where one
// breaks off at the end of its line.
func (l *lexer) literalEnd(i int) (end int, closed bool) {
	for i < len(l.src) && len(l.mode) > 0 {
		m := &l.mode[len(l.mode)-1]
		if m.quote == "" {
			i = l.code(i, i+1)
			continue
		}
		stop := len(l.src)
		if !m.lines {
			stop = i + lineLen(l.src[i:])
		}
		i = l.inString(i, stop)
		if i == stop && !m.lines && (l.src[i-1] == '\n' || l.src[i-1] == '\r') {
			if !m.joined {
				return i - 1, false
			}
			m.joined = false
		}
	}
	return i, len(l.mode) == 0
}

// plain returns the end of a string at i that has no prefix, no escape and no line
// end, as most are.
func plain(src string, dia Dialect, at, i int) (int, bool) {
	q := src[i]
	if at != i || q != '"' && q != '\'' || dia.Family == Rust {
		return 0, false
	}
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case q:
			if j == i+1 && dia.Triple != "" && j+1 < len(src) && src[j+1] == q {
				return 0, false
			}
			return j + 1, true
		case '\\', '\n', '\r':
			return 0, false
		}
	}
	return 0, false
}

// lineLen returns the length of the line that s starts with, its terminator
// included.
func lineLen(s string) int {
	n := strings.IndexByte(s, '\n') + 1
	if n == 0 {
		n = len(s)
	}
	if k := strings.IndexByte(s[:n], '\r'); k >= 0 && !strings.HasPrefix(s[k+1:], "\n") {
		n = k + 1
	}
	return n
}

// comment returns the end of the comment that starts at i, or i.
func (l *lexer) comment(i int) int {
	rest := l.src[i:]
	switch rest[0] {
	case '#':
		if !l.dia.Hash {
			return i
		}
	case '/':
		if l.dia.Block && strings.HasPrefix(rest, "/*") {
			return l.blockComment(i)
		}
		if !l.dia.Slashes || !strings.HasPrefix(rest, "//") {
			return i
		}
	case '-':
		if !l.dia.Dashes || !strings.HasPrefix(rest, "--") {
			return i
		}
	default:
		return i
	}
	n := strings.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	if k := strings.IndexByte(rest[:n], '\r'); k >= 0 {
		n = k
	}
	return i + n
}

func (l *lexer) blockComment(i int) int {
	if l.dia.Family != Rust {
		if n := strings.Index(l.src[i+2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(l.src)
	}
	depth := 1 // Rust's nest
	for j := i + 2; j+1 < len(l.src); j++ {
		switch l.src[j : j+2] {
		case "/*":
			depth++
			j++
		case "*/":
			depth--
			j++
			if depth == 0 {
				return j + 1
			}
		}
	}
	return len(l.src)
}

// quote begins the string at i, if there is one, and returns where to go on.
func (l *lexer) quote(i int) int {
	c := l.src[i]
	m := mode{quote: l.src[i : i+1], start: i, lines: l.dia.Lines, raw: l.dia.Doubled}
	switch {
	case c == '/':
		return l.regex(i)
	case c == '\'' && l.dia.Family == Rust:
		return l.rustQuote(i)
	case c == '\'' && l.inWord(i):
		return i
	case c == '"' || c == '\'':
		if l.triple(i) {
			m.quote, m.lines = l.src[i:i+3], true
		}
		l.prefixed(&m, i)
	case c == '`' && l.dia.Tick != TickNone:
		m.lines, m.raw = true, l.dia.Tick == TickRaw
		if l.dia.Tick == TickTemplate {
			m.interp = '$'
		}
	default:
		return i
	}
	m.home = len(l.mode)
	l.mode = append(l.mode, m)
	l.last, l.word = '"', text.Span{}
	if l.dia.Family == Rust && m.raw {
		return i + 1
	}
	return i + len(m.quote)
}

// inWord reports whether the quote at i stands in a word: 1'000, don't.
func (l *lexer) inWord(i int) bool {
	return l.dia.Family == Other && l.last == 'a' && l.word.End == i
}

// triple reports whether the quote at i is the first of three that begin a
// string of lines.
func (l *lexer) triple(i int) bool {
	c := l.src[i]
	return strings.IndexByte(l.dia.Triple, c) >= 0 && i+2 < len(l.src) && l.src[i+1] == c && l.src[i+2] == c
}

// prefixed notes what letters glued to a quote say of the string.
func (l *lexer) prefixed(m *mode, i int) {
	switch l.dia.Family {
	case Python:
		if i == 0 || !IsWord(l.src[i-1]) {
			return
		}
		prefix := l.prefix(i)
		m.start -= len(prefix)
		m.raw = strings.ContainsAny(prefix, "rR")
		if strings.ContainsAny(prefix, "fFtT") {
			m.interp = '{'
		}
	case Rust:
		if hashes, ok := l.rustRaw(i); ok {
			m.raw, m.quote = true, `"`+hashes
			m.start -= len(hashes) + 1
		}
		m.start = l.rustPrefix(m.start)
	}
}

// prefix returns the letters right before a Python string's quote:
// https://docs.python.org/3/reference/lexical_analysis.html#string-and-bytes-literals
// T is Python 3.14's (PEP 750).
func (l *lexer) prefix(i int) string {
	j := i
	for j > 0 && i-j < 3 && strings.IndexByte("rRbBuUfFtT", l.src[j-1]) >= 0 {
		j--
	}
	if i-j > 2 || j > 0 && IsWord(l.src[j-1]) {
		return ""
	}
	return l.src[j:i]
}

func (l *lexer) character(i, end int) int {
	if l.src[i] == '\'' {
		i = l.rustPrefix(i)
	}
	l.nonCode(i, end, l.inner(len(l.mode)))
	l.last = '"'
	return end
}

// regex skips a regular expression literal where one can stand. Whether a slash
// divides depends on the grammar, not on the characters before it
// (https://tc39.es/ecma262/#sec-ecmascript-language-lexical-grammar), so this is a
// guess by the last token.
func (l *lexer) regex(i int) int {
	if l.dia.Family != Script {
		return i
	}
	switch l.last {
	case ')', ']', '}', '"':
		return i
	case 'a':
		switch l.lastWord() {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await":
		default:
			return i
		}
	case '<':
		return i // JSX: </div>
	}
	class := false
	for j := i + 1; j < len(l.src); j++ {
		switch l.src[j] {
		case '\n', '\r':
			return i
		case '\\':
			j++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				l.word = text.Span{}
				return l.character(i, j+1)
			}
		}
	}
	return i
}
