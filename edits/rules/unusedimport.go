package rules

import (
	"path"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// unusedImport removes a name that is imported and never used.
func unusedImport(m module, s *pytree.Stmt) ([]text.Edit, error) {
	list := m.Aliases(s)
	switch {
	case m.Star(s):
		return nil, rule.Decline("it imports all names (*), which others may take from here")
	case len(list) == 0:
		return nil, rule.Decline("no import of names at the diagnostic")
	}
	i := m.chosen(list)
	if i < 0 {
		return nil, rule.Decline("the message does not say which import is unused")
	}
	a := list[i]
	switch {
	case a.Module == "__future__":
		return nil, rule.Decline("an import from __future__ is a directive")
	case passesOn(m.Snapshot.Path, a):
		return nil, rule.Decline("a package's own file may import a name to pass it on")
	case a.Bound == a.Name && m.Is(a.Last-2, "as"):
		return nil, rule.Decline("the redundant alias passes the name on")
	}
	for h := s.Parent; h != nil; h = h.Parent {
		if h.Keyword == "try" {
			return nil, rule.Decline("an import in a try clause may test whether the module is there")
		}
	}
	if m.uses(a.Bound, s) {
		return nil, rule.Decline("%s is used in this file", a.Bound)
	}
	if where := m.spokenOf(a.Bound); where != "" {
		return nil, rule.Decline("%s uses %s", where, a.Bound)
	}
	return m.removeAlias(s, list, i)
}

// passesOn reports whether a file may import a name for others. A stub passes on
// only what it says so of, "import x as x", and its own modules
// (https://typing.python.org/en/latest/spec/distributing.html#import-conventions).
func passesOn(file string, a pycode.Alias) bool {
	switch path.Base(strings.ReplaceAll(file, "\\", "/")) {
	case "__init__.py":
		return true
	case "__init__.pyi":
		return strings.HasPrefix(a.Module, ".")
	}
	return false
}

// chosen returns the alias that the diagnostic is about: the one its span contains, or
// the one its message names; -1 for none or several.
func (m module) chosen(list []pycode.Alias) int {
	if len(list) == 1 {
		return 0
	}
	d := m.Diagnostic.Span
	for i, a := range list {
		if sp := m.Range(a.First, a.Last); sp.Contains(d.Start) && (d.Len() == 0 || d.End <= sp.End) {
			return i
		}
	}
	name, as, renamed := strings.Cut(importNamed(m.Diagnostic.Message), " as ")
	found := -1
	for i, a := range list {
		if !a.Called(name) || renamed && as != a.Bound {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// importNamed returns what a message says is imported: in quotes, or as in "Unused
// Path imported from pathlib".
func importNamed(message string) string {
	if name := rule.Quoted(message); name != "" {
		return name
	}
	f := strings.Fields(message)
	if len(f) < 2 || !strings.EqualFold(f[0], "unused") {
		return ""
	}
	if f[1] == "import" && len(f) > 2 {
		return f[2]
	}
	return f[1]
}

// uses reports whether a name occurs in code outside the statement: as a name,
// in a string that may be an annotation, or among exported names.
func (m module) uses(name string, except *pytree.Stmt) bool {
	if m.Dynamic() {
		return true
	}
	outside := func(i int) bool { return i < except.First || i >= except.Last }
	for i := range m.Named(name, 0, len(m.Tokens)) {
		if outside(i) && !m.Keyword(i) {
			return true
		}
	}
	for _, i := range m.Texts(name) {
		if m.Tokens[i].Kind != pytree.String || !outside(i) {
			continue
		}
		l := m.Tokens[i].Literal()
		if l.Format() && lex.HasWord(l.Body, name) ||
			len(l.Quote) == 1 && (l.Body == name || lex.HasWord(l.Body, name) && m.annotates(i)) {
			return true
		}
	}
	return false
}

// spokenOf names what uses a name outside of code: a comment that declares a type,
// or the examples of a docstring.
func (m module) spokenOf(name string) string {
	for _, i := range m.Texts(name) {
		t := m.Tokens[i]
		switch {
		case t.Kind == pytree.Comment && typeComment.MatchString(t.Text):
			return "a type comment"
		case t.Kind == pytree.String && strings.Contains(t.Text, ">>>"):
			return "an example in a docstring"
		}
	}
	return ""
}

// typeComment matches the comments in which older code declares types.
var typeComment = lazyre.New(`^#\s*type:\s*(?:[^i\s]|i[^g])`)

// annotates reports whether a string may stand for a type.
func (m module) annotates(i int) bool {
	return m.Is(i-1, ":", "->", "[", ",", "|", "(") || m.Is(i+1, "|", "]", ",")
}
