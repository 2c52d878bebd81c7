package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// safeLoad turns yaml.load into yaml.safe_load, which builds plain values only.
func safeLoad(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	at := -1
	for i := range m.Tokens {
		// The diagnostic spans the call, its callee, its loader or its line.
		if m.is(i, "yaml") && !m.is(i-1, ".") && m.is(i+1, ".") && m.is(i+2, "load") && m.is(i+3, "(") {
			end := m.Tokens[m.closing(i+3)].Span.End
			if m.Tokens[i].Span.Start <= max(p.Diagnostic.Span.Start, p.Diagnostic.Span.End-1) && p.Diagnostic.Span.Start < end {
				if at >= 0 && m.Tokens[at].Span.Start >= p.Diagnostic.Span.Start {
					return nil, decline("there are several calls of yaml.load at the diagnostic")
				}
				at = i
			}
		}
	}
	if at < 0 {
		return nil, decline("no call of yaml.load at the diagnostic")
	}
	if !m.imports("yaml") {
		return nil, decline("yaml is not imported under its own name")
	}
	edits := []text.Edit{m.replace(at+2, at+3, "safe_load")}
	open, end := at+3, m.closing(at+3)
	args := m.arguments(open, end)
	for i, a := range args {
		if (a.name == "stream" || a.name == "") && i == 0 {
			continue
		}
		loader := a.name == "Loader" || a.name == "" && i == 1
		if !loader || i != len(args)-1 {
			return nil, decline("the call has arguments that safe_load does not take")
		}
		if !m.is(a.last-1, "Loader", "UnsafeLoader", "FullLoader", "CLoader") || m.is(a.last-2, ".") && !m.is(a.last-3, "yaml") {
			return nil, decline("the loader may know more than plain values")
		}
		if m.commented(args[i-1].last, end) {
			return nil, decline("there is a comment beside the loader")
		}
		edits = append(edits, text.Edit{Span: text.Span{Start: m.Tokens[args[i-1].last-1].Span.End, End: m.Tokens[a.last-1].Span.End}})
	}
	if len(args) == 0 {
		return nil, decline("the call has no argument")
	}
	return edits, nil
}

// imports reports whether the module is bound once, by "import name".
func (m module) imports(name string) bool {
	found := false
	for s := range m.All {
		if s.Keyword != "import" {
			continue
		}
		for i := s.First + 1; i < s.Last; i++ {
			if m.is(i, name) && m.is(i-1, "import", ",") && !m.is(i+1, ".", "as") {
				found = true
			}
			if m.is(i, name) && m.is(i-1, "as") {
				return false
			}
		}
	}
	for i := range m.Tokens {
		if m.is(i, name) && !m.is(i-1, ".") && m.is(i+1, "=", ":=") && m.bracket(i) < 0 {
			return false
		}
	}
	return found
}

// argument is one argument of a call: tokens [first, last), its keyword.
type argument struct {
	name        string
	first, last int
}

// arguments of the call whose brackets are open and end. A starred one has the
// name "*".
func (m module) arguments(open, end int) []argument {
	var out []argument
	for i := open + 1; i < end; {
		j := m.find(i, end, ",")
		if j < 0 {
			j = end
		}
		first, last := i, j
		for first < last && m.Tokens[first].Kind == pytree.Comment {
			first++
		}
		for last > first && m.Tokens[last-1].Kind == pytree.Comment {
			last--
		}
		if last > first {
			a := argument{first: first, last: last}
			switch {
			case m.Tokens[first].Kind == pytree.Name && m.is(first+1, "="):
				a.name = m.Tokens[first].Text
			case m.is(first, "*", "**"):
				a.name = "*"
			}
			out = append(out, a)
		}
		i = j + 1
	}
	return out
}
