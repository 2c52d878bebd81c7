package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// putsIntoNone is a checker on what is put into the list or set that a dict may not have.
var putsIntoNone = lazyre.New(`^Item "None" of "(?:\w+\[.*\] \| None|Optional\[.*\])" has no attribute "(\w+)"|^"(\w+)" is not a known attribute of "None"`)

// startsAs is what a method fills, while it is empty.
var startsAs = map[string]string{"append": "[]", "extend": "[]", "insert": "[]", "add": "set()"}

// toldApart is how descriptions speak of keys that are to be there before.
var toldApart = lazyre.New(`(?i)\b(?:unknown|known|existing|exists?|registered|already|must)\b`)

// FillDefault has a dict that is empty at first begin a list or a set for each key, where
// something is put into what it has for the key.
func FillDefault(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := putsIntoNone.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil || s.Keyword != "" || s.Function() == nil {
		return nil, rule.Declined{Reason: "it is not about what is put into None", Aside: true}
	}
	method := said[1] + said[2]
	empty := startsAs[method]
	get, open := s.First+2, s.First+3
	if empty == "" || m.Dotted(s.First) != open || !m.Is(get, "get") || !m.Is(open, "(") {
		return nil, rule.Declined{Reason: "nothing is put into what a dict has for a key", Aside: true}
	}
	end := m.Tokens[open].Close
	if !m.oneValue(open) || !m.Is(end+1, ".") || !m.Is(end+2, method) || !m.Is(end+3, "(") || m.Tokens[end+3].Close != s.Last-1 {
		return nil, rule.Decline("more is done with it")
	}
	name := m.Tokens[s.First].Text
	if !m.onlyFilled(s, name) {
		return nil, rule.Decline("%s may hold what it has for the key, or is filled elsewhere", name)
	}
	if toldApart.MatchString(m.description(s.Function())) {
		return nil, rule.Decline("a key that is not there may be left out")
	}
	return []text.Edit{m.Replace(get, get+1, "setdefault"), rule.InsertAt(m.Tokens[end].Span.Start, ", "+empty)}, nil
}

// oneValue reports whether a call is given one argument by its place, and nothing else stands
// in its brackets.
func (m Source) oneValue(open int) bool {
	end := m.Tokens[open].Close
	args := m.Arguments(open, end)
	return len(args) == 1 && args[0].Name == "" && !m.Commented(open, end) && !m.Is(end-1, ",")
}

// onlyFilled reports whether a name of a function begins as an empty dict, and nothing else
// puts anything into it.
func (m Source) onlyFilled(s *pytree.Stmt, name string) bool {
	begins := 0
	first, last := m.Region(s.Function())
	for i := range m.Named(name, first, last) {
		at := m.At(m.Tokens[i].Span.Start)
		switch {
		case at.First == i && at.Function() == s.Function() && m.beginsEmpty(at):
			begins++
		case m.Assigned(name, i, i+1), m.Is(i+1, ".") && !m.Is(i+2, "get", "items", "keys", "values"):
			return false
		case m.Is(i+1, "[") && m.Is(m.Tokens[i+1].Close+1, "=", "+="), m.Is(i-1, "(", ",") && m.Is(i+1, ",", ")") && !m.Is(m.Tokens[i].In-1, "len", "sorted", "list", "dict", "bool"):
			return false
		}
	}
	return begins == 1
}

// beginsEmpty reports whether a statement gives its name an empty dict.
func (m Source) beginsEmpty(s *pytree.Stmt) bool {
	if !m.Is(s.First+1, "=", ":") {
		return false
	}
	eq := m.Find(s.First, s.Last, "=")
	return eq > 0 && (s.Last == eq+3 && m.Is(eq+1, "{") && m.Is(eq+2, "}") || s.Last == eq+4 && m.Is(eq+1, "dict") && m.Is(eq+2, "(") && m.Is(eq+3, ")"))
}
