package typed

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// textAndNumber is mypy on a number that is joined to a text; it points at the number.
var textAndNumber = lazyre.New(`^Unsupported operand types for \+ \("str" and "(?:int|float)"\)`)

// TextOperand makes a text of a number that is joined to others, one of which is
// written out: that a sum was meant cannot be.
func TextOperand(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !textAndNumber.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a number beside a text", Aside: true}
	}
	i := slices.IndexFunc(m.Tokens[s.First:s.Last], func(t pytree.Token) bool { return t.Span.Start == m.Diagnostic.Span.Start })
	if i < 1 || !m.Is(s.First+i-1, "+") {
		return nil, rule.Decline("no operand of + at the diagnostic")
	}
	i += s.First
	if !m.joinsText(s, i-1) {
		return nil, rule.Decline("none of the operands is a text that is written out")
	}
	end := m.Term(i, s.Last)
	return []text.Edit{rule.InsertAt(m.Tokens[i].Span.Start, "str("), rule.InsertAt(m.Tokens[end-1].Span.End, ")")}, nil
}

// joinsText reports whether a literal text stands among the operands that are joined
// up to the + at a token.
func (m Source) joinsText(s *pytree.Stmt, plus int) bool {
	for j := plus - 1; j >= s.First; j-- {
		t := m.Tokens[j]
		switch {
		case t.In != m.Tokens[plus].In && !t.Is(")", "]", "}"):
			continue // inside an operand
		case t.Kind == pytree.String:
			return true
		case t.Is(",", "=", "+=", "return", "==", "!=", "<", ">", "<=", ">=", "and", "or", "not", "if", "else", "in", ":", ":=", "print"):
			return false
		}
	}
	return false
}
