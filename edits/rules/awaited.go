package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	ofCoroutine = lazyre.New(`"Coroutine\[|class "CoroutineType\[`)
	lacking     = lazyre.New(`has no attribute "(\w+)"|[Cc]annot access attribute "(\w+)"`)
	// handsOver are functions of asyncio that wait for what they are given, or have it
	// waited for.
	handsOver = lazyre.New(`^(?:gather|create_task|ensure_future|wait|wait_for|as_completed|shield|run|run_until_complete|run_coroutine_threadsafe)$`)
)

// awaitResult waits for a coroutine whose result is used as if it were there: at the
// call itself, or where its name is given the call's result.
func awaitResult(m module, s *pytree.Stmt) ([]text.Edit, error) {
	fn := s.Function()
	switch {
	case !ofCoroutine.MatchString(m.Diagnostic.Message):
		return nil, Declined{Reason: "it is not about a coroutine", Aside: true}
	case fn == nil || !fn.Async:
		return nil, rule.Decline("nothing can be waited for outside of an async function")
	}
	i := slices.IndexFunc(m.Tokens[s.First:s.Last], func(t pytree.Token) bool { return t.Span.Start == m.Diagnostic.Span.Start })
	if i < 0 {
		return nil, rule.Decline("no call of a coroutine at the diagnostic")
	}
	i += s.First
	if m.any(s.First, i, "lambda") {
		return nil, rule.Decline("a lambda cannot wait")
	}
	end, whole := m.coroutine(i, s.Last)
	switch {
	case end == i+1 && m.Tokens[i].Kind == pytree.Name:
		return m.awaitAssigned(fn, m.Tokens[i].Text)
	case !m.is(end-1, ")"):
		return nil, rule.Decline("no call of a coroutine at the diagnostic")
	case whole:
		return []text.Edit{insertAt(m.Tokens[i].Span.Start, "await ")}, nil
	}
	return []text.Edit{insertAt(m.Tokens[i].Span.Start, "(await "), insertAt(m.Tokens[end-1].Span.End, ")")}, nil
}

// coroutine finds the end of the expression at a token that the message calls a
// coroutine: all of it, or what stands before the attribute that it lacks.
func (m module) coroutine(i, last int) (end int, whole bool) {
	attribute := ""
	if said := lacking.FindStringSubmatch(m.Diagnostic.Message); said != nil && !strings.HasPrefix(said[1]+said[2], "__") {
		attribute = said[1] + said[2]
	}
	for end = i + 1; end < last; {
		switch {
		case m.is(end, ".") && attribute != "" && m.is(end+1, attribute):
			return end, false
		case m.is(end, "."):
			end += 2
		case m.is(end, "(", "["):
			end = m.Tokens[end].Close + 1
		default:
			return end, true
		}
	}
	return end, true
}

// handsOver reports whether a statement has others wait for something.
func (m module) handsOver(s *pytree.Stmt) bool {
	return slices.ContainsFunc(m.Tokens[s.First:s.Last], func(t pytree.Token) bool { return handsOver.MatchString(t.Text) })
}

// awaitAssigned waits where a name of a function is given the result of a call, if
// that is the only place that gives it a value, and nobody waits for it later.
func (m module) awaitAssigned(fn *pytree.Stmt, name string) ([]text.Edit, error) {
	var at *pytree.Stmt
	for s := range m.All {
		if s.Function() != fn {
			continue
		}
		for i := s.First; i < s.Last; i++ {
			if !m.is(i, name) || m.is(i-1, ".") {
				continue
			}
			switch {
			case i == s.First && m.is(i+1, "=") && at == nil:
				at = s
			case i == s.First && m.is(i+1, "=", ":", ",") || m.is(i-1, "as", "for", "del", "nonlocal", "global") || m.is(i+1, ":="):
				return nil, rule.Decline("%s is given more than one value", name)
			case m.is(i-1, "await") || m.handsOver(s):
				return nil, rule.Decline("%s is waited for elsewhere", name)
			}
		}
	}
	if at == nil {
		return nil, rule.Decline("nothing gives %s its value here", name)
	}
	first := at.First + 2
	end, _ := m.coroutine(first, at.Last)
	if end != at.Last || !m.is(end-1, ")") || m.Tokens[first].Kind != pytree.Name {
		return nil, rule.Decline("%s is not given the result of one call", name)
	}
	return []text.Edit{insertAt(m.Tokens[first].Span.Start, "await ")}, nil
}
