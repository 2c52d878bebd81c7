package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// deprecatedAlias replaces a name of typing by what it stands for. One that
// lives in another module is imported from there under the name it has here;
// one that is a builtin goes, and its uses with it.
func deprecatedAlias(m module, s *pytree.Stmt) ([]text.Edit, error) {
	said := signal.Said(m.Diagnostic.Message, "`typing.…` is deprecated, use `…` instead",
		"`typing_extensions.…` is deprecated, use `…` instead")
	if said == nil {
		return nil, rule.Decline("the message names no other module for the name")
	}
	list := m.Aliases(s)
	i := slices.IndexFunc(list, func(a pycode.Alias) bool {
		return (a.Module == "typing" || a.Module == "typing_extensions") && a.Name == said[0]
	})
	if i < 0 || s.Keyword != "from" {
		return nil, rule.Decline("no import of %s at the diagnostic", said[0])
	}
	bound := list[i].Bound
	if home, name, ok := pycode.CutLast(said[1]); ok {
		line := "from " + home + " import " + name
		if name != bound {
			line += " as " + bound
		}
		return m.importInstead(s, list, i, line)
	}
	if why := m.keptAlias(s, bound, said[1]); why != "" {
		return nil, rule.Decline("%s", why)
	}
	edits, err := m.removeAlias(s, list, i)
	if err != nil {
		return nil, err
	}
	for k := range m.Named(bound, 0, len(m.Tokens)) {
		if k < s.First || k >= s.Last {
			edits = append(edits, m.Replace(k, k+1, said[1]))
		}
	}
	return edits, nil
}

// importInstead replaces one alias of an import by an import of its own.
func (m module) importInstead(s *pytree.Stmt, list []pycode.Alias, i int, line string) ([]text.Edit, error) {
	if len(list) == 1 {
		if m.Commented(s.First, s.Last) {
			return nil, rule.Decline("there is a comment among the imported names")
		}
		return []text.Edit{m.Replace(s.First, s.Last, line)}, nil
	}
	if !s.Alone || s.Parent != nil && s.Parent.Inline {
		return nil, rule.Decline("the import shares its line")
	}
	if next := i + 1; next < len(list) && m.Commented(list[i].First, list[next].First) ||
		next == len(list) && m.Commented(list[i].First, m.Ends(s)) {
		return nil, rule.Decline("there is a comment among the imported names")
	}
	start := m.Tokens[s.First].Span.Start
	edits := []text.Edit{rule.InsertAt(start, line+m.Eol(start)+s.Indent)}
	more, err := m.removeAlias(s, list, i)
	return append(edits, more...), err
}

// keptAlias says why a name cannot be replaced by a builtin throughout; "" if
// it can.
func (m module) keptAlias(s *pytree.Stmt, bound, builtin string) string {
	switch {
	case s.Parent != nil:
		return "the import is not made for the whole module"
	case strings.HasPrefix(path.Base(strings.ReplaceAll(m.Snapshot.Path, "\\", "/")), "__init__.py"):
		return "a package's own file may import a name to pass it on"
	case m.Shadowed(builtin):
		return builtin + " means something else in this file"
	case m.Dynamic():
		return "the file looks names up by their spelling"
	case m.Assigned(bound, 0, s.First) || m.Assigned(bound, s.Last, len(m.Tokens)):
		return bound + " is given another meaning in this file"
	}
	for i := range m.Tokens {
		if i >= s.First && i < s.Last {
			continue
		}
		if why := m.keptBy(i, bound, builtin); why != "" {
			return why
		}
	}
	return ""
}

// keptBy says why a name cannot be replaced by a builtin where token i stands.
func (m module) keptBy(i int, bound, builtin string) string {
	switch t := m.Tokens[i]; t.Kind {
	case pytree.Name:
		switch {
		case m.Is(i-1, "."):
		case t.Text == bound && (m.Is(i+1, "=") || m.Is(i-1, "for", "lambda")):
			return bound + " is given another meaning in this file"
		case t.Text == builtin && m.Is(i+1, ":") && m.IsStatementStart(i):
			return builtin + " means something else in this file" // a field of that name
		}
	case pytree.String:
		if lex.HasWord(t.Text, bound) {
			return "a string speaks of " + bound
		}
	case pytree.Comment:
		if strings.Contains(t.Text, "type:") && lex.HasWord(t.Text, bound) {
			return "a comment names a type by " + bound
		}
	}
	return ""
}
