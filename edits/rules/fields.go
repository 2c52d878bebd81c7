package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// unfolded is the module with the code in the fields of f-strings: a tree has an
// f-string as one token. In its place stand the fields' expressions, in brackets and
// each where it was, so that all offsets hold.
func (m module) unfolded() module {
	b := []byte(m.Src)
	read := lex.Read(m.Snapshot, lex.For("python"))
	for _, sp := range m.formatted() {
		unfold(b, sp, read)
	}
	t, err := parsed.tree(string(b))
	if err != nil {
		return m
	}
	return module{m.Problem, &pytree.Tree{Src: m.Src, Tokens: t.Tokens, Body: t.Body}}
}

// formatted are the f-strings with fields.
func (m module) formatted() []text.Span {
	t, err := parsed.tree(m.Src)
	if err != nil {
		return nil
	}
	var out []text.Span
	for _, t := range t.Tokens {
		if t.Literal().Fields() {
			out = append(out, t.Span)
		}
	}
	return out
}

// unfold makes of the f-string at a span a tuple of its fields.
func unfold(b []byte, of text.Span, read lex.Text) {
	for i, q := range read.Quiet {
		if q.Start < of.Start || q.End > of.End || read.Marks[i].Has(lex.Inner) {
			continue
		}
		for k := q.Start; k < q.End; k++ {
			if b[k] != '\n' && b[k] != '\r' {
				b[k] = ' '
			}
		}
		b[q.Start] = ','
	}
	b[of.Start], b[of.End-1] = '(', ')'
}

// folded are the edits of a fix, if the fields of f-strings may hold them: before
// Python 3.12 neither a quote of the string nor a backslash
// (https://docs.python.org/3/whatsnew/3.12.html#pep-701-syntactic-formalization-of-f-strings).
func (m module) folded(list []text.Edit, err error) ([]text.Edit, error) {
	for _, e := range list {
		inside := func(sp text.Span) bool { return sp.Start < e.Span.Start && e.Span.End < sp.End }
		if strings.ContainsAny(e.New, "'\"\\{}#:!\n") && slices.ContainsFunc(m.formatted(), inside) {
			return nil, rule.Decline("the field of an f-string cannot hold what would be written")
		}
	}
	return list, err
}
