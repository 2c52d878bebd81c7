package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/edits/rules/stated"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// misspeltName writes the name that a message suggests where the reported one is a slip of it, and nothing else can
// have that name.
func misspeltName(p Problem) ([]text.Edit, error) {
	r, err := stated.Rename(p)
	if err != nil {
		return nil, err
	}
	if !stated.Near(r.Old, r.New) {
		return nil, rule.Declined{Reason: "the suggested name is another word", Aside: true}
	}
	if why := dynamicMember(p, r.Old); why != "" {
		return nil, rule.Decline("%s may be there: %s", r.Old, why)
	}
	return []text.Edit{{Span: r.At, New: r.New}}, nil
}

// suggestedName writes the suggested name where misspeltName does not.
func suggestedName(p Problem) ([]text.Edit, error) {
	r, err := stated.Rename(p)
	if err != nil {
		return nil, err
	}
	if stated.Near(r.Old, r.New) && dynamicMember(p, r.Old) == "" {
		return nil, rule.Declined{Reason: "the name is misspelt", Aside: true}
	}
	return []text.Edit{{Span: r.At, New: r.New}}, nil
}

var missingMember = lazyre.New(`^"(\w+)(?:\[.*\])?" has no attribute |^Module (?:"[\w.]+" )?has no attribute `)

// dynamicMember says why a member that a type checker for Python does not know may exist, "" if it does not. In released
// code most of these findings are of members that run: they come from a subclass, a mixin, setattr or a C module. So
// the member has to be of a builtin type, of a plain class of this file, or of a module of the standard library.
func dynamicMember(p Problem, member string) string {
	said := missingMember.FindStringSubmatch(p.Diagnostic.Message)
	if said == nil || p.Snapshot.Lang != "python" {
		return ""
	}
	m, err := read(p)
	if err != nil {
		return "the file cannot be read"
	}
	if said[1] == "" {
		return m.ownModule(p.Diagnostic.Span.Start)
	}
	if pytree.Builtin(said[1]) {
		return ""
	}
	for s := range m.All {
		if s.Keyword != "class" || m.DefinedName(s) != said[1] {
			continue
		}
		open := m.Find(s.First, s.Colon, "(")
		switch {
		case open >= 0 && m.Tokens[open].Close > open+1:
			return "the class has bases"
		case s.Decorators < s.First:
			return "the class is decorated"
		case m.Any(s.First, m.Ends(s), "__getattr__", "__getattribute__", "setattr", "__dict__", "__slots__"):
			return "the class makes its members as it runs"
		}
		for i := range m.Tokens {
			if m.Is(i, member) && (m.Is(i-1, ".") && m.Is(i+1, "=", ":") || m.Is(i-1, "def")) {
				return "something is given that name"
			}
		}
		return ""
	}
	return said[1] + " is no class of this file"
}

// ownModule says why the module whose member is read at an offset, or imported, may have more than a checker sees: any
// but those of the standard library may.
func (m module) ownModule(at int) string {
	i := m.TokenAt(at)
	if m.Is(i, "from") {
		i++
	}
	name := m.Tokens[max(i, 0)].Text
	if slices.Contains(modules, name) && !strings.HasPrefix(m.Tokens[min(i+2, len(m.Tokens)-1)].Text, "_") {
		return ""
	}
	return "the module is not one of the standard library"
}
