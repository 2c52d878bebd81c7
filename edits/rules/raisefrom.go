package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// raiseFrom adds the cause to a raise inside an except clause.
func raiseFrom(p Problem) ([]text.Edit, error) {
	m, s, err := readStatement(p)
	if err != nil {
		return nil, err
	}
	if s.Keyword != "raise" || s.Last == s.First+1 {
		return nil, decline("no raise of an exception at the diagnostic")
	}
	if m.find(s.First, s.Last, "from") >= 0 || m.find(s.First, s.Last, ",") >= 0 {
		return nil, decline("the raise has a cause or the old form with commas")
	}
	h := s.Parent
	for h != nil && h.Keyword != "except" {
		if h.Keyword == "def" || h.Keyword == "class" {
			return nil, decline("the raise is in a function of its own")
		}
		h = h.Parent
	}
	if h == nil {
		return nil, decline("the raise is not in an except clause")
	}
	if h.Colon == h.First+1 {
		return nil, decline("a bare except has no exception to name")
	}
	var edits []text.Edit
	name := ""
	if m.Tokens[h.Colon-1].Kind == pytree.Name && m.is(h.Colon-2, "as") {
		name = m.Tokens[h.Colon-1].Text
		// What stands behind the raise may come before it in a loop.
		if m.assigned(name, h.Colon+1, m.ends(h)) {
			return nil, decline("%s is assigned again in the handler", name)
		}
	} else {
		if m.find(h.First, h.Colon, ",") >= 0 {
			return nil, decline("the except clause has the old form with commas")
		}
		first, last := m.region(h.Function()) // elsewhere a function's own name means nothing
		for _, free := range []string{"err", "exc", "error", "exception"} {
			if m.mentions(free, first, last) == 0 {
				name = free
				break
			}
		}
		if name == "" {
			return nil, decline("no free name for the exception")
		}
		edits = append(edits, insertAt(m.Tokens[h.Colon].Span.Start, " as "+name))
	}
	if s.Last == s.First+2 && m.is(s.First+1, name) {
		return nil, decline("the raise passes on the same exception")
	}
	return append(edits, insertAt(m.Tokens[s.Last-1].Span.End, " from "+name)), nil
}
