package typed

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// maybeEndless are functions of itertools that give values for ever.
	maybeEndless = lazyre.New(`^(?:count|cycle|repeat)$`)
	// givesAll are functions that give what they are given, or find, and come to an end.
	givesAll = lazyre.New(`^(?:map|filter|zip|enumerate|reversed|chain|islice|accumulate|starmap|combinations|permutations|product|compress|pairwise|takewhile|dropwhile|` +
		`finditer|glob|iglob|rglob|iterdir|scandir|walk)$`)
)

// KeepItems makes a list of what has no length where it is given its name, so that it can
// be counted and gone through as often as one likes.
func KeepItems(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !unsized.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about the length of what has none", Aside: true}
	}
	name := m.measured(m.TokenAt(m.Diagnostic.Span.Start))
	if name == "" || m.Shadowed("len") || m.Shadowed("list") {
		return nil, rule.Decline("no length of a name is asked for at the diagnostic")
	}
	u := Source{m.Unfold()}
	at, err := u.onlyValue(u.At(m.Diagnostic.Span.Start), name)
	if err != nil {
		return nil, err
	}
	first := at.First + 2
	lazy := u.Is(first, "(") && u.Tokens[first].Close == at.Last-1 && u.Find(first+1, at.Last-1, "for") >= 0
	switch {
	case u.Commented(first, at.Last):
		return nil, rule.Decline("there is a comment in its value")
	case !lazy && !u.comesToAnEnd(first, at.Last), u.endless(first, at.Last, nil), u.endlessIn(at.Function()):
		return nil, rule.Decline("it may be that %s never ends", name)
	case lazy:
		return []text.Edit{u.Replace(first, first+1, "["), u.Replace(at.Last-1, at.Last, "]")}, nil
	}
	return []text.Edit{rule.InsertAt(u.Tokens[first].Span.Start, "list("), rule.InsertAt(u.Tokens[at.Last-1].Span.End, ")")}, nil
}

// measured is the name at a token, if its length is asked for, and "" else.
func (m Source) measured(i int) string {
	if i < 2 || !m.Is(i-2, "len") || !m.Is(i-1, "(") || m.Tokens[i-1].Close != i+1 || m.Tokens[i].Kind != pytree.Name {
		return ""
	}
	return m.Tokens[i].Text
}

// onlyValue is the plain assignment that gives a name of a scope its only value, where
// nothing takes its items one by one.
func (m Source) onlyValue(s *pytree.Stmt, name string) (*pytree.Stmt, error) {
	scope := s.Scope()
	first, last := m.Region(scope)
	var at *pytree.Stmt
	for i := range m.Named(name, first, last) {
		in := m.At(m.Tokens[i].Span.Start)
		switch {
		case m.Is(i-1, "(") && m.Is(i-2, "next", "iter", "anext") || m.Is(i+1, ".") || m.Is(i-1, "from"):
			return nil, rule.Decline("the items of %s are taken one by one", name)
		case in.First == i && m.Is(i+1, "=") && in.Scope() == scope && at == nil:
			at = in
		case m.Assigned(name, i, i+1):
			return nil, rule.Decline("%s is given more than one value", name)
		}
	}
	if at == nil || at.Last <= at.First+2 || m.Find(at.First+2, at.Last, "=", ",") >= 0 {
		return nil, rule.Decline("nothing gives %s its value here", name)
	}
	return at, nil
}

// comesToAnEnd reports whether a value is the call of a function that is known to give so
// many items, or of one of this file.
func (m Source) comesToAnEnd(first, last int) bool {
	open := m.Dotted(first)
	if open <= first || !m.Is(open, "(") || m.Tokens[open].Close != last-1 {
		return false
	}
	name := m.Tokens[open-1].Text
	return givesAll.MatchString(name) || len(m.functions(name)) > 0
}

// functions of this file that are called so.
func (m Source) functions(name string) (out []*pytree.Stmt) {
	for s := range m.All {
		if s.Keyword == "def" && m.DefinedName(s) == name {
			out = append(out, s)
		}
	}
	return out
}

// endless reports whether the code of some tokens may give items for ever, or calls a
// function of this file that may.
func (m Source) endless(first, last int, seen []string) bool {
	for i := first; i < last; i++ {
		if m.Tokens[i].Kind != pytree.Name || !m.Is(i+1, "(") {
			continue
		}
		name := m.Tokens[i].Text
		if maybeEndless.MatchString(name) && (!m.Is(i-1, ".") || m.Is(i-2, "itertools")) || name == "iter" {
			return true
		}
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		for _, fn := range m.functions(name) {
			if m.forEver(fn) || m.endless(fn.Colon, m.Ends(fn), seen) {
				return true
			}
		}
	}
	return false
}

// endlessIn reports whether a function may hold something endless.
func (m Source) endlessIn(fn *pytree.Stmt) bool {
	first, last := m.Region(fn)
	return fn != nil && m.endless(first, last, []string{m.DefinedName(fn)})
}

// forEver reports whether a function yields in a loop whose condition always holds.
func (m Source) forEver(fn *pytree.Stmt) bool {
	for s := range m.All {
		if s.Keyword == "while" && s.Function() == fn && (m.Is(s.First+1, "True") || m.Tokens[s.First+1].Text == "1") && m.Any(s.First, m.Ends(s), "yield") {
			return true
		}
	}
	return false
}
