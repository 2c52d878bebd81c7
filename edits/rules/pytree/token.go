// Package pytree reads Python as far as certain edits need it: tokens with
// their byte spans, and statements with their suites. It is not a checker: a text
// whose brackets, strings or indentation do not close is an error, and the
// rules then decline.
//
// It exists in addition to the syntax facts because rules edit inside statements (an
// operator, a default, a prefix), and because all of them must also work in a
// binary without tree-sitter.
package pytree

import (
	"errors"
	"fmt"
	"slices"
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
	Kind  Kind
	Span  text.Span
	Text  string
	In    int // the token of the bracket around it, -1 outside; a closing bracket's own opening one
	Close int // of an opening bracket the token that closes it, else -1
}

// Is reports whether the token is one of these names and operators.
func (t Token) Is(texts ...string) bool {
	return (t.Kind == Name || t.Kind == Op) && slices.Contains(texts, t.Text)
}

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
var ops = []string{"**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "==", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
	"&=", "|=", "^=", "@=", "**", "//", "<<", ">>", "<>"}

// Scan splits a text into tokens. The last one is End. It is linear in the
// text, and does not recurse.
func Scan(src string) ([]Token, error) {
	s := scanner{src: src, tokens: make([]Token, 0, len(src)/6+2), around: -1}
	for i := len(src) - len(strings.TrimPrefix(src, "\uFEFF")); i < len(src); {
		n, err := s.next(i)
		if err != nil {
			return nil, err
		}
		i += n
	}
	if s.around >= 0 {
		open := s.tokens[s.around]
		return nil, broken(open.Span.Start, "an unclosed %q", open.Text[0])
	}
	if s.code {
		s.add(Newline, len(src), 0)
	}
	s.add(End, len(src), 0)
	return s.tokens, nil
}

// scanner is a text on its way to tokens.
type scanner struct {
	src    string
	tokens []Token
	around int  // the innermost open bracket, -1 outside
	code   bool // something stands on this logical line
}

// next reads what stands at an offset, and returns its length.
func (s *scanner) next(at int) (int, error) {
	rest := s.src[at:]
	switch rest[0] {
	case ' ', '\t', '\f':
		return 1, nil
	case '\n', '\r':
		n := lineBreak(rest)
		if s.code && s.around < 0 {
			s.add(Newline, at, n)
			s.code = false
		}
		return n, nil
	case '\\':
		n := lineBreak(rest[1:])
		if n == 0 {
			return 0, broken(at, "a stray backslash")
		}
		return 1 + n, nil
	case '#':
		n := strings.IndexAny(rest, "\r\n")
		if n < 0 {
			n = len(rest)
		}
		s.add(Comment, at, n)
		return n, nil
	}
	s.code = true
	k, n, err := one(s.src, at)
	if err != nil {
		return 0, err
	}
	s.add(k, at, n)
	return n, s.nest(len(s.tokens) - 1)
}

func (s *scanner) add(k Kind, at, n int) {
	s.tokens = append(s.tokens, Token{k, text.Span{Start: at, End: at + n}, s.src[at : at+n], s.around, -1})
}

// nest opens or closes a bracket, if the token is one.
func (s *scanner) nest(i int) error {
	switch t := s.tokens[i]; t.Text {
	case "(", "[", "{":
		s.around = i
	case ")", "]", "}":
		if s.around < 0 || !closes(s.tokens[s.around].Text[0], t.Text[0]) {
			return broken(t.Span.Start, "an unexpected %q", t.Text[0])
		}
		s.tokens[s.around].Close = i
		s.around = s.tokens[s.around].In
	}
	return nil
}

var dialect = lex.For("python")

// one returns the token at i, which is no blank, comment or line break.
func one(src string, i int) (Kind, int, error) {
	if n := stringPrefix(src[i:]); n >= 0 {
		end, closed := lex.String(src, dialect, i)
		if !closed {
			return 0, 0, broken(i, "an unclosed string")
		}
		return String, end - i, nil
	}
	r, _ := utf8.DecodeRuneInString(src[i:])
	switch {
	case nameStart(r):
		return Name, nameLen(src[i:]), nil
	case digit(src[i:]), r == '.' && digit(src[i+1:]):
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

// nameLen returns the length of the name that s starts with.
func nameLen(s string) int {
	for i, r := range s {
		if r < utf8.RuneSelf && !wordByte[r] ||
			r >= utf8.RuneSelf && !nameStart(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '·' {
			return i
		}
	}
	return len(s)
}

// wordByte marks the ASCII bytes that a name may hold.
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

// digits are what a decimal number is made of.
const digits = "0123456789_"

// numberLen returns the length of the number that s starts with. A keyword may
// follow it without a blank: "1if x else 0".
func numberLen(s string) int {
	switch strings.ToLower(s[:min(2, len(s))]) {
	case "0x":
		return len(s) - len(strings.TrimLeft(s[2:], digits+"abcdefABCDEF"))
	case "0o", "0b":
		return len(s) - len(strings.TrimLeft(s[2:], digits))
	}
	rest := strings.TrimLeft(s, digits)
	if strings.HasPrefix(rest, ".") {
		rest = strings.TrimLeft(rest[1:], digits)
	}
	rest = behindExponent(rest)
	if rest != "" && (rest[0] == 'j' || rest[0] == 'J') {
		rest = rest[1:]
	}
	return len(s) - len(rest)
}

// behindExponent cuts the exponent off that s may start with: "e5", "E-5".
func behindExponent(s string) string {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return s
	}
	power := s[1:]
	if power != "" && (power[0] == '+' || power[0] == '-') {
		power = power[1:]
	}
	if !digit(power) {
		return s
	}
	return strings.TrimLeft(power, digits)
}

// digit reports whether s starts with one.
func digit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// lineBreak returns the length of the line break that s starts with, 0 for none.
func lineBreak(s string) int {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case strings.HasPrefix(s, "\n"), strings.HasPrefix(s, "\r"):
		return 1
	}
	return 0
}

func closes(open, c byte) bool {
	return open == '(' && c == ')' || open == '[' && c == ']' || open == '{' && c == '}'
}
