package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// unordered is a container, or what goes through one, whose items have no order that was
	// asked for, where a list is wanted.
	unordered   = lazyre.New(`^Incompatible return value type \(got "(?:set|frozenset|dict_keys|dict_values|KeysView|ValuesView)\[.*", expected "list\[.*"\)$|^Type "(?:set|frozenset|dict_keys|dict_values)\[.*" is not assignable to return type "list\[`)
	saysOrder   = lazyre.New(`(?i)\b(?:sorted|sorts?|order(?:ed)?|alphabet\w*|ascending|rising|increasing|descending|first)\b`)
	saysRising  = lazyre.New(`(?i)\b(?:sorted|alphabetical(?:ly)?|ascending|(?:in|by) (?:the )?(?:order of the alphabet|(?:rising|ascending|increasing|alphabetical) order)|(?:smallest|lowest|least|earliest) first|from (?:the )?(?:smallest|lowest|earliest) to)\b`)
	saysSpecial = lazyre.New(`(?i)\b(?:by (?:their|its|the|last|first|length|number|name|date|size)|descend\w*|falling|decreasing|revers\w*|backwards|largest|biggest|highest|latest|newest|longest|shortest|most|best|least often|` +
		`key|ignor\w*|case|regardless|not sorted|unsorted|(?:no|any|same|original|given|some) (?:particular )?order|as (?:given|they)|occurrence|appear\w*|seen)\b`)
)

// SortedResult sorts what has no order where a list is returned that is said to be sorted.
func SortedResult(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !unordered.MatchString(m.Diagnostic.Message) || s.Keyword != "return" || !saysOrder.MatchString(m.description(s.Function())) {
		return nil, rule.Declined{Reason: "it is not about a list in an order", Aside: true}
	}
	says := m.description(s.Function())
	if !saysRising.MatchString(says) || saysSpecial.MatchString(says) {
		return nil, rule.Decline("the description speaks of an order that is not plain")
	}
	first := m.valueOf(s)
	if first < 0 || m.Shadowed("sorted") || m.Find(first, s.Last, ",", "if") >= 0 {
		return nil, rule.Decline("no single value is returned there")
	}
	return []text.Edit{rule.InsertAt(m.Tokens[first].Span.Start, "sorted("), rule.InsertAt(m.Tokens[s.Last-1].Span.End, ")")}, nil
}

// inOrder reports whether a function is said to give its items in an order, which what it
// holds need not have.
func (m Source) inOrder(fn *pytree.Stmt) bool {
	says := m.description(fn)
	return saysRising.MatchString(says)
}
