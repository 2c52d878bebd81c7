package typed

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// The words of type checkers for a function without parameters where its result is wanted.
var (
	mypyGot    = lazyre.New(`\(got "Callable\[\[\], (.+)\]", expected "(.+)"\)$`)
	mypyTakes  = lazyre.New(`incompatible type "Callable\[\[\], (.+)\]"; expected "(.+)"$`)
	mypyHolds  = lazyre.New(`\(expression has type "Callable\[\[\], (.+)\]", variable has type "(.+)"\)$`)
	pyrightSay = lazyre.New(`^Type "(?:type\[)?\(\) -> (.+?)" is not assignable to (?:return|declared) type "(.+?)"`)
	pyrightArg = lazyre.New(`^Argument of type "\(\) -> (.+?)" cannot be assigned to parameter "\w+" of type "(.+?)"`)
)

// Call calls a function of the file whose result is wanted in its place. One that is decorated may be what its
// decorator makes of it: then the checker may be wrong.
func Call(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	wanted := false
	for _, form := range []*lazyre.Regexp{mypyGot, mypyTakes, mypyHolds, pyrightSay, pyrightArg} {
		said := form.FindStringSubmatch(m.Diagnostic.Message)
		wanted = wanted || said != nil && said[1] == said[2]
	}
	if !wanted {
		return nil, rule.Declined{Reason: "it is not about a function in place of its result", Aside: true}
	}
	first := m.TokenAt(m.Diagnostic.Span.Start)
	if m.Is(first, "return") {
		first++
	}
	last := m.Dotted(first)
	if first < 0 || last == first || m.Is(last, "(", "[") {
		return nil, rule.Decline("no function is named at the finding")
	}
	name, method := m.Tokens[last-1].Text, last > first+1
	var def *pytree.Stmt
	for d := range m.All {
		if d.Keyword == "def" && m.DefinedName(d) == name && (d.Parent != nil && d.Parent.Keyword == "class") == method {
			if def != nil {
				return nil, rule.Decline("%s is defined more than once", name)
			}
			def = d
		}
	}
	switch {
	case def == nil:
		return nil, rule.Decline("%s is not defined in this file", name)
	case def.Decorators != def.First:
		return nil, rule.Decline("%s is decorated", name)
	}
	return []text.Edit{rule.InsertAt(m.Tokens[last-1].Span.End, "()")}, nil
}

// Return returns the value of the last statement of a function, which is an expression that does nothing else: the
// checker misses a return there.
func Return(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "def" {
		if s = s.Function(); s == nil {
			return nil, rule.Declined{Reason: "it is not about a function", Aside: true}
		}
	}
	last := s
	if len(s.Body) > 0 {
		last = s.Body[len(s.Body)-1]
	}
	alone := len(s.Body) == 1 || len(s.Body) == 2 && m.IsDocstring(s.Body[0])
	switch {
	case last == s, last.Keyword != "", last.Colon >= 0, m.IsDocstring(last), !m.isValue(last, alone):
		return nil, rule.Declined{Reason: "the function does not end with a value", Aside: true}
	}
	return []text.Edit{rule.InsertAt(m.Tokens[last.First].Span.Start, "return ")}, nil
}

// operators stand in an expression whose value is lost if nothing uses it.
var operators = []string{"+", "-", "*", "/", "//", "%", "**", "@", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^",
	"<<", ">>",
	"and", "or", "not", "in", "is", "if", "lambda"}

// isValue reports whether a statement is an expression that is there for its value: one with an operator, or without
// any call; a call where it is all that the function does.
func (m Source) isValue(s *pytree.Stmt, alone bool) bool {
	calls, value := false, alone
	for i := s.First; i < s.Last; i++ {
		switch {
		case m.Tokens[i].Kind == pytree.Comment, m.Is(i, "await", "yield", ":=", "..."):
			return false
		case m.Tokens[i].In >= s.First:
		case m.Tokens[i].Kind == pytree.Op && strings.HasSuffix(m.Tokens[i].Text, "=") && !m.Is(i, operators...), m.Is(i,
			":"):
			return false
		case m.Is(i, operators...):
			value = true
		case m.Is(i, "("):
			calls = i > s.First
		}
	}
	return value || !calls
}
