package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// wholeName is how mypy says that a name which began as a whole number is given a
// fraction.
var wholeName = lazyre.New(`expression has type "float", variable has type "int"\)$`)

// FractionFirst has a name begin with 0.0 instead of 0 where its function returns it, and
// says that it gives a fraction.
func FractionFirst(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	fn := s.Function()
	if !wholeName.MatchString(m.Diagnostic.Message) || s.Keyword != "" || m.Tokens[s.First].Kind != pytree.Name || fn == nil {
		return nil, rule.Declined{Reason: "it is not about a number of a function", Aside: true}
	}
	name := m.Tokens[s.First].Text
	first, returned := m.life(name, fn)
	if arrow := m.Find(fn.First, fn.Colon, "->"); !returned || arrow < 0 || m.Text(arrow+1, fn.Colon) != "float" {
		return nil, rule.Declined{Reason: "nothing says that " + name + " is a fraction", Aside: true}
	}
	if first == nil || first.Last != first.First+3 || !m.Is(first.First+1, "=") || !wholeNumber.MatchString(m.Tokens[first.First+2].Text) {
		return nil, rule.Decline("%s does not begin with a written number", name)
	}
	return []text.Edit{rule.InsertAt(m.Tokens[first.First+2].Span.End, ".0")}, nil
}

// life is the first statement of a function that gives a name a value, and whether one
// returns it.
func (m Source) life(name string, fn *pytree.Stmt) (first *pytree.Stmt, returned bool) {
	for s := range m.All {
		switch {
		case s.Function() != fn:
		case s.Keyword == "return":
			returned = returned || m.Any(s.First+1, s.Last, name)
		case first == nil && m.Assigned(name, s.First, s.Last):
			first = s
		}
	}
	return first, returned
}

var wholeNumber = lazyre.New(`^\d+$`)
