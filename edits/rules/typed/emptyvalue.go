package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// otherEmpty is how mypy (0.9 to 2.4, "<nothing>" before 1.6) says that an empty
// container is one of another kind than is expected.
var otherEmpty = lazyre.New(`(?:has incompatible type|expression has type|got) "(?:list|dict)\[(?:Never|<nothing>)(?:, (?:Never|<nothing>))?\]"[;,] (?:expected|variable has type|target has type) "(list|set|dict|frozenset|tuple)\[`)

var empties = map[string]string{"list": "[]", "set": "set()", "dict": "{}", "frozenset": "frozenset()", "tuple": "()"}

// EmptyValue writes an empty container of the kind that is expected.
func EmptyValue(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := otherEmpty.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about an empty container", Aside: true}
	}
	i := m.TokenAt(m.Diagnostic.Span.Start)
	if i < 0 || i+1 >= s.Last || !(m.Is(i, "[") && m.Is(i+1, "]") || m.Is(i, "{") && m.Is(i+1, "}")) {
		return nil, rule.Decline("no empty container at the diagnostic")
	}
	return []text.Edit{m.Replace(i, i+2, empties[said[1]])}, nil
}
