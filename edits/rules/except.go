package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// bareExcept names what "except:" catches. A handler that raises the exception
// on is for cleaning up: BaseException keeps it as it is. Any other one becomes
// "except Exception", which no longer swallows the interrupt of a user.
func bareExcept(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	s, err := m.statement()
	if err != nil {
		return nil, err
	}
	if s.Keyword != "except" || s.Colon != s.First+1 {
		return nil, decline("no bare except stands at the diagnostic")
	}
	name := "Exception"
	if m.reraises(s) {
		name = "BaseException"
	}
	if m.shadowed(name) {
		return nil, decline("%s means something else in this file", name)
	}
	return []text.Edit{insertAt(m.Tokens[s.First].Span.End, " "+name)}, nil
}

// reraises reports whether the suite of a handler ends with "raise" on every
// path that this looks at: its own last statement.
func (m module) reraises(s *pytree.Stmt) bool {
	if len(s.Body) == 0 {
		return false
	}
	last := s.Body[len(s.Body)-1]
	return last.Keyword == "raise" && last.Last == last.First+1
}

// notImplemented turns "raise NotImplemented" into the exception that is meant.
func notImplemented(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	s, err := m.statement()
	if err != nil {
		return nil, err
	}
	if s.Keyword != "raise" || !m.is(s.First+1, "NotImplemented") || m.is(s.First+2, ".", "[") {
		return nil, decline("no raise of NotImplemented stands at the diagnostic")
	}
	if m.shadowed("NotImplementedError") || m.shadowed("NotImplemented") {
		return nil, decline("NotImplementedError means something else in this file")
	}
	return []text.Edit{m.replace(s.First+1, s.First+2, "NotImplementedError")}, nil
}

// raiseFrom adds the cause to a raise inside an except clause.
func raiseFrom(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	s, err := m.statement()
	if err != nil {
		return nil, err
	}
	if s.Keyword != "raise" || s.Last == s.First+1 {
		return nil, decline("no raise of an exception stands at the diagnostic")
	}
	if m.find(s.First, s.Last, "from") >= 0 || m.find(s.First, s.Last, ",") >= 0 {
		return nil, decline("the raise has a cause or the old form with commas")
	}
	h := s.Parent
	for h != nil && h.Keyword != "except" {
		if h.Keyword == "def" || h.Keyword == "class" {
			return nil, decline("the raise stands in a function of its own")
		}
		h = h.Parent
	}
	if h == nil {
		return nil, decline("the raise stands in no except clause")
	}
	if h.Colon == h.First+1 {
		return nil, decline("a bare except has no exception to name")
	}
	var edits []text.Edit
	name := ""
	if m.Tokens[h.Colon-1].Kind == pytree.Name && m.is(h.Colon-2, "as") {
		name = m.Tokens[h.Colon-1].Text
		for i := h.Colon + 1; i < s.First; i++ {
			if m.is(i, name) && !m.is(i-1, ".") && (m.is(i+1, "=", ":=", ",") || m.is(i-1, "del", "as", "for", ",")) && m.bracket(i) < 0 {
				return nil, decline("%s is given another value before the raise", name)
			}
		}
	} else {
		if m.find(h.First, h.Colon, ",") >= 0 {
			return nil, decline("the except clause has the old form with commas")
		}
		for _, free := range []string{"err", "exc", "error", "exception"} {
			if m.mentions(free, 0, len(m.Tokens)) == 0 {
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

// assertFalse turns "assert False" into the raise that also stands when
// assertions are switched off.
func assertFalse(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	s, err := m.statement()
	if err != nil {
		return nil, err
	}
	if s.Keyword != "assert" || !m.is(s.First+1, "False") || m.commented(s.First, s.Last) {
		return nil, decline("no assert False stands at the diagnostic")
	}
	if m.shadowed("AssertionError") {
		return nil, decline("AssertionError means something else in this file")
	}
	message := ""
	switch {
	case s.Last == s.First+2:
	case m.is(s.First+2, ",") && s.Last > s.First+3:
		message = m.text(s.First+3, s.Last)
		if m.is(s.Last-1, ",") || m.find(s.First+3, s.Last, ",") >= 0 {
			return nil, decline("the message is a tuple")
		}
	default:
		return nil, decline("the condition is more than False")
	}
	return []text.Edit{m.replace(s.First, s.Last, "raise AssertionError("+message+")")}, nil
}

// raiseLiteral wraps a raised string into an exception. A number or a truth
// value says too little about what was meant.
func raiseLiteral(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	s, err := m.statement()
	if err != nil {
		return nil, err
	}
	if s.Keyword != "raise" || s.Last == s.First+1 {
		return nil, decline("no raise of a literal stands at the diagnostic")
	}
	last := m.find(s.First+1, s.Last, "from")
	if last < 0 {
		last = s.Last
	}
	for i := s.First + 1; i < last; i++ {
		if m.Tokens[i].Kind != pytree.String || hasBytes(m.Tokens[i]) {
			return nil, decline("the literal does not say which exception is meant")
		}
	}
	if m.shadowed("Exception") {
		return nil, decline("Exception means something else in this file")
	}
	return []text.Edit{m.replace(s.First+1, last, "Exception("+m.text(s.First+1, last)+")")}, nil
}

func hasBytes(t pytree.Token) bool {
	for _, c := range t.Literal().Prefix {
		if c == 'b' || c == 'B' {
			return true
		}
	}
	return false
}

func insertAt(offset int, s string) text.Edit {
	return text.Edit{Span: text.Span{Start: offset, End: offset}, New: s}
}

// find is the first token with that text in [first, last), outside brackets;
// -1 if there is none.
func (m module) find(first, last int, s string) int {
	depth := 0
	for i := first; i < last; i++ {
		switch {
		case m.is(i, "(", "[", "{"):
			depth++
		case m.is(i, ")", "]", "}"):
			depth--
		case depth == 0 && m.is(i, s):
			return i
		}
	}
	return -1
}
