package typed

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// ReturnsNone annotates a function without a result as one that returns None.
// A body that only raises or does nothing may stand for another one, in a
// subclass, that has a result.
func ReturnsNone(p rule.Problem) ([]text.Edit, error) {
	if !strings.HasPrefix(p.Diagnostic.Message, "Function is missing a return type annotation") {
		return nil, rule.Declined{Reason: "more than the type of the result is missing", Aside: true}
	}
	m, s, err := readStatement(p)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Keyword != "def" || m.Find(s.First, s.Colon, "->") >= 0:
		return nil, rule.Decline("no function without a return type at the diagnostic")
	case !m.Is(s.Colon-1, ")"):
		return nil, rule.Decline("the signature cannot be read")
	}
	for i := s.Decorators; i < s.First; i++ {
		if m.Is(i, "overload", "abstractmethod") {
			return nil, rule.Decline("the function is abstract or an overload")
		}
	}
	if why := m.result(s); why != "" {
		return nil, rule.Decline("%s", why)
	}
	return []text.Edit{rule.InsertAt(m.Tokens[s.Colon-1].Span.End, " -> None")}, nil
}

// result says why a function may have one; "" if it has none.
func (m Source) result(fn *pytree.Stmt) string {
	if !slices.ContainsFunc(fn.Body, m.acts) {
		return "the function does nothing of its own"
	}
	for s := range m.All {
		if s.First <= fn.Colon || s.Function() != fn {
			continue
		}
		if s.Keyword == "return" && s.Last > s.First+1 {
			return "the function returns something"
		}
		if m.Any(s.Decorators, s.Last, "yield") {
			return "the function is a generator"
		}
	}
	if !m.falls(fn.Body) {
		return "the function may never return"
	}
	return ""
}

// acts reports whether a statement is more than what stands for a body that is
// missing.
func (m Source) acts(s *pytree.Stmt) bool {
	return s.Keyword != "raise" && !m.IsDocstring(s) && !m.idle([]*pytree.Stmt{s})
}

// falls reports whether control may surely reach the end of a suite or leave
// it by a return: its last statement neither raises nor loops for ever.
func (m Source) falls(body []*pytree.Stmt) bool {
	last := body[len(body)-1]
	return last.Keyword != "raise" &&
		!(last.Keyword == "while" && (m.Is(last.First+1, "True") || m.Tokens[last.First+1].Text == "1"))
}

// idle reports whether statements do nothing: a stub's body.
func (m Source) idle(list []*pytree.Stmt) bool {
	for _, s := range list {
		if s.Keyword != "pass" && !(s.Last == s.First+1 && m.Is(s.First, "...")) {
			return false
		}
	}
	return true
}
