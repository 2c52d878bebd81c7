// Package token cuts code into tokens, alike for all languages, and finds in them
// conditions whose outcome no variable decides.
package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Kind says what a token is.
type Kind uint8

// The kinds of tokens.
const (
	Op Kind = iota
	Name
	Number
	String
)

// Token is a piece of code; comments are none. The code inside an interpolated
// string is tokens of its own between the pieces of the string.
type Token struct {
	Kind Kind
	Text string
	Line int // of the document
	At   int // byte of the file it was cut from
}

// operators of more than one character, longest first.
var operators = []string{"...", "===", "!==", "**=", "//=", "<<=", ">>=", "->", "=>", ":=", "==", "!=", "<=", ">=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "|=", "&=", "?.", "??", "::", "**", "++", "--", "<-", ".."}

// Of cuts the lines of a file's text into tokens; first is the document's
// line on which the file begins.
func Of(f *syntax.File, lines text.Lines, first int) []Token {
	doc := f.Doc()
	span := doc.LinesSpan(text.Lines{Start: min(max(0, lines.Start), doc.LineCount()), End: min(max(0, lines.End), doc.LineCount())})
	src := doc.Text()
	quiet := f.Quiet(span)
	var comments map[text.Span]bool
	if len(quiet) > 0 {
		comments = map[text.Span]bool{}
		for _, c := range f.Comments(span) {
			comments[c] = true
		}
	}
	var out []Token
	add := func(k Kind, from, to int) {
		out = append(out, Token{k, src[from:to], first + doc.LineAt(from), from})
	}
	q := 0
	for i := span.Start; i < span.End; {
		for q < len(quiet) && quiet[q].End <= i {
			q++
		}
		if q < len(quiet) && quiet[q].Contains(i) {
			end := min(quiet[q].End, span.End)
			if !comments[quiet[q]] {
				add(String, i, end)
			}
			i = end
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		switch {
		case unicode.IsSpace(r) || r == '\\' && i+n < len(src) && (src[i+n] == '\n' || src[i+n] == '\r'):
			i += n
		case NameRune(r, false) || r == '\\' && i+1 < len(src) && src[i+1] == 'u':
			j := i + n
			for j < span.End {
				r, n := utf8.DecodeRuneInString(src[j:])
				if !NameRune(r, true) && r != '\\' {
					break
				}
				j += n
			}
			add(Name, i, j)
			i = j
		case unicode.IsDigit(r):
			j := i + n
			for j < span.End && (WordByte(src[j]) || src[j] == '.' && j+1 < span.End && src[j+1] >= '0' && src[j+1] <= '9') {
				j++
			}
			add(Number, i, j)
			i = j
		default:
			end := i + n
			for _, op := range operators {
				if strings.HasPrefix(src[i:], op) {
					end = i + len(op)
					break
				}
			}
			add(Op, i, end)
			i = end
		}
	}
	return out
}

// NameRune reports whether a rune may begin a name, or stand inside one.
func NameRune(r rune, inside bool) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || inside && (unicode.IsDigit(r) || unicode.IsMark(r))
}

// Is reports whether token i is one of the texts; false beyond the ends.
func Is(ts []Token, i int, texts ...string) bool {
	if i < 0 || i >= len(ts) {
		return false
	}
	for _, t := range texts {
		if ts[i].Text == t && ts[i].Kind != String {
			return true
		}
	}
	return false
}

// IsName reports whether token i is a name.
func IsName(ts []Token, i int) bool { return i >= 0 && i < len(ts) && ts[i].Kind == Name }

// Form is a shape of code at one token.
type Form func(ts []Token, i int) bool

// Times is how often a form occurs among tokens.
func Times(ts []Token, at Form) int {
	n := 0
	for i := range ts {
		if at(ts, i) {
			n++
		}
	}
	return n
}

// Joined is tokens with one blank between them.
func Joined(ts []Token) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// Repeats reports whether code holds tokens in their order, however it is laid out.
func Repeats(code string, ts []Token) bool {
	var b strings.Builder
	for _, t := range ts {
		b.WriteString(strings.Join(strings.Fields(t.Text), ""))
	}
	return strings.Contains(strings.Join(strings.Fields(code), ""), b.String())
}

// WordByte reports whether a byte may be part of a name.
func WordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// Kept is how many tokens of two lists are the same at the end and, before those, at
// the start.
func Kept(was, now []Token) (head, tail int) {
	for tail < min(len(was), len(now)) && was[len(was)-1-tail].Text == now[len(now)-1-tail].Text {
		tail++
	}
	for head < min(len(was), len(now))-tail && was[head].Text == now[head].Text {
		head++
	}
	return head, tail
}

// Differing is how many tokens of two lists are the same at the start and, behind
// those, at the end.
func Differing(was, now []Token) (from, end int) {
	for from < len(was) && from < len(now) && was[from].Text == now[from].Text {
		from++
	}
	for end < len(was)-from && end < len(now)-from && was[len(was)-1-end].Text == now[len(now)-1-end].Text {
		end++
	}
	return from, end
}

// Inside is what stands between the quotes of a string, "" of anything else.
func Inside(t Token) string {
	if t.Kind != String {
		return ""
	}
	return strings.Trim(strings.TrimLeft(t.Text, "rbfuRBFU"), "\"'`")
}

// Completes reports whether a text may be what the string that ends at token i says
// with its values: "Rex / stray" may be what f"{pet.name} / stray" does.
func Completes(ts []Token, i int, said string) bool {
	written := ts[i].Text
	for j := i - 1; strings.HasPrefix(written, "}") && j >= 0; j-- {
		if ts[j].Kind == String {
			written = ts[j].Text + "0" + written
		}
	}
	parts := strings.Split(values.ReplaceAllString(Inside(Token{Kind: String, Text: written}), "\x00"), "\x00")
	if len(parts) == 1 || letters(strings.Join(parts, "")) < 3 || !strings.HasPrefix(said, parts[0]) || !strings.HasSuffix(said, parts[len(parts)-1]) {
		return false
	}
	for _, p := range parts {
		_, rest, ok := strings.Cut(said, p)
		if !ok {
			return false
		}
		said = rest
	}
	return true
}

var values = lazyre.New(`\$?\{[^{}]*\}|%[-+# 0-9.]*[a-zA-Z]`)

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// Places are the tokens that are a name.
func Places(ts []Token, name string) []int {
	var out []int
	for i, t := range ts {
		if t.Kind == Name && t.Text == name {
			out = append(out, i)
		}
	}
	return out
}

// Closing is the bracket that closes the one at token i, or the end.
func Closing(ts []Token, i int) int {
	depth := 0
	for j := i; j < len(ts); j++ {
		switch {
		case Is(ts, j, "(", "[", "{"):
			depth++
		case Is(ts, j, ")", "]", "}"):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(ts)
}

// Around is the bracket that opens around token i, -1 where none does.
func Around(ts []Token, i int) int {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch {
		case Is(ts, j, ")", "]", "}"):
			depth++
		case Is(ts, j, "(", "[", "{"):
			if depth == 0 {
				return j
			}
			depth--
		}
	}
	return -1
}
