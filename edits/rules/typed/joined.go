package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// joined is mypy on numbers that are joined as if they were texts.
	joined = lazyre.New(`^Argument 1 to "join" of "str" has incompatible type "(?:(?:list|tuple|set|frozenset|deque|Sequence|Iterable|Collection|Iterator|Generator|filter|KeysView|dict_keys|dict_values|ValuesView)\[int\b.*|range)"; expected "Iterable\[str\]"$`)
	// saysForm is how descriptions say that a number is shown in another form than its own.
	saysForm = lazyre.New(`(?i)\b0\d|\b(?:digits?|padded|width|wide|aligned|hex\w*|binary|octal|roman|percent|decimals?|thousands?|words?|sign)\b|%`)
)

// JoinNumbers makes texts of whole numbers that are joined.
func JoinNumbers(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !joined.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about numbers that are joined", Aside: true}
	}
	i := m.TokenAt(m.Diagnostic.Span.Start)
	open := m.Tokens[max(i, 0)].In
	if i < 0 || open < s.First || i != open+1 || !m.Is(open-1, "join") || m.Shadowed("map") || m.Shadowed("str") {
		return nil, rule.Decline("nothing is joined at the diagnostic")
	}
	end := m.Tokens[open].Close
	if len(m.Arguments(open, end)) != 1 || m.Find(open+1, end, "for", ",", "if", "*") >= 0 || m.Commented(open, end) {
		return nil, rule.Decline("what is joined is made there")
	}
	if saysForm.MatchString(m.description(s.Function())) {
		return nil, rule.Decline("the description may speak of the form of the numbers")
	}
	return []text.Edit{rule.InsertAt(m.Tokens[i].Span.Start, "map(str, "), rule.InsertAt(m.Tokens[end-1].Span.End, ")")}, nil
}
