package verify

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// tokenKind says what a token is.
type tokenKind uint8

const (
	tokOp tokenKind = iota
	tokName
	tokNumber
	tokString
)

// tok is a piece of code; comments are none. The code inside an interpolated
// string is tokens of its own between the pieces of the string.
type tok struct {
	kind tokenKind
	text string
	line int // of the document
	at   int // byte of the file it was cut from
}

// operators of more than one character, longest first.
var operators = []string{"...", "===", "!==", "**=", "//=", "<<=", ">>=", "->", "=>", ":=", "==", "!=", "<=", ">=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "|=", "&=", "?.", "??", "::", "**", "++", "--", "<-", ".."}

// tokens cuts the lines of a file's text into tokens; first is the document's
// line on which the file begins.
func tokens(f *syntax.File, lines text.Lines, first int) []tok {
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
	var out []tok
	add := func(k tokenKind, from, to int) {
		out = append(out, tok{k, src[from:to], first + doc.LineAt(from), from})
	}
	q := 0
	for i := span.Start; i < span.End; {
		for q < len(quiet) && quiet[q].End <= i {
			q++
		}
		if q < len(quiet) && quiet[q].Contains(i) {
			end := min(quiet[q].End, span.End)
			if !comments[quiet[q]] {
				add(tokString, i, end)
			}
			i = end
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		switch {
		case unicode.IsSpace(r) || r == '\\' && i+n < len(src) && (src[i+n] == '\n' || src[i+n] == '\r'):
			i += n
		case nameRune(r, false) || r == '\\' && i+1 < len(src) && src[i+1] == 'u':
			j := i + n
			for j < span.End {
				r, n := utf8.DecodeRuneInString(src[j:])
				if !nameRune(r, true) && r != '\\' {
					break
				}
				j += n
			}
			add(tokName, i, j)
			i = j
		case unicode.IsDigit(r):
			j := i + n
			for j < span.End && (wordByte(src[j]) || src[j] == '.' && j+1 < span.End && src[j+1] >= '0' && src[j+1] <= '9') {
				j++
			}
			add(tokNumber, i, j)
			i = j
		default:
			end := i + n
			for _, op := range operators {
				if strings.HasPrefix(src[i:], op) {
					end = i + len(op)
					break
				}
			}
			add(tokOp, i, end)
			i = end
		}
	}
	return out
}

func nameRune(r rune, inside bool) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || inside && (unicode.IsDigit(r) || unicode.IsMark(r))
}

// hunkTokens are the tokens of one changed range, before and after.
func (c *check) hunkTokens(h diff.Hunk) (was, now []tok) {
	p := c.changedPart()
	was = tokens(c.oldFile(), h.Old, 0)
	now = tokens(p.file, text.Lines{Start: h.New.Start - p.now.Start, End: h.New.End - p.now.Start}, p.now.Start)
	return was, now
}

// is reports whether token i is one of the texts; false beyond the ends.
func is(ts []tok, i int, texts ...string) bool {
	if i < 0 || i >= len(ts) {
		return false
	}
	for _, t := range texts {
		if ts[i].text == t && ts[i].kind != tokString {
			return true
		}
	}
	return false
}

// isName reports whether token i is a name.
func isName(ts []tok, i int) bool { return i >= 0 && i < len(ts) && ts[i].kind == tokName }

// joined is tokens with one blank between them.
func joined(ts []tok) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// allTokens are the tokens of all changed ranges, before and after.
func (c *check) allTokens() (was, now []tok) {
	if c.cut == nil {
		c.cut = &cut{}
		for _, h := range c.hunks {
			was, now := c.hunkTokens(h)
			c.cut.was = append(c.cut.was, was...)
			c.cut.now = append(c.cut.now, now...)
		}
	}
	return c.cut.was, c.cut.now
}

// cut is the tokens of the changed ranges.
type cut struct{ was, now []tok }
