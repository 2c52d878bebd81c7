package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// lambdaToDef turns "f = lambda x: y" into a definition.
func lambdaToDef(p Problem) ([]text.Edit, error) {
	m, s, err := readStatement(p)
	if err != nil {
		return nil, err
	}
	if s.Keyword != "" || m.Tokens[s.First].Kind != pytree.Name || !m.is(s.First+1, "=") || !m.is(s.First+2, "lambda") {
		return nil, decline("no lambda is assigned to a plain name here")
	}
	if !s.Alone || s.Parent != nil && s.Parent.Inline {
		return nil, decline("the line holds other statements")
	}
	if sc := s.Scope(); sc != nil && sc.Keyword == "class" {
		return nil, decline("in a class the function would become a method")
	}
	name := m.Tokens[s.First].Text
	colon := m.lambdaColon(s.First+2, s.Last)
	if colon < 0 || colon+1 >= s.Last {
		return nil, decline("the lambda cannot be read")
	}
	if m.commented(s.First, s.Last) {
		return nil, decline("there is a comment inside")
	}
	body := m.text(colon+1, s.Last)
	if m.find(colon+1, s.Last, ",") >= 0 {
		return nil, decline("the right-hand side is a tuple")
	}
	for i := colon + 1; i < s.Last; i++ {
		if m.is(i, "yield", "await", ":=") {
			return nil, decline("the lambda yields, awaits or assigns")
		}
	}
	if strings.ContainsAny(m.text(s.First, colon+1), "\r\n") {
		return nil, decline("the parameters span several lines")
	}
	params := m.text(s.First+3, colon)
	return []text.Edit{m.replace(s.First, s.Last,
		"def "+name+"("+params+"):"+m.eol(m.Tokens[s.First].Span.Start)+m.inner(s)+"return "+body)}, nil
}

// lambdaColon is the token of the colon that ends the parameters of the lambda
// at token i, or -1.
func (m module) lambdaColon(i, last int) int {
	depth, lambdas := 0, 0
	for j := i; j < last; j++ {
		switch {
		case m.is(j, "(", "[", "{"):
			depth++
		case m.is(j, ")", "]", "}"):
			depth--
		case depth == 0 && m.is(j, "lambda"):
			lambdas++
		case depth == 0 && m.is(j, ":"):
			if lambdas--; lambdas == 0 {
				return j
			}
		}
	}
	return -1
}
