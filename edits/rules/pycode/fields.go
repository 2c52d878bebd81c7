package pycode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// Unfold returns the module with the code in the fields of f-strings.
func (m Module) Unfold() Module {
	if u := m.Unfolded(); u != m.Tree {
		if m.whole == nil {
			m.whole = m.Tree
		}
		m.Tree = u
	}
	return m
}

// Fold returns the edits of a fix, if they leave the text of f-strings alone and the
// fields can hold them: before Python 3.12 neither a quote nor a backslash
// (https://docs.python.org/3/whatsnew/3.12.html#pep-701-syntactic-formalization-of-f-strings).
func (m Module) Fold(list []text.Edit, err error) ([]text.Edit, error) {
	if m.whole == nil {
		return list, err
	}
	for _, e := range list {
		for _, sp := range m.whole.Formatted() {
			if e.Span.End <= sp.Start || e.Span.Start >= sp.End || e.Span.Covers(sp) {
				continue
			}
			for _, q := range m.whole.TextOf(sp) {
				if q.Start < e.Span.End && e.Span.Start < q.End {
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
