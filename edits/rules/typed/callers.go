package typed

import (
	"iter"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// lifted is a function made async, with those that call it.
type lifted struct {
	Source
	seen  []*pytree.Stmt
	edits []text.Edit
	loop  bool   // a loop of events runs where it is called
	open  string // who calls it and cannot wait, or may
}

var (
	// saysCoroutine is how descriptions call a function that is waited for.
	saysCoroutine = lazyre.New(`(?i)\b(?:(?:a|this|the|as) coroutine|coroutine(?: function)?[:;,.]|async(?:hronous(?:ly)?)?\b|await(?:able|ed|s|ing)?\b|to be awaited)`)
	saysBlocking  = lazyre.New(`(?i)\b(?:not|no|without|non|outside|synchron\w*|block\w*|runs?)\b`)
	// neverAsked are decorators that leave a function to be called as it stands.
	neverAsked = []string{"staticmethod", "classmethod", "override"}
)

// callers are the edits with which those who call a function wait for it, and it is made
// async, where a loop of events runs when it is called: a loop that runs cannot be run
// (https://docs.python.org/3/library/asyncio-runner.html#asyncio.run). None where it is
// called where no loop runs.
func (m Source) callers(fn *pytree.Stmt) ([]text.Edit, error) {
	if fn == nil || fn.Async {
		return nil, nil
	}
	if m.Any(fn.First, m.Ends(fn), "yield") {
		return nil, rule.Decline("a generator that is not async cannot wait")
	}
	l := lifted{Source: Source{m.Unfold()}}
	if err := l.lift(l.At(m.Tokens[fn.First].Span.Start)); err != nil {
		return nil, err
	}
	if !l.loop {
		return nil, nil
	}
	if l.open != "" {
		return nil, rule.Decline("%s", l.open)
	}
	u := m.Unfold()
	return u.Fold(l.edits, nil)
}

// lift makes a function async, and has those wait that call it.
func (l *lifted) lift(fn *pytree.Stmt) error {
	if slices.Contains(l.seen, fn) {
		return nil
	}
	l.seen = append(l.seen, fn)
	name := l.DefinedName(fn)
	if strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		return rule.Decline("who calls %s cannot be seen", name)
	}
	if l.Any(fn.First, l.Ends(fn), "yield") {
		l.open = "a generator that is not async cannot wait"
	}
	for i := fn.Decorators; i < fn.First; i++ {
		if l.Is(i-1, "@") && !slices.Contains(neverAsked, l.Tokens[i].Text) {
			return rule.Decline("whoever else calls this function would have to wait for it")
		}
	}
	says := l.description(fn)
	asked := saysCoroutine.MatchString(says) && !saysBlocking.MatchString(says)
	l.loop = l.loop || asked
	l.edits = append(l.edits, rule.InsertAt(l.Tokens[fn.First].Span.Start, "async "))
	called := false
	for i := range l.namings(fn) {
		called = true
		if err := l.call(i); err != nil {
			return err
		}
	}
	if !called && !asked {
		l.open = "functions that can wait call it, and others that cannot"
	}
	return nil
}

// call has the function that names another one at a token wait for it.
func (l *lifted) call(i int) error {
	s := l.At(l.Tokens[i].Span.Start)
	if s == nil || !l.Is(i+1, "(") || l.handsOver(s) {
		return rule.Decline("something else is done with it than to call it")
	}
	in := s.Function()
	async := in != nil && in.Async
	if why := l.cannotWait(s, i); why != "" {
		return rule.Decline("%s", why)
	}
	first, end := l.callOf(i, s.Last)
	switch {
	case l.Is(first-1, "await", ".") || strings.HasPrefix(strings.TrimLeft(l.Src[l.Tokens[end-1].Span.End:], " "), "=") && !l.Is(end, "=="):
		return rule.Decline("it is waited for, or called in a way that cannot be read")
	case in == nil:
		l.open = "functions that can wait call it, and others that cannot"
		return nil
	}
	l.edits = append(l.edits, l.wait(first, end, !l.Is(end, ".", "[", "("))...)
	if async {
		l.loop = true
		return nil
	}
	return l.lift(in)
}

// cannotWait says why nothing can be waited for at a token of a statement, in any
// function.
func (m Source) cannotWait(s *pytree.Stmt, i int) string {
	if s.Keyword == "def" || s.Keyword == "class" {
		return "what a definition's head says cannot wait"
	}
	if m.Any(s.First, i, "lambda") {
		return "a lambda cannot wait"
	}
	inside := 0
	for open := m.Tokens[i].In; open >= s.First; open = m.Tokens[open].In {
		at := m.Find(open+1, m.Tokens[open].Close, "for")
		if at < 0 {
			continue
		}
		in := m.Find(at, m.Tokens[open].Close, "in")
		if next := m.Find(in+1, m.Tokens[open].Close, "for", "if"); i > in && (next < 0 || i < next) {
			continue // what is gone through is there before
		}
		if inside++; inside > 1 || m.Is(open, "(") {
			return "what is made lazily, or in a comprehension in another one, cannot wait"
		}
	}
	return ""
}

// description is what the function's docstring says.
func (m Source) description(fn *pytree.Stmt) string {
	if fn == nil || len(fn.Body) == 0 || !m.IsDocstring(fn.Body[0]) {
		return ""
	}
	var b strings.Builder
	for _, t := range m.Tokens[fn.Body[0].First:fn.Body[0].Last] {
		b.WriteString(t.Literal().Body)
	}
	return b.String()
}

// namings yields where a function is named outside of its own head: a method behind a
// dot, another one without.
func (m Source) namings(fn *pytree.Stmt) iter.Seq[int] {
	name := m.DefinedName(fn)
	return func(yield func(int) bool) {
		for i := range m.Tokens {
			if m.Is(i, name) && m.Is(i-1, ".") == pycode.InClass(fn) && !m.Is(i-1, "def") && !m.Keyword(i) && !yield(i) {
				return
			}
		}
	}
}

// callOf is the call of the name at a token, with what stands before its dots.
func (m Source) callOf(i, last int) (first, end int) {
	for first = i; m.Is(first-1, ".") && first >= 2 && m.Tokens[first-2].Kind == pytree.Name; {
		first -= 2
	}
	return first, min(m.Tokens[i+1].Close+1, last)
}
