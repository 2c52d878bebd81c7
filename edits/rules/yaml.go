package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// safeLoad turns yaml.load into yaml.safe_load, which builds plain values only.
func safeLoad(m module) ([]text.Edit, error) {
	at, err := m.yamlLoad()
	if err != nil {
		return nil, err
	}
	if !m.imports("yaml") {
		return nil, rule.Decline("yaml is not imported under its own name")
	}
	args := m.arguments(at+1, m.Tokens[at+1].Close)
	if len(args) == 0 {
		return nil, rule.Decline("the call has no argument")
	}
	edits := []text.Edit{m.replace(at, at+1, "safe_load")}
	for i, a := range args {
		if i == 0 && (a.name == "stream" || a.name == "") {
			continue
		}
		if err := m.dropsLoader(args, i); err != nil {
			return nil, err
		}
		edits = append(edits, text.Edit{Span: text.Span{Start: m.Tokens[args[i-1].last-1].Span.End, End: m.Tokens[a.last-1].Span.End}})
	}
	return edits, nil
}

// yamlLoad is the token of "load" in the call at the diagnostic, which spans
// the call, its callee, its loader or its line.
func (m module) yamlLoad() (int, error) {
	d, at := m.Diagnostic.Span, -1
	for i := range m.named("yaml", 0, len(m.Tokens)) {
		if !m.is(i+1, ".") || !m.is(i+2, "load") || !m.is(i+3, "(") ||
			m.Tokens[i].Span.Start > max(d.Start, d.End-1) || d.Start >= m.Tokens[m.Tokens[i+3].Close].Span.End {
			continue
		}
		if at >= 0 && m.Tokens[at-2].Span.Start >= d.Start {
			return 0, rule.Decline("there are several calls of yaml.load at the diagnostic")
		}
		at = i + 2
	}
	if at < 0 {
		return 0, rule.Decline("no call of yaml.load at the diagnostic")
	}
	return at, nil
}

// dropsLoader declines unless the i-th argument is the last one, and a loader
// that safe_load can stand for.
func (m module) dropsLoader(args []argument, i int) error {
	a := args[i]
	switch {
	case i == 0 || i != len(args)-1 || a.name != "Loader" && (a.name != "" || i != 1):
		return rule.Decline("the call has arguments that safe_load does not take")
	case !m.is(a.last-1, "Loader", "UnsafeLoader", "FullLoader", "CLoader") || m.is(a.last-2, ".") && !m.is(a.last-3, "yaml"):
		return rule.Decline("the loader may know more than plain values")
	case m.commented(args[i-1].last, m.Tokens[m.Tokens[a.first].In].Close):
		return rule.Decline("there is a comment beside the loader")
	}
	return nil
}

// imports reports whether the module is bound once, by "import name".
func (m module) imports(name string) bool {
	found := false
	for s := range m.All {
		for _, a := range m.aliases(s) {
			if s.Keyword != "import" || a.bound != name {
				continue
			}
			if m.is(a.last-2, "as") {
				return false
			}
			found = found || a.module == name
		}
	}
	for i := range m.named(name, 0, len(m.Tokens)) {
		if m.given(i) {
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
		j := m.Find(i, end, ",")
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
