package rules

import (
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
	return module{Problem: m.Problem, Tree: &pytree.Tree{Src: m.Src, Tokens: t.Tokens, Body: t.Body}}
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

// folded are the edits of a fix, if they leave the text of f-strings alone and the
// fields can hold them: before Python 3.12 neither a quote nor a backslash
// (https://docs.python.org/3/whatsnew/3.12.html#pep-701-syntactic-formalization-of-f-strings).
func (m module) folded(list []text.Edit, err error) ([]text.Edit, error) {
	if !m.inField || len(list) == 0 {
		return list, err
	}
	read := lex.Read(m.Snapshot, lex.For("python"))
	for _, e := range list {
		for _, sp := range m.formatted() {
			if e.Span.End <= sp.Start || e.Span.Start >= sp.End || e.Span.Covers(sp) {
				continue
			}
			for i, q := range read.Quiet {
				if !read.Marks[i].Has(lex.Inner) && q.Start < e.Span.End && e.Span.Start < q.End {
					return nil, rule.Decline("the text of an f-string would change")
				}
			}
			if strings.ContainsAny(e.New, "'\"\\{}#:!\n") {
				return nil, rule.Decline("the field of an f-string cannot hold what would be written")
			}
		}
	}
	return list, err
}
