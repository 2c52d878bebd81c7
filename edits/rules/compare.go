package rules

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

func noneComparison(p Problem) ([]text.Edit, error) { return identity(p, "None") }
func boolComparison(p Problem) ([]text.Edit, error) { return identity(p, "True", "False") }
func singletonComparison(p Problem) ([]text.Edit, error) {
	return identity(p, "None", "True", "False")
}

// overloaders are calls whose arguments give "==" a meaning of their own:
// query builders compare columns with it.
var overloaders = []string{"filter", "filter_by", "where", "having", "and_", "or_", "not_", "select", "exclude", "query", "on", "join", "outerjoin", "case", "when", "update", "values", "order_by", "col", "count", "any", "has", "expect", "assertQuerysetEqual"}

// identity turns "x == None" into "x is None", and the like.
func identity(p Problem, values ...string) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	at := -1
	found := 0
	for i, t := range m.Tokens {
		if t.Kind != pytree.Op || t.Text != "==" && t.Text != "!=" {
			continue
		}
		right := m.is(i+1, values...) && !m.is(i+2, ".", "(", "[")
		left := m.is(i-1, values...) && !m.is(i-2, ".")
		if !right && !left {
			continue
		}
		first, last := m.operand(i, -1), m.operand(i, +1)
		sp := text.Span{Start: m.Tokens[first].Span.Start, End: m.Tokens[last].Span.End}
		d := p.Diagnostic.Span
		if d.Start < sp.Start && d.End <= sp.Start || d.Start >= sp.End {
			continue
		}
		found++
		if at < 0 || left && m.Tokens[i-1].Span.Contains(d.Start) || right && m.Tokens[i+1].Span.Contains(d.Start) ||
			m.Tokens[i].Span.Contains(d.Start) {
			at = i
		}
	}
	if at < 0 {
		return nil, decline("no comparison with %s at the diagnostic", values[0])
	}
	if found > 1 && p.Diagnostic.Span.Len() != m.Tokens[at+1].Span.Len() && !m.Tokens[at].Span.Contains(p.Diagnostic.Span.Start) {
		return nil, decline("there are several comparisons at the diagnostic")
	}
	first, last := m.operand(at, -1), m.operand(at, +1)
	if m.chained(first, last, at) {
		return nil, decline("the comparison is part of a chain")
	}
	if m.literal(first, at) || m.literal(at+1, last+1) {
		return nil, decline("identity means nothing for a literal")
	}
	if why := m.overloaded(at); why != "" {
		return nil, decline("%s may give == a meaning of its own", why)
	}
	word := "is"
	if m.Tokens[at].Text == "!=" {
		word = "is not"
	}
	return []text.Edit{m.apart(at, word)}, nil
}

// bounds end the operands of a comparison.
var bounds = []string{",", ":", "=", ":=", "and", "or", "not", "if", "else", "in", "return", "assert", "yield", "lambda", "for",
	"while", "elif", "del", "raise", "await", "+=", "-=", "|=", "&=", "->", ";", "print", "async", "import", "from", "as", "with", "case", "match"}

// operand is the last token of the expression on one side of token i, other
// comparisons included.
func (m module) operand(i, step int) int {
	depth := 0
	for j := i + step; ; j += step {
		if j < 0 || j >= len(m.Tokens) {
			return j - step
		}
		t := m.Tokens[j]
		opens, closes := t.Is("(") || t.Is("[") || t.Is("{"), t.Is(")") || t.Is("]") || t.Is("}")
		if step < 0 {
			opens, closes = closes, opens
		}
		switch {
		case t.Kind == pytree.Newline || t.Kind == pytree.End:
			return j - step
		case opens:
			depth++
		case closes:
			if depth == 0 {
				return j - step
			}
			depth--
		case depth == 0 && slices.ContainsFunc(bounds, t.Is) && !(t.Is("in") || t.Is("not") && m.is(j+1, "in")):
			return j - step
		}
	}
}

// literal reports whether an operand is a number or a text, or a tuple.
func (m module) literal(first, last int) bool {
	for m.is(first, "(") && m.closing(first) == last-1 {
		if m.find(first+1, last-1, ",") >= 0 {
			return true
		}
		first, last = first+1, last-1
	}
	for i := first; i < last; i++ {
		if k := m.Tokens[i].Kind; k != pytree.String && k != pytree.Number {
			return false
		}
	}
	return first < last
}

// chained reports whether another comparison operator stands beside the one at
// token at.
func (m module) chained(first, last, at int) bool {
	depth := 0
	for j := first; j <= last; j++ {
		t := m.Tokens[j]
		switch {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
		case depth == 0 && j != at && slices.ContainsFunc([]string{"==", "!=", "<", ">", "<=", ">=", "<>", "in", "is"}, t.Is):
			return true
		}
	}
	return false
}

// overloaded names what stands around the comparison and may overload it: a
// subscript (masks of arrays and frames), a query builder's call, or a "|", "&"
// between comparisons.
func (m module) overloaded(i int) string {
	for b := m.bracket(i); b >= 0; b = m.bracket(b) {
		switch {
		case m.is(b, "["):
			if b > 0 && (m.Tokens[b-1].Kind == pytree.Name && !slices.ContainsFunc(bounds, m.Tokens[b-1].Is) || m.is(b-1, ")", "]")) {
				return "the subscript"
			}
		case m.is(b, "("):
			if b > 0 && slices.ContainsFunc(overloaders, m.Tokens[b-1].Is) && (m.is(b-2, ".") || len(m.Tokens[b-1].Text) > 4) {
				return "the call of " + m.Tokens[b-1].Text
			}
			if c := m.closing(b); m.is(b-1, "|", "&", "~") || m.is(c+1, "|", "&") {
				return "the mask"
			}
		}
	}
	return ""
}
