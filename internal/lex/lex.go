package lex

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Text is what one pass over the characters finds.
type Text struct {
	NonCode []text.Span // comments and strings, sorted, disjoint; the fields of interpolated strings are between
	Marks   []Mark      // of each in NonCode
	Strings []text.Span // strings of more than one line, delimiters included
	Edge    []bool      // Edge[i]: nothing goes on across the border before line i; one more than there are lines
	Braces  []Brace     // pairs of "{" and "}", by opening; also of "(" where Go groups declarations
}

// Mark says what a span of NonCode is.
type Mark uint8

// The marks.
const (
	Comment Mark = 1 << iota // a comment; else a string or regular expression, or a part of one
	More                     // a part of a string that goes on behind a field of code
	Inner                    // it stands in a field of another string
	Open                     // a string without its end
)

// Has reports a mark.
func (m Mark) Has(x Mark) bool { return m&x != 0 }

// Brace is a pair of braces; Close is the end of the text where it is missing.
type Brace struct {
	Open, Close int
	Argument    bool // it stands in parentheses or brackets
}

// Read reads a text. doc is only asked for its text and its lines.
func Read(doc text.Snapshot, dia Dialect) Text {
	l := lexer{src: doc.Text(), doc: doc, dia: dia}
	n := doc.LineCount()
	l.out.Edge = slices.Repeat([]bool{true}, n+1)
	l.out.NonCode = make([]text.Span, 0, n/4+4)
	l.out.Marks = make([]Mark, 0, n/4+4)
	l.run()
	return l.out
}

// Whole yields the comments and the literals of a text, each with the code in
// its fields, and whether it is a comment.
func (t Text) Whole(end int, yield func(sp text.Span, m Mark)) {
	for i := 0; i < len(t.NonCode); i++ {
		sp, m := t.NonCode[i], t.Marks[i]
		if !m.Has(More) {
			yield(sp, m)
			continue
		}
		for i+1 < len(t.NonCode) && m.Has(More) {
			i++
			if !t.Marks[i].Has(Inner) {
				sp.End, m = t.NonCode[i].End, t.Marks[i]
			}
		}
		if m.Has(More) { // cut off inside a field
			sp.End = end
		}
		yield(sp, m&^More)
	}
}

type lexer struct {
	src  string
	doc  text.Snapshot
	dia  Dialect
	out  Text
	open []opened // brackets
	mode []mode
	last byte // last significant character; 'a' for a word, '"' for a string
	word text.Span

	alone bool // reads one string, and notes nothing
}

type opened struct {
	c       byte
	literal bool // a brace that holds an expression
	group   bool // a parenthesis that holds declarations
	pair    int  // index in Braces, -1
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
			i = l.code(i, next)
		}
		for next < i && line+1 < count {
			line++
			next = l.doc.LineStart(line + 1)
			l.out.Edge[line] = false // skipped over: inside a comment or string
		}
	}
	l.finish()
}

// finish ends the string that the text breaks off in.
func (l *lexer) finish() {
	for k, m := range l.mode {
		if m.quote != "" {
			l.mode = l.mode[:k]
			l.endString(m, len(l.src), Open)
			return
		}
	}
}

// border decides whether a run may end before the line that starts at i.
func (l *lexer) border(line, i int) {
	for n := len(l.mode); n > 0; n-- {
		m := l.mode[n-1]
		if m.quote == "" || m.lines || m.joined {
			l.mode[n-1].joined = false
			break
		}
		l.mode = l.mode[:n-1] // an unterminated string ends with its line
		l.endString(m, i, Open)
	}
	if len(l.mode) > 0 {
		l.out.Edge[line] = false
		return
	}
	if l.continued(i) {
		l.out.Edge[line] = false
		return
	}
	if len(l.open) == 0 {
		return
	}
	if l.recovers(l.src[i:min(len(l.src), i+64)]) {
		l.open = l.open[:0]
		return
	}
	top := l.open[len(l.open)-1]
	if l.dia.Family == Python || !top.group && (top.c != '{' || top.literal) {
		l.out.Edge[line] = false
	}
}

// continued reports a backslash before the line's start, where that joins lines.
func (l *lexer) continued(i int) bool {
	if l.dia.Slashes && l.dia.Family != Other {
		return false
	}
	from := max(0, i-3)
	t := strings.TrimRight(l.src[from:i], "\r\n")
	return strings.HasSuffix(t, `\`) && !(len(l.out.NonCode) > 0 && l.out.NonCode[len(l.out.NonCode)-1].End >= from+len(t))
}

// The beginnings of lines that can only stand outside brackets.
var (
	pythonItems = []string{"def ", "class ", "@", "async def ", "import "}
	otherItems  = []string{"func ", "fn ", "pub ", "class ", "import ", "export ", "type ", "function ", "package ",
		"impl ", "struct ", "use "}
)

// recovers reports whether a line can only stand outside brackets, so that one
// forgotten bracket does not swallow the rest of the file.
func (l *lexer) recovers(rest string) bool {
	items := otherItems
	if l.dia.Family == Python {
		if items = pythonItems; !strings.HasPrefix(rest, "@") {
			rest = strings.TrimLeft(rest, " \t")
			if strings.HasPrefix(rest, "@") {
				return false // an operator
			}
		}
	}
	if rest == "" || rest[0] != '@' && (rest[0] < 'a' || rest[0] > 'z') {
		return false // as most lines
	}
	for _, w := range items {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

// The classes of bytes outside strings.
const (
	otherByte = iota
	blankByte
	wordByte
	commentByte // may start a comment or string, or end a field
	bracketByte
)

var class = func() (t [256]uint8) {
	for c := range t {
		if IsWord(byte(c)) {
			t[c] = wordByte
		}
	}
	for _, c := range []byte(" \t\r\n") {
		t[c] = blankByte
	}
	for _, c := range []byte("#/-\"'`!:") {
		t[c] = commentByte
	}
	for _, c := range []byte("()[]{}") {
		t[c] = bracketByte
	}
	return t
}()

// IsWord reports whether a byte can be part of a name: letters, digits, "_",
// and all beyond ASCII.
func IsWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// HasWord reports whether a text contains a word with no part of a name around it.
func HasWord(s, word string) bool {
	for from := 0; word != ""; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !IsWord(s[i-1])) && (end == len(s) || !IsWord(s[end])) {
			return true
		}
		from = i + 1
	}
	return false
}

// code reads on outside strings: to where one begins or goes on, or to the stop.
func (l *lexer) code(i, stop int) int {
	src := l.src
	for i < stop {
		c := src[i]
		switch class[c] {
		case blankByte:
			i++
			continue
		case wordByte:
			j := i + 1
			for j < len(src) && class[src[j]] == wordByte {
				j++
			}
			l.word, l.last = text.Span{Start: i, End: j}, 'a'
			i = j
			continue
		case commentByte:
			if j := l.opens(i); j > i {
				return j
			}
		case bracketByte:
			return l.bracket(c, i)
		}
		l.last, l.word = c, text.Span{}
		i++
	}
	return i
}

// opens reads the comment, the beginning of a string or the end of a field at
// i, if there is one, and returns where to go on.
func (l *lexer) opens(i int) int {
	if end := l.comment(i); end > i {
		l.nonCode(i, end, Comment|l.inner(len(l.mode)))
		return end
	}
	if j := l.quote(i); j > i {
		return j
	}
	return l.fieldEnd(i)
}

// groupWords open a group of declarations in Go when a parenthesis follows.
var groupWords = []string{"import", "const", "var", "type"}

func (l *lexer) bracket(c byte, i int) int {
	switch c {
	case '(', '[', '{':
		o := opened{c: c, pair: -1}
		if c == '{' {
			o.literal = l.literal()
			o.pair = len(l.out.Braces)
			in := len(l.open) > 0 && l.open[len(l.open)-1].c != '{'
			l.out.Braces = append(l.out.Braces, Brace{i, len(l.src), in})
		} else if c == '(' && l.dia.Family == Go && slices.Contains(groupWords, l.lastWord()) {
			// A group of declarations is a block in all but its brackets.
			o.group, o.pair = true, len(l.out.Braces)
			l.out.Braces = append(l.out.Braces, Brace{i, len(l.src), false})
		}
		l.open = append(l.open, o)
	default:
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
	l.last, l.word = c, text.Span{}
	return i + 1
}

func (l *lexer) lastWord() string { return l.src[l.word.Start:l.word.End] }

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
				l.out.Braces[p].Close = i
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
		w := l.lastWord()
		return l.dia.Family == Script && (w == "return" || w == "import" || w == "export")
	}
	return false
}

func (l *lexer) nonCode(start, end int, m Mark) {
	if start < end && !l.alone {
		l.out.NonCode = append(l.out.NonCode, text.Span{Start: start, End: end})
		l.out.Marks = append(l.out.Marks, m)
	}
}

// inner returns the mark of what stands that deep in the stack of strings and fields.
func (l *lexer) inner(depth int) Mark {
	if depth > 0 {
		return Inner
	}
	return 0
}
