package rules

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// localImport takes an import out of a function that the module makes already.
// It makes the name local to the whole function, so that a use above it finds
// nothing.
func localImport(m module, at *pytree.Stmt) ([]text.Edit, error) {
	name := rule.Quoted(m.Diagnostic.Message)
	if name == "" || !m.Is(m.TokenAt(m.Diagnostic.Span.Start), name) {
		return nil, rule.Decline("no name at the diagnostic")
	}
	fn := at.Function()
	if fn == nil {
		return nil, rule.Decline("%s is read outside of a function", name)
	}
	if m.Dynamic() {
		return nil, rule.Decline("the file looks names up by their spelling")
	}
	global, why := m.onlyImport(name, fn)
	if why != "" {
		return nil, rule.Decline("%s", why)
	}
	first, last := m.Region(fn)
	var edits []text.Edit
	var suites []*pytree.Stmt
	for s := range m.All {
		i := m.AliasOf(s, name)
		if i < 0 || s.First < first || s.First >= last {
			continue
		}
		list := m.Aliases(s)
		if !list[i].Same(global) {
			return nil, rule.Decline("the function imports something else as %s", name)
		}
		if s.Function() != fn || slices.Contains(suites, s.Parent) {
			return nil, rule.Decline("%s is imported in several places of the function", name)
		}
		suites = append(suites, s.Parent)
		e, err := m.removeAlias(s, list, i)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e...)
	}
	if len(edits) == 0 {
		return nil, rule.Decline("the function does not import %s", name)
	}
	return edits, nil
}

// onlyImport is the import at the top of the module that gives a name its
// meaning, if that is made before the function and nothing else can give it
// another one; else the reason.
func (m module) onlyImport(name string, fn *pytree.Stmt) (pycode.Alias, string) {
	var found pycode.Alias
	first, last := m.Region(fn)
	for s := range m.All {
		if m.Star(s) {
			return found, "a star import may bring " + name
		}
		i := m.AliasOf(s, name)
		if i < 0 || s.First >= first && s.First < last || s.Function() != nil {
			continue // a name of a function's own
		}
		a := m.Aliases(s)[i]
		if s.Parent != nil || s.First > first || found.Bound != "" && !found.Same(a) {
			return found, name + " is imported in more than one way"
		}
		found = a
	}
	switch {
	case found.Bound == "":
		return found, "the module does not import " + name
	case m.givenMeaning(name):
		return found, name + " may be given another meaning in this file"
	}
	return found, ""
}

// givenMeaning reports whether a statement other than an import may bind a
// name: it does not just call it or read an attribute of it.
func (m module) givenMeaning(name string) bool {
	for s := range m.All {
		if pycode.IsImport(s) {
			continue
		}
		for i := range m.Named(name, s.Decorators, s.Last) {
			argument := m.Is(i+1, "=") && m.Is(i-1, "(", ",") && m.Is(m.Tokens[i].In, "(") && s.Keyword != "def"
			if !argument && (!m.Is(i+1, ".", "(") || m.Is(i-1, "def", "class")) {
				return true
			}
		}
	}
	return false
}
