package pytree

import (
	"cmp"
	"slices"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// Formatted returns the f-strings with fields.
func (t *Tree) Formatted() []text.Span {
	var out []text.Span
	for _, t := range t.Tokens {
		if t.Literal().Fields() {
			out = append(out, t.Span)
		}
	}
	return out
}

// Unfolded returns the tree with the code in the fields of f-strings, each of which is one
// token else. In its place stand the fields' expressions, in brackets and each where
// it was, so that all offsets hold. Where that cannot be read, it is the tree itself.
func (t *Tree) Unfolded() *Tree {
	list := t.Formatted()
	if len(list) == 0 {
		return t
	}
	b, read := []byte(t.Src), t.read()
	for _, sp := range list {
		for _, q := range textOf(sp, read) {
			for k := q.Start; k < q.End; k++ {
				b[k] = ' '
			}
			b[q.Start] = ','
		}
		b[sp.Start], b[sp.End-1] = '(', ')'
	}
	u, err := Parse(string(b))
	if err != nil {
		return t
	}
	return &Tree{Src: t.Src, Tokens: u.Tokens, Body: u.Body}
}

// TextOf returns what of an f-string is no code of its fields: text, braces, conversions
// and formats.
func (t *Tree) TextOf(literal text.Span) []text.Span { return textOf(literal, t.read()) }

func (t *Tree) read() lex.Text { return lex.Read(text.New(t.Src), lex.For("python")) }

func textOf(literal text.Span, read lex.Text) []text.Span {
	var out []text.Span
	first, _ := slices.BinarySearchFunc(read.NonCode, literal.Start,
		func(q text.Span, at int) int { return cmp.Compare(q.Start, at) })
	for i := first; i < len(read.NonCode) && read.NonCode[i].Start < literal.End; i++ {
		q := read.NonCode[i]
		if literal.Covers(q) && !read.Marks[i].Has(lex.Inner) {
			out = append(out, q)
		}
	}
	return out
}

// TextAndCode returns the parts of an f-string: its text, with the braces, and the code of
// its fields, by turns.
func (t *Tree) TextAndCode(literal text.Span) []string {
	parts, at := []string{""}, literal.Start
	for _, q := range t.TextOf(literal) {
		if q.Start > at {
			parts = append(parts, t.Src[at:q.Start], "")
		}
		parts[len(parts)-1] += t.Src[q.Start:q.End]
		at = q.End
	}
	return parts
}
