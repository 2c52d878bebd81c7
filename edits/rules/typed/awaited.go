package typed

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	ofCoroutine    = lazyre.New(`"Coroutine\[|"CoroutineType\[|^Result of async function call is not used`)
	wantsCoroutine = lazyre.New(`(?:expected|declared type|parameter "\w+" of type|variable has type|return type) "Coroutine`)
	notIndexable   = lazyre.New(`is not indexable|^"__getitem__" method`)
	lacking        = lazyre.New(`has no attribute "(\w+)"|[Cc]annot access attribute "(\w+)"`)
	// handsOver are functions of asyncio that wait for what they are given, or have it
	// waited for.
	handsOver = lazyre.New(`^(?:gather|create_task|ensure_future|wait|wait_for|as_completed|shield|run|run_until_complete|run_coroutine_threadsafe)$`)
)

// AwaitResult waits for a coroutine whose result is used as if it were there: at the
// call itself, or where its name is given the call's result.
func AwaitResult(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !ofCoroutine.MatchString(m.Diagnostic.Message) || wantsCoroutine.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a coroutine", Aside: true}
	}
	first, end, whole, err := m.pending(s)
	if err != nil {
		return nil, err
	}
	fn, at := s.Function(), m.At(m.Tokens[first].Span.Start)
	callers, err := m.callers(fn)
	switch why := m.cannotWait(at, first); {
	case at.Keyword == "def" || at.Keyword == "class":
		return nil, rule.Decline("%s", why)
	case fn != nil && fn.Async && why == "":
		return m.wait(first, end, whole), nil
	case err != nil:
		return nil, err
	case len(callers) > 0 && why == "":
		return append(m.wait(first, end, whole), callers...), nil
	case len(callers) > 0 || fn != nil && fn.Async:
		return nil, rule.Decline("%s", why)
	}
	return m.runs(first, end)
}

// wait has a call's result waited for, in brackets where something is read of it.
func (m Source) wait(first, end int, whole bool) []text.Edit {
	if whole {
		return []text.Edit{rule.InsertAt(m.Tokens[first].Span.Start, "await ")}
	}
	return []text.Edit{rule.InsertAt(m.Tokens[first].Span.Start, "(await "), rule.InsertAt(m.Tokens[end-1].Span.End, ")")}
}

// runs has a function that is not async run the coroutine to its end.
func (m Source) runs(first, end int) ([]text.Edit, error) {
	edits := []text.Edit{rule.InsertAt(m.Tokens[first].Span.Start, "asyncio.run("), rule.InsertAt(m.Tokens[end-1].Span.End, ")")}
	for _, s := range m.Body {
		if s.Keyword == "import" && m.AliasOf(s, "asyncio") >= 0 && m.Tokens[s.First].Span.Start < m.Tokens[first].Span.Start {
			return edits, nil
		}
	}
	if why := m.Bound("asyncio"); why != "" {
		return nil, rule.Decline("%s", why)
	}
	return append(edits, m.AddImport("import", "asyncio", "import asyncio")), nil
}

// pending finds the call that a statement's diagnostic calls a coroutine, at its place
// or where its name is given its value; whole says that nothing is read of its result.
func (m Source) pending(s *pytree.Stmt) (first, end int, whole bool, err error) {
	i := slices.IndexFunc(m.Tokens[s.First:s.Last], func(t pytree.Token) bool { return t.Span.Start == m.Diagnostic.Span.Start })
	if i < 0 {
		return 0, 0, false, rule.Decline("no call of a coroutine at the diagnostic")
	}
	i += s.First
	if strings.HasPrefix(m.Diagnostic.Message, "No overload variant") {
		return m.amongArguments(i, s.Last)
	}
	if m.Any(s.First, i, "lambda") {
		return 0, 0, false, rule.Decline("a lambda cannot wait")
	}
	end, whole = m.coroutine(i, s.Last)
	switch {
	case end == i+1 && m.Tokens[i].Kind == pytree.Name:
		first, end, err = m.assignedCall(s.Function(), m.Tokens[i].Text)
		return first, end, true, err
	case !m.Is(end-1, ")"):
		return 0, 0, false, rule.Decline("no call of a coroutine at the diagnostic")
	}
	return i, end, whole, nil
}

// amongArguments finds the one call of an async function of the file among the arguments
// of the call at a token.
func (m Source) amongArguments(i, last int) (first, end int, whole bool, err error) {
	open := m.Dotted(i)
	if open >= last || !m.Is(open, "(") || m.Any(open, m.Tokens[open].Close, "lambda", "await", "for") {
		return 0, 0, false, rule.Decline("no plain call at the diagnostic")
	}
	for _, a := range m.Arguments(open, m.Tokens[open].Close) {
		of := m.functions(m.Tokens[a.First].Text)
		if len(of) != 1 || !of[0].Async || !m.Is(a.First+1, "(") || m.Tokens[a.First+1].Close != a.Last-1 {
			continue
		}
		if end > 0 {
			return 0, 0, false, rule.Decline("more than one coroutine is handed over")
		}
		first, end = a.First, a.Last
	}
	if end == 0 {
		return 0, 0, false, rule.Decline("no call of a coroutine at the diagnostic")
	}
	return first, end, true, nil
}

// coroutine finds the end of the expression at a token that the message calls a
// coroutine: all of it, or what stands before the attribute that it lacks.
func (m Source) coroutine(i, last int) (end int, whole bool) {
	attribute := ""
	if said := lacking.FindStringSubmatch(m.Diagnostic.Message); said != nil && !strings.HasPrefix(said[1]+said[2], "__") {
		attribute = said[1] + said[2]
	}
	for end = i + 1; end < last; {
		switch {
		case m.Is(end, ".") && attribute != "" && m.Is(end+1, attribute):
			return end, false
		case m.Is(end, "[") && notIndexable.MatchString(m.Diagnostic.Message):
			return end, false
		case m.Is(end, "."):
			end += 2
		case m.Is(end, "(", "["):
			end = m.Tokens[end].Close + 1
		default:
			return end, true
		}
	}
	return end, true
}

// handsOver reports whether a statement has others wait for something.
func (m Source) handsOver(s *pytree.Stmt) bool {
	return slices.ContainsFunc(m.Tokens[s.First:s.Last], func(t pytree.Token) bool { return handsOver.MatchString(t.Text) })
}

// assignedCall is the call whose result a name of a function is given, if that is the
// only place that gives it a value, and nobody waits for it later.
func (m Source) assignedCall(fn *pytree.Stmt, name string) (first, end int, err error) {
	var at *pytree.Stmt
	for s := range m.All {
		if s.Function() != fn {
			continue
		}
		for i := s.First; i < s.Last; i++ {
			if !m.Is(i, name) || m.Is(i-1, ".") {
				continue
			}
			switch {
			case i == s.First && m.Is(i+1, "=") && at == nil:
				at = s
			case i == s.First && m.Is(i+1, "=", ":", ",") || m.Is(i-1, "as", "for", "del", "nonlocal", "global") || m.Is(i+1, ":="):
				return 0, 0, rule.Decline("%s is given more than one value", name)
			case m.Is(i-1, "await") || m.handsOver(s):
				return 0, 0, rule.Decline("%s is waited for elsewhere", name)
			}
		}
	}
	if at == nil {
		return 0, 0, rule.Decline("nothing gives %s its value here", name)
	}
	first = at.First + 2
	end, _ = m.coroutine(first, at.Last)
	if end != at.Last || !m.Is(end-1, ")") || m.Tokens[first].Kind != pytree.Name {
		return 0, 0, rule.Decline("%s is not given the result of one call", name)
	}
	return first, end, nil
}
