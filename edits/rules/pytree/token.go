// Package pytree reads Python as far as certain edits need it: tokens with
// their byte spans, and statements with their suites. It is not a checker: a text
// whose brackets, strings or indentation do not close gives an error, and the
// rules then decline.
//
// It exists beside the syntax facts because rules edit inside statements (an
// operator, a default, a prefix), and because all of them must also work in a
// binary without tree-sitter.
package pytree

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	Name Kind = iota + 1 // keywords too
	Number
	String  // one literal with its prefix; f-strings and t-strings whole
	Op      // the longest operator: "**=", "->", ":=" …
	Comment // without the line break
	Newline // the end of a logical line, its terminator as span
	End     // the end of the text
)

// Token is one token. Blanks, line joins and line breaks inside brackets are
// between tokens.
type Token struct {
	Kind Kind
	Span text.Span
	Text string
}

// Is reports whether the token is this name or operator.
func (t Token) Is(s string) bool { return (t.Kind == Name || t.Kind == Op) && t.Text == s }

// ErrBroken means that the text does not scan: an unclosed string or bracket,
// or a dedent that fits no block.
var ErrBroken = errors.New("the text does not scan as Python")

// Error says what is broken, and where.
type Error struct {
	What   string
	Offset int // bytes
}

func (e *Error) Error() string { return fmt.Sprintf("%v: %s at byte %d", ErrBroken, e.What, e.Offset) }

// Unwrap makes every Error an ErrBroken.
func (e *Error) Unwrap() error { return ErrBroken }

func broken(offset int, format string, a ...any) error {
	return &Error{fmt.Sprintf(format, a...), offset}
}

// ops are the operators of more than one byte, longest first.
var ops = []string{"**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "==", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "**", "//", "<<", ">>", "<>"}

// Scan splits a text into tokens. The last one is End. It is linear in the
// text, and does not recurse.
func Scan(src string) ([]Token, error) {
	out := make([]Token, 0, len(src)/4+2)
	var open []byte // brackets, and where they stand
	var at []int
	code := false // something on this logical line
	add := func(k Kind, from, to int) {
		out = append(out, Token{k, text.Span{Start: from, End: to}, src[from:to]})
	}
	i := 0
	if strings.HasPrefix(src, "\uFEFF") {
		i = len("\uFEFF")
	}
	for i < len(src) {
		c := src[i]
		switch c {
		case ' ', '\t', '\f':
			i++
		case '\n', '\r':
			n := 1
			if c == '\r' && i+1 < len(src) && src[i+1] == '\n' {
				n = 2
			}
			if code && len(open) == 0 {
				add(Newline, i, i+n)
				code = false
			}
			i += n
		case '\\':
			n, ok := joins(src[i:])
			if !ok {
				return nil, broken(i, "a stray backslash")
			}
			i += n
		case '#':
			j := i
			for j < len(src) && src[j] != '\n' && src[j] != '\r' {
				j++
			}
			add(Comment, i, j)
			i = j
		default:
			code = true
			k, n, err := one(src, i)
			if err != nil {
				return nil, err
			}
			if k == Op && n == 1 {
				switch c {
				case '(', '[', '{':
					open, at = append(open, c), append(at, i)
				case ')', ']', '}':
					if len(open) == 0 || !closes(open[len(open)-1], c) {
						return nil, broken(i, "an unexpected %q", c)
					}
					open, at = open[:len(open)-1], at[:len(at)-1]
				}
			}
			add(k, i, i+n)
			i += n
		}
	}
	if len(open) > 0 {
		return nil, broken(at[len(at)-1], "an unclosed %q", open[len(open)-1])
	}
	if code {
		add(Newline, len(src), len(src))
	}
	add(End, len(src), len(src))
	return out, nil
}

var dialect = lex.For("python")

// one is the token at i, which is no blank, comment or line break.
func one(src string, i int) (Kind, int, error) {
	if n := stringPrefix(src[i:]); n >= 0 {
		end, closed := lex.String(src, dialect, i)
		if !closed {
			return 0, 0, broken(i, "an unclosed string")
		}
		return String, end - i, nil
	}
	r, size := utf8.DecodeRuneInString(src[i:])
	switch {
	case nameStart(r):
		n := size
		for i+n < len(src) {
			if c := src[i+n]; c < utf8.RuneSelf {
				if !wordByte[c] {
					break
				}
				n++
				continue
			}
			r, w := utf8.DecodeRuneInString(src[i+n:])
			if !nameStart(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '·' {
				break
			}
			n += w
		}
		return Name, n, nil
	case r >= '0' && r <= '9', r == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
		return Number, numberLen(src[i:]), nil
	}
	for _, op := range ops {
		if op[0] == src[i] && strings.HasPrefix(src[i:], op) {
			return Op, len(op), nil
		}
	}
	if strings.ContainsRune("()[]{}:;,.+-*/%=<>&|^~@!", r) {
		return Op, 1, nil
	}
	return 0, 0, broken(i, "an unexpected %q", r)
}

// wordByte tells the ASCII bytes that a name may hold.
var wordByte = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

func nameStart(r rune) bool {
	if r < utf8.RuneSelf {
		return wordByte[r] && (r < '0' || r > '9')
	}
	return r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r)
}

// numberLen is the length of the number that s starts with. A keyword may
// follow it without a blank: "1if x else 0".
func numberLen(s string) int {
	lower := strings.ToLower(s[:min(2, len(s))])
	if lower == "0x" || lower == "0o" || lower == "0b" {
		n := 2
		for n < len(s) && (s[n] == '_' || digit(s[n]) || lower == "0x" && hex(s[n])) {
			n++
		}
		return n
	}
	n, dot := 0, false
	for n < len(s) {
		switch c := s[n]; {
		case c == '_' || digit(c):
			n++
		case c == '.' && !dot:
			dot = true
			n++
		case c == 'j' || c == 'J':
			return n + 1
		case (c == 'e' || c == 'E') && n+1 < len(s) && (digit(s[n+1]) || (s[n+1] == '+' || s[n+1] == '-') && n+2 < len(s) && digit(s[n+2])):
			n += 2
			for n < len(s) && (s[n] == '_' || digit(s[n])) {
				n++
			}
			if n < len(s) && (s[n] == 'j' || s[n] == 'J') {
				n++
			}
			return n
		default:
			return n
		}
	}
	return n
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hex(c byte) bool { return c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// joins is the length of a line join: a backslash before a line break.
func joins(s string) (int, bool) {
	switch {
	case strings.HasPrefix(s, "\\\r\n"):
		return 3, true
	case strings.HasPrefix(s, "\\\n"), strings.HasPrefix(s, "\\\r"):
		return 2, true
	}
	return 0, false
}

func closes(open, c byte) bool {
	return open == '(' && c == ')' || open == '[' && c == ']' || open == '{' && c == '}'
}
