package rules

import (
	"slices"
	"sort"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

func noneComparison(m module) ([]text.Edit, error) { return identity(m, "None") }
func boolComparison(m module) ([]text.Edit, error) { return identity(m, "True", "False") }
func singletonComparison(m module) ([]text.Edit, error) {
	return identity(m, "None", "True", "False")
}

// overloaders are calls in whose arguments "==" has a meaning of its own:
// query builders compare columns with it.
var overloaders = []string{"filter", "filter_by", "where", "having", "and_", "or_", "not_", "select", "exclude",
	"query", "on", "join", "outerjoin", "case", "when", "update", "values", "order_by", "col", "count", "any", "has",
	"expect", "assertQuerysetEqual"}

// identity turns "x == None" into "x is None", and the like.
func identity(m module, values ...string) ([]text.Edit, error) {
	at, err := m.comparison(values)
	if err != nil {
		return nil, err
	}
	first, last := m.operand(at, -1), m.operand(at, +1)
	if first >= at || last <= at {
		return nil, rule.Decline("nothing is compared there")
	}
	if m.chained(first, last, at) {
		return nil, rule.Decline("the comparison is part of a chain")
	}
	if m.literal(first, at) || m.literal(at+1, last+1) {
		return nil, rule.Decline("identity means nothing for a literal")
	}
	if why := m.overloaded(at); why != "" {
		return nil, rule.Declined{Reason: why + " may give == a meaning of its own", Refutes: true}
	}
	if value, other := m.boolSide(at); value >= 0 && !m.knownBool(first, last, at, other) {
		return m.truth(first, last, at, value)
	}
	word := "is"
	if m.Tokens[at].Text == "!=" {
		word = "is not"
	}
	return []text.Edit{m.Apart(at, word)}, nil
}

// boolSide returns the token of True or False next to a comparison and the first token
// of the other side, -1 where None is compared.
func (m module) boolSide(at int) (value, other int) {
	switch {
	case m.Is(at+1, "True", "False"):
		return at + 1, m.operand(at, -1)
	case m.Is(at-1, "True", "False"):
		return at - 1, at + 1
	}
	return -1, -1
}

// knownBool reports whether what is compared is True or False and nothing else: a
// name whose annotations all say bool.
func (m module) knownBool(first, last, at, other int) bool {
	if m.Tokens[other].Kind != pytree.Name || at-first != 1 || last != at+1 {
		return false
	}
	said := false
	for i, t := range m.Tokens {
		if t.Text != m.Tokens[other].Text || !m.Is(i+1, ":") && !m.Is(i+1, "=") {
			continue
		}
		if !m.Is(i+1, ":") || !m.Is(i+2, "bool") || !m.Is(i+3, ",", ")", "=") && m.Tokens[i+3].Kind != pytree.Newline {
			return false
		}
		said = true
	}
	return said
}

// truth asks for the truth of what is compared with True or False: identity would
// tell 1 from True.
func (m module) truth(first, last, at, value int) ([]text.Edit, error) {
	from, to := first, at
	if value < at {
		from, to = at+1, last+1
	}
	code := m.Snapshot.Slice(m.Range(from, to))
	if m.Is(value, "True") != m.Is(at, "==") {
		code = "not " + code
	}
	return []text.Edit{{Span: m.Range(first, last+1), New: code}}, nil
}

// comparison returns the operator that compares with one of the values at the
// diagnostic: of several the one that the diagnostic stands on.
func (m module) comparison(values []string) (int, error) {
	d := m.Diagnostic.Span
	at, found := -1, 0
	first, last := m.statements(d)
	for i := first; i < last; i++ {
		if t := m.Tokens[i]; !t.Is("==", "!=") {
			continue
		}
		var sides []int
		if m.Is(i-1, values...) && !m.Is(i-2, ".") {
			sides = append(sides, i-1)
		}
		if m.Is(i+1, values...) && !m.Is(i+2, ".", "(", "[") {
			sides = append(sides, i+1)
		}
		if len(sides) == 0 || !overlaps(d, m.Range(m.operand(i, -1), m.operand(i, +1)+1)) {
			continue
		}
		found++
		if at < 0 || slices.ContainsFunc(append(sides, i), func(k int) bool { return m.Tokens[k].Span.Contains(d.Start) }) {
			at = i
		}
	}
	if at < 0 {
		return 0, rule.Decline("no comparison with %s at the diagnostic", values[0])
	}
	if found > 1 && d.Len() != m.Tokens[at+1].Span.Len() && !m.Tokens[at].Span.Contains(d.Start) {
		return 0, rule.Decline("there are several comparisons at the diagnostic")
	}
	return at, nil
}

// statements returns the tokens of the lines that belong together around a span:
// no operand goes further.
func (m module) statements(d text.Span) (first, last int) {
	first = sort.Search(len(m.Tokens), func(i int) bool { return m.Tokens[i].Span.End > d.Start })
	for last = first; last < len(m.Tokens) &&
		(m.Tokens[last].Kind != pytree.Newline || m.Tokens[last].Span.Start < d.End); last++ {
	}
	for first > 0 && m.Tokens[first-1].Kind != pytree.Newline {
		first--
	}
	return first, last
}

// overlaps reports whether a diagnostic, which may be empty, reaches into a span.
func overlaps(d, sp text.Span) bool { return d.Start < sp.End && max(d.End, d.Start+1) > sp.Start }

// bounds end the operands of a comparison.
var bounds = []string{",", ":", "=", ":=", "and", "or", "not", "if", "else", "in", "return", "assert", "yield",
	"lambda", "for",
	"while", "elif", "del", "raise", "await", "+=", "-=", "|=", "&=", "->", ";", "print", "async", "import", "from", "as",
	"with", "case", "match"}

// operand returns the last token of the expression on one side of token i, other
// comparisons included.
func (m module) operand(i, step int) int {
	around := m.Tokens[i].In
	j := i + step
	for j >= 0 && j != around && !m.bounds(j, around) {
		j += step
	}
	return j - step
}

// bounds reports whether token i ends an expression that brackets hold.
func (m module) bounds(i, around int) bool {
	t := m.Tokens[i]
	switch {
	case t.Kind == pytree.Newline || t.Kind == pytree.End:
		return true
	case t.In != around || t.Is("in") || t.Is("not") && m.Is(i+1, "in"):
		return false
	}
	return t.Is(")", "]", "}") || t.Is(bounds...)
}

// literal reports whether an operand is a number or a text, or a tuple.
func (m module) literal(first, last int) bool {
	for m.Is(first, "(") && m.Tokens[first].Close == last-1 {
		if m.Find(first+1, last-1, ",") >= 0 {
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

// chained reports whether another comparison operator stands next to the one at
// token at.
func (m module) chained(first, last, at int) bool {
	for j, t := range m.Level(first, last+1) {
		if j != at && t.Is("==", "!=", "<", ">", "<=", ">=", "<>", "in", "is") {
			return true
		}
	}
	return false
}

// overloaded names what stands around the comparison and may overload it: a
// subscript (masks of arrays and frames), a query builder's call, or a "|", "&"
// between comparisons.
func (m module) overloaded(i int) string {
	for b := m.Tokens[i].In; b >= 0; b = m.Tokens[b].In {
		switch {
		case m.Is(b, "["):
			if b > 0 && (m.Tokens[b-1].Kind == pytree.Name && !m.Tokens[b-1].Is(bounds...) || m.Is(b-1, ")", "]")) {
				return "the subscript"
			}
		case m.Is(b, "("):
			if m.Is(b-1, overloaders...) && (m.Is(b-2, ".") || len(m.Tokens[b-1].Text) > 4) {
				return "the call of " + m.Tokens[b-1].Text
			}
			if m.Is(b-1, "|", "&", "~") || m.Is(m.Tokens[b].Close+1, "|", "&") {
				return "the mask"
			}
		}
	}
	return ""
}
