package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// bindLoopVariable adds to a function that is made in a loop a parameter with the
// loop's value as its default: defaults are read when the function is made. See
// https://docs.python.org/3/faq/programming.html#why-do-lambdas-defined-in-a-loop-with-different-values-all-return-the-same-result.
func bindLoopVariable(m module, s *pytree.Stmt) ([]text.Edit, error) {
	at := m.TokenAt(m.Diagnostic.Span.Start)
	name := rule.Quoted(m.Diagnostic.Message)
	if said := signal.Said(m.Diagnostic.Message, "Cell variable … defined in loop…"); said != nil {
		name = said[0] // pylint does not quote it
	}
	if name == "" {
		return nil, rule.Decline("the message names no variable")
	}
	p, ok := m.madeInLoop(name, s, at)
	switch {
	case !ok:
		return nil, rule.Decline("no loop around the function assigns %s", name)
	case m.Mentions(name, p.first, p.last) > 0:
		return nil, rule.Decline("%s is a parameter already", name)
	case p.loop != nil && m.Assigned(name, p.end, m.Ends(p.loop)):
		return nil, rule.Decline("%s changes after the function is made", name)
	case p.loop != nil && m.Assigned(name, p.loop.First, p.loop.Colon) && m.Assigned(name, p.loop.Colon, m.Ends(p.loop)):
		return nil, rule.Decline("%s changes in the loop", name)
	}
	return m.keywordOnly(p, name+"="+name), nil
}

// keywordOnly adds to a function a parameter that no call fills by its place: a caller that passes an argument more
// than the function reads, as Qt's clicked(bool) does, does not overwrite the value.
func (m module) keywordOnly(p made, given string) []text.Edit {
	if rest := m.Find(p.first, p.last, "**"); rest >= 0 {
		if !m.starred(p.first, rest) {
			given = "*, " + given
		}
		return []text.Edit{rule.InsertAt(m.Tokens[rest].Span.Start, given+", ")}
	}
	if !m.starred(p.first, p.last) {
		given = "*, " + given
	}
	switch {
	case p.first == p.last && !p.def:
		given = " " + given
	case p.first < p.last && m.Is(p.last-1, ","):
		given = " " + given + ","
	case p.first < p.last:
		given = ", " + given
	}
	return []text.Edit{rule.InsertAt(m.Tokens[p.last-1].Span.End, given)}
}

// starred reports whether the parameters [first, last) have a star, behind which all are given by name.
func (m module) starred(first, last int) bool { return m.Find(first, last, "*") >= 0 }

// made is a function that a statement makes.
type made struct {
	def         bool
	first, last int          // of the tokens of its parameters
	end         int          // the token behind it
	loop        *pytree.Stmt // around it, nil if there is none
}

// madeInLoop returns the outermost function around token at that is made in a loop whose
// rounds bind a name: one inside of it is made when that one runs.
func (m module) madeInLoop(name string, s *pytree.Stmt, at int) (made, bool) {
	for in := s; in != nil; in = in.Function() {
		loop := loopAround(in)
		if bound := loop != nil && m.Assigned(name, loop.First, m.Ends(loop)); !bound &&
			!(in == s && m.comprehends(name, s)) {
			continue
		}
		if p, ok := m.lambda(in, at); ok {
			p.loop = loop
			return p, true
		}
		if open := m.Find(in.First, max(in.First, in.Colon), "("); in.Keyword == "def" && open >= 0 {
			return made{def: true, first: open + 1, last: m.Tokens[open].Close, end: m.Ends(in), loop: loop}, true
		}
	}
	return made{}, false
}

// lambda returns the outermost lambda of a statement around token at.
func (m module) lambda(s *pytree.Stmt, at int) (made, bool) {
	for i := s.First; i < min(at, s.Last); i++ {
		if !m.Is(i, "lambda") {
			continue
		}
		end := s.Last
		if in := m.Tokens[i].In; in >= 0 {
			end = m.Tokens[in].Close
		}
		colon := m.Colon(i+1, end)
		if colon < 0 {
			continue
		}
		if comma := m.Find(colon+1, end, ","); comma >= 0 {
			end = comma
		}
		if colon < at && at < end {
			return made{first: i + 1, last: colon, end: end}, true
		}
	}
	return made{}, false
}

// comprehends reports whether a comprehension of a statement binds a name.
func (m module) comprehends(name string, s *pytree.Stmt) bool {
	for i := range m.Named(name, s.First, s.Last) {
		for j := i - 1; j > s.First && (m.Tokens[j].Kind == pytree.Name && !m.Is(j, "in", "if") || m.Is(j, ",", "(")); j-- {
			if m.Is(j, "for") {
				return true
			}
		}
	}
	return false
}

// loopAround returns the innermost for loop around a statement in its scope, nil if there is
// none. What a while loop changes may be meant to be shared: the function is perhaps
// made in one of its rounds only.
func loopAround(s *pytree.Stmt) *pytree.Stmt {
	for p := s.Parent; p != nil && p.Keyword != "def" && p.Keyword != "class"; p = p.Parent {
		if p.Keyword == "for" {
			return p
		}
	}
	return nil
}
