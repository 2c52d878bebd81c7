package pycode

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
)

// Argument is one argument of a call: tokens [first, last), its keyword.
type Argument struct {
	Name        string
	First, Last int
}

// Arguments of the call whose brackets are open and end. A starred one has the
// name "*".
func (m Module) Arguments(open, end int) []Argument {
	var out []Argument
	for i := open + 1; i < end; {
		j := m.Find(i, end, ",")
		if j < 0 {
			j = end
		}
		first, last := i, j
		for first < last && m.Tokens[first].Kind == pytree.Comment {
			first++
		}
		for last > first && m.Tokens[last-1].Kind == pytree.Comment {
			last--
		}
		if last > first {
			a := Argument{First: first, Last: last}
			switch {
			case m.Tokens[first].Kind == pytree.Name && m.Is(first+1, "="):
				a.Name = m.Tokens[first].Text
			case m.Is(first, "*", "**"):
				a.Name = "*"
			}
			out = append(out, a)
		}
		i = j + 1
	}
	return out
}

// DefinedName returns the name behind "def" or "class".
func (m Module) DefinedName(s *pytree.Stmt) string {
	for i := s.First; i+1 < s.Last; i++ {
		if m.Is(i, "def", "class") {
			return m.Tokens[i+1].Text
		}
	}
	return ""
}

// Decorated reports whether a decorator of a definition has a name: its own, or that of what makes it.
func (m Module) Decorated(def *pytree.Stmt, name string) bool {
	return def.Decorators < def.First && m.Any(def.Decorators, def.First, name)
}

// Parameter is one parameter with a default.
type Parameter struct {
	Name          string
	Colon, Equals int // tokens; colon -1 without annotation
	Value, Last   int // tokens of the default, half-open
}

// Parameters of a definition that have defaults.
func (m Module) Parameters(s *pytree.Stmt) ([]Parameter, error) {
	open := m.Find(s.First, s.Colon, "(")
	if open < 0 {
		return nil, rule.Decline("the parameters cannot be read")
	}
	var out []Parameter
	for _, a := range m.Arguments(open, m.Tokens[open].Close) {
		eq := m.Find(a.First, a.Last, "=")
		if eq < 0 || m.Tokens[a.First].Kind != pytree.Name {
			continue
		}
		out = append(out, Parameter{m.Tokens[a.First].Text, m.Find(a.First, eq, ":"), eq, eq + 1, a.Last})
	}
	return out, nil
}
