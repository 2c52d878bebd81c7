package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// misspeltName writes the name that a message suggests where the reported one is a slip of it, and nothing else can
// have that name.
func misspeltName(p Problem) ([]text.Edit, error) {
	r, err := rename(p)
	if err != nil {
		return nil, err
	}
	if !slipOf(p, r) {
		return nil, rule.Declined{Reason: "the suggested name is another word", Aside: true}
	}
	if why := dynamicMember(p, r.old); why != "" {
		return nil, rule.Decline("%s may be there: %s", r.old, why)
	}
	return []text.Edit{{Span: r.at, New: r.new}}, nil
}

// slipOf reports whether a name is the suggested one with a slip. One of a type that is built into Python is the only
// one that is so near: "abc".splitline is no other method of it.
func slipOf(p Problem, r renaming) bool {
	if pytree.Builtin(withoutMember(p.Diagnostic.Message)) {
		return rule.Slip(r.old, r.new)
	}
	return rule.Near(r.old, r.new)
}

// withoutMember returns the class of which type checkers for Python say that it does not have a member: mypy, pyright,
// pylint, ty and pyrefly; "" for any other message.
func withoutMember(message string) string {
	said := signal.Said(message, `"…" has no attribute …`, "Instance of '…' has no '…' member…",
		"Type `…` has no attribute …", "Object of type `…` has no attribute …",
		"Object of class `…` has no attribute …")
	if said == nil {
		said = signal.Said(message, `Cannot access attribute "…" for class "…"…`,
			`Cannot assign to attribute "…" for class "…"…`)
		said = said[min(1, len(said)):]
	}
	if len(said) == 0 {
		return ""
	}
	class, _, _ := strings.Cut(said[0], "[")
	return strings.TrimSuffix(class, "*")
}

// fromModule returns the module of which they say that it does not have a name, "" where they do not name it.
func fromModule(message string) (module string, ok bool) {
	if signal.Said(message, "Module has no attribute …", `"…" is unknown import symbol…`) != nil {
		return "", true
	}
	if said := signal.Said(message, `Module "…" has no attribute …`); said != nil {
		return said[0], true
	}
	said := signal.Said(message, `"…" is not a known attribute of module "…"…`, "No name '…' in module '…'…")
	if said == nil {
		return "", false
	}
	return said[1], true
}

// dynamicMember says why a member that a type checker for Python does not know may exist, "" if it does not. In
// released code most of these findings are of members that run: they come from a subclass, a mixin, setattr or a C
// module. So the member has to be of a builtin type, of a plain class of the project, or of a module of it or of the
// standard library.
func dynamicMember(p Problem, member string) string {
	name := withoutMember(p.Diagnostic.Message)
	module, ofModule := fromModule(p.Diagnostic.Message)
	if name == "" && !ofModule || p.Snapshot.Lang != "python" {
		return ""
	}
	m, err := read(p)
	switch {
	case err != nil:
		return "the file cannot be read"
	case ofModule:
		return m.ownModule(module, p.Diagnostic.Span.Start)
	case pytree.Builtin(name):
		return ""
	}
	if why, here := m.dynamicIn(name, member); here {
		return why
	}
	beside := p.Beside().Definers(name)
	if len(beside) != 1 {
		return name + " is no class of this project"
	}
	p.Snapshot, p.Diagnostic.Span = beside[0], text.Span{}
	if m, err = read(p); err != nil {
		return "the file of " + name + " cannot be read"
	}
	if why, there := m.dynamicIn(name, member); there {
		return why
	}
	return name + " is no class of this project"
}

// dynamicIn says why a class of the document may have a member that it does not seem to have; false: it has no such
// class.
func (m module) dynamicIn(class, member string) (why string, here bool) {
	for s := range m.All {
		if s.Keyword != "class" || m.DefinedName(s) != class {
			continue
		}
		open := m.Find(s.First, s.Colon, "(")
		switch {
		case open >= 0 && m.Tokens[open].Close > open+1:
			return "the class has bases", true
		case s.Decorators < s.First && !m.Decorated(s, "dataclass"):
			return "the class is decorated", true
		case m.Any(s.First, m.Ends(s), "__getattr__", "__getattribute__", "setattr", "__dict__", "__slots__"):
			return "the class makes its members as it runs", true
		}
		for i := range m.Tokens {
			if m.Is(i, member) && (m.Is(i-1, ".") && m.Is(i+1, "=", ":") || m.Is(i-1, "def")) {
				return "something is given that name", true
			}
		}
		return "", true
	}
	return "", false
}

// ownModule says why the module whose member is read at an offset, or imported, may have more than a checker sees: any
// but those of the standard library and the plain ones of the project may.
func (m module) ownModule(named string, at int) string {
	i := m.TokenAt(at)
	if m.Is(i, "from") {
		i++
	}
	name := cmp.Or(named, m.Tokens[max(i, 0)].Text)
	if slices.Contains(modules, name) && !strings.HasPrefix(m.Tokens[min(i+2, len(m.Tokens)-1)].Text, "_") {
		return ""
	}
	for s := range m.All { // what the document calls the module
		for _, a := range m.Aliases(s) {
			switch {
			case named != "" || a.Bound != name:
			case a.Name == "":
				name = a.Module
			default:
				name = strings.TrimSuffix(a.Module, ".") + "." + a.Name
			}
		}
	}
	list := m.Beside().Module(name)
	if len(list) != 1 {
		return "the module is not one of the standard library or of the project"
	}
	if src := list[0].Text(); strings.Contains(src, "__getattr__") || strings.Contains(src, "globals()") ||
		strings.Contains(src, "import *") {
		return "the module makes its names as it runs"
	}
	return ""
}
