package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// raiseFrom adds the cause to a raise inside an except clause.
func raiseFrom(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "raise" || s.Last == s.First+1 {
		return nil, rule.Decline("no raise of an exception at the diagnostic")
	}
	if m.Find(s.First, s.Last, "from", ",") >= 0 {
		return nil, rule.Decline("the raise has a cause or the old form with commas")
	}
	h, err := handler(s)
	if err != nil {
		return nil, err
	}
	name, edits, err := m.caught(h)
	if err != nil {
		return nil, err
	}
	if s.Last == s.First+2 && m.Is(s.First+1, name) {
		return nil, rule.Decline("the raise passes on the same exception")
	}
	return append(edits, rule.InsertAt(m.Tokens[s.Last-1].Span.End, " from "+name)), nil
}

// handler returns the except clause that a statement runs in.
func handler(s *pytree.Stmt) (*pytree.Stmt, error) {
	h := s.Parent
	for h != nil && h.Keyword != "except" {
		if isDefinition(h) {
			return nil, rule.Decline("the raise is in a function of its own")
		}
		h = h.Parent
	}
	if h == nil {
		return nil, rule.Decline("the raise is not in an except clause")
	}
	if h.Colon == h.First+1 {
		return nil, rule.Decline("a bare except has no exception to name")
	}
	return h, nil
}

// caught returns the name of the exception in an except clause, and the edit that
// adds one where it has none.
func (m module) caught(h *pytree.Stmt) (string, []text.Edit, error) {
	if m.Tokens[h.Colon-1].Kind == pytree.Name && m.Is(h.Colon-2, "as") {
		name := m.Tokens[h.Colon-1].Text
		// What stands behind the raise may come before it in a loop.
		if m.Assigned(name, h.Colon+1, m.Ends(h)) {
			return "", nil, rule.Decline("%s is assigned again in the handler", name)
		}
		return name, nil, nil
	}
	if m.Find(h.First, h.Colon, ",") >= 0 {
		return "", nil, rule.Decline("the except clause has the old form with commas")
	}
	first, last := m.Region(h.Function()) // elsewhere a function's own name means nothing
	for _, free := range []string{"err", "exc", "error", "exception"} {
		if m.Mentions(free, first, last) == 0 {
			return free, []text.Edit{rule.InsertAt(m.Tokens[h.Colon].Span.Start, " as "+free)}, nil
		}
	}
	return "", nil, rule.Decline("no free name for the exception")
}

func isDefinition(s *pytree.Stmt) bool { return s.Keyword == "def" || s.Keyword == "class" }
