package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	numberIterated = lazyre.New(`^"int" has no attribute "__iter__"|^"int" is not iterable`)
	uncalledValue  = lazyre.New(`^"(?:overloaded )?Callable\[.*\]" has no attribute "(\w+)"|^Value of type "Callable\[.*\]" is not (indexable)|^"\(.*\) -> .*" is not (iterable)`)
)

// RangeOfLength goes through the numbers below a length, which is no list of them.
func RangeOfLength(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !numberIterated.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a number that is gone through", Aside: true}
	}
	i := m.TokenAt(m.Diagnostic.Span.Start)
	if i < 1 || !m.Is(i, "len") || !m.Is(i-1, "in") || !m.Is(i+1, "(") || m.Shadowed("len") || m.Shadowed("range") {
		return nil, rule.Decline("what is gone through is not a length")
	}
	end := m.Tokens[i+1].Close
	if end >= s.Last || !m.Is(end+1, ":", "if", "for", "]", ")", "}") {
		return nil, rule.Decline("what is gone through is more than a length")
	}
	return []text.Edit{rule.InsertAt(m.Tokens[i].Span.Start, "range("), rule.InsertAt(m.Tokens[end].Span.End, ")")}, nil
}

// unsized is a value that is gone through once and has no length.
var unsized = lazyre.New(`^Argument 1 to "len" has incompatible type "(?:Generator|Iterator|filter|map|zip|enumerate|reversed|chain|islice|repeat|cycle|count)\[.*"; expected "Sized"` +
	`|^Argument of type "(?:Generator|Iterator|filter|map|zip|enumerate|reversed|chain)\[.*" cannot be assigned to parameter "\w+" of type "Sized"`)

// CountItems counts what has no length by going through it, where nothing else does.
func CountItems(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !unsized.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about the length of what has none", Aside: true}
	}
	i := m.TokenAt(m.Diagnostic.Span.Start)
	if i < 2 || !m.Is(i-1, "(") || !m.Is(i-2, "len") || m.Shadowed("len") || m.Shadowed("sum") {
		return nil, rule.Decline("no length is asked for at the diagnostic")
	}
	if name, end := m.Tokens[i], m.Tokens[i-1].Close; end == i+1 && name.Kind == pytree.Name {
		first, last := m.Region(s.Scope())
		if m.Mentions(name.Text, first, last) != 2 {
			return nil, rule.Decline("%s is used elsewhere, too: it can be gone through once", name.Text)
		}
	} else if !m.Is(end-1, ")") || m.Find(i, end, ",", "for") >= 0 {
		return nil, rule.Decline("what is counted is no name and no call")
	}
	return []text.Edit{m.Replace(i-2, i, "sum(1 for _ in ")}, nil
}

// CallValue calls the function whose result is gone through, indexed or asked for a
// member.
func CallValue(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := uncalledValue.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about a function in the place of its result", Aside: true}
	}
	first := m.TokenAt(m.Diagnostic.Span.Start)
	end := m.Dotted(first)
	if first < 0 || end <= first || end >= s.Last {
		return nil, rule.Decline("no name at the diagnostic")
	}
	if said[1] != "" && said[1] != "__iter__" {
		if end -= 2; end <= first || !m.Is(end+1, said[1]) {
			return nil, rule.Decline("no member %s at the diagnostic", said[1])
		}
	}
	if m.Is(end, "(") || said[2] != "" && !m.Is(end, "[") {
		return nil, rule.Decline("it is called, or not indexed")
	}
	return []text.Edit{rule.InsertAt(m.Tokens[end-1].Span.End, "()")}, nil
}
