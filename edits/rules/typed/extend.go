package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// manyForOne is mypy on a container that is put into another one as if it were an item.
	manyForOne = lazyre.New(`^Argument 1 to "(append|add)" of "(?:list|set|deque|MutableSequence|MutableSet)" has incompatible type "(?:list|tuple|set|frozenset|deque|Sequence|Iterable|Iterator|Collection|Generator|dict_keys|dict_values|filter)\[([^,"]+)(?:, \.\.\.|, None, None)?\]"; expected "([^"]+)"$`)
	saysJoined = lazyre.New(`(?i)\bjoin\w*\b|\b(?:as|in|each) one (?:text|line|string)\b|\bas (?:an? )?(?:text|string)s?\b`)
)

// PutAllIn puts the items of a container into another one, which it was put into as one.
func PutAllIn(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := manyForOne.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil || said[2] != said[3] {
		return nil, rule.Declined{Reason: "it is not about a container put into another", Aside: true}
	}
	i := m.TokenAt(m.Diagnostic.Span.Start)
	open := m.Tokens[max(i, 0)].In
	if i < 0 || open < s.First || i != open+1 || !m.Is(open-1, said[1]) || !m.Is(open-2, ".") || len(m.Arguments(open, m.Tokens[open].Close)) != 1 {
		return nil, rule.Decline("nothing is put in at the diagnostic")
	}
	if said[3] == "str" && saysJoined.MatchString(m.description(s.Function())) {
		return nil, rule.Decline("the description may speak of one text")
	}
	to := "extend"
	if said[1] == "add" {
		to = "update"
	}
	return []text.Edit{m.Replace(open-1, open, to)}, nil
}
