package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// apart is a checker on a text, or a number, that is taken apart into two names.
	apart = lazyre.New(`^Unpacking a string is disallowed|^"int" object is not iterable|^"int" has no attribute "__iter__"`)
	dicts = []string{"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "Counter"}
)

// DictItems goes through the items of a dict where two names are given what it has: alone,
// a dict gives its keys.
func DictItems(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !apart.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a text that is taken apart", Aside: true}
	}
	at := -1
	for i := s.First; i < s.Last; i++ {
		first, end := i+1, i+4
		if m.Is(i+1, "(") {
			first, end = i+2, i+6
		}
		if !m.Is(i, "for") || !m.Is(first+1, ",") || !m.Is(end, "in") || m.Tokens[first].Kind != pytree.Name || m.Tokens[first+2].Kind != pytree.Name {
			continue
		}
		if at >= 0 {
			return nil, rule.Decline("more than one loop has two names")
		}
		at = end + 1
	}
	if at < 0 || at >= s.Last || m.Tokens[at].Kind != pytree.Name || !m.Is(at+1, ":", ")", "]", "}", "if", "for") {
		return nil, rule.Declined{Reason: "no name is gone through with two others", Aside: true}
	}
	if !m.isDict(s, m.Tokens[at].Text) {
		return nil, rule.Decline("nothing says that %s is a dict", m.Tokens[at].Text)
	}
	return []text.Edit{rule.InsertAt(m.Tokens[at].Span.End, ".items()")}, nil
}

// isDict reports whether all that gives a name of a function its type says that it is a dict.
func (m Source) isDict(s *pytree.Stmt, name string) bool {
	says := false
	first, last := m.Region(s.Function())
	for i := range m.Named(name, first, last) {
		at, typed := m.At(m.Tokens[i].Span.Start), false
		switch {
		case m.Is(i+1, ":") && (at.First == i || at.Keyword == "def" && i < at.Colon):
			typed = m.dictType(i+2, at.Last)
		case m.Assigned(name, i, i+1):
			typed = at.First == i && m.Is(i+1, "=") && m.dictValue(i+2)
		default:
			continue
		}
		if !typed {
			return false
		}
		says = true
	}
	return says
}

// dictType reports whether the annotation at a token is that of a dict.
func (m Source) dictType(i, last int) bool {
	for m.Is(i+1, ".") {
		i += 2
	}
	return m.Is(i, dicts...) && (i+1 >= last || m.Is(i+1, "[", "=", ",", ")"))
}

// dictValue reports whether a written dict, or one by its name, begins at a token.
func (m Source) dictValue(i int) bool {
	if m.Is(i, "{") {
		return m.Is(i+1, "}") || m.Find(i+1, m.Tokens[i].Close, ":") > 0
	}
	return m.Is(i, "dict") && m.Is(i+1, "(")
}
