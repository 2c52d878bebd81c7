package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pycode"
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
	args := m.Arguments(at+1, m.Tokens[at+1].Close)
	if len(args) == 0 {
		return nil, rule.Decline("the call has no argument")
	}
	edits := []text.Edit{m.Replace(at, at+1, "safe_load")}
	for i, a := range args {
		if i == 0 && (a.Name == "stream" || a.Name == "") {
			continue
		}
		if err := m.dropsLoader(args, i); err != nil {
			return nil, err
		}
		edits = append(edits,
			text.Edit{Span: text.Span{Start: m.Tokens[args[i-1].Last-1].Span.End, End: m.Tokens[a.Last-1].Span.End}})
	}
	return edits, nil
}

// yamlLoad returns the token of "load" in the call at the diagnostic, which spans
// the call, its callee, its loader or its line.
func (m module) yamlLoad() (int, error) {
	d, at := m.Diagnostic.Span, -1
	for i := range m.Named("yaml", 0, len(m.Tokens)) {
		if !m.Is(i+1, ".") || !m.Is(i+2, "load") || !m.Is(i+3, "(") ||
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
func (m module) dropsLoader(args []pycode.Argument, i int) error {
	a := args[i]
	switch {
	case i == 0 || i != len(args)-1 || a.Name != "Loader" && (a.Name != "" || i != 1):
		return rule.Decline("the call has arguments that safe_load does not take")
	case !m.Is(a.Last-1, "Loader", "UnsafeLoader", "FullLoader", "CLoader") ||
		m.Is(a.Last-2, ".") && !m.Is(a.Last-3, "yaml"):
		return rule.Decline("the loader may know more than plain values")
	case m.Commented(args[i-1].Last, m.Tokens[m.Tokens[a.First].In].Close):
		return rule.Decline("there is a comment next to the loader")
	}
	return nil
}

// imports reports whether the module is bound once, by "import name".
func (m module) imports(name string) bool {
	found := false
	for s := range m.All {
		for _, a := range m.Aliases(s) {
			if s.Keyword != "import" || a.Bound != name {
				continue
			}
			if m.Is(a.Last-2, "as") {
				return false
			}
			found = found || a.Module == name
		}
	}
	for i := range m.Named(name, 0, len(m.Tokens)) {
		if m.Given(i) {
			return false
		}
	}
	return found
}
