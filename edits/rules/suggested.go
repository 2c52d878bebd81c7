package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
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
	if said := withoutMember.FindStringSubmatch(p.Diagnostic.Message); said != nil &&
		pytree.Builtin(strings.Join(said[1:], "")) {
		return rule.Slip(r.old, r.new)
	}
	return rule.Near(r.old, r.new)
}

// withoutMember are the words of type checkers for a member that a class does not have: mypy's, pyright's, pylint's,
// and those of ty and pyrefly.
var withoutMember = lazyre.New(`^"(\w+)(?:\[.*\])?" has no attribute ` +
	`|^Cannot (?:access|assign to) attribute "\w+" for class "(\w+)\*?(?:\[.*\])?"` +
	`|^Instance of '(\w+)' has no '\w+' member` +
	"|^(?:Type|Object of (?:type|class)) `(\\w+)(?:\\[.*\\])?` has no attribute ")

// fromModule are their words for a name that a module does not have.
var fromModule = lazyre.New(`^Module (?:"([\w.]+)" )?has no attribute |^"\w+" is (?:unknown import symbol|not a ` +
	`known ` +
	`attribute of module "([\w.]+)")` +
	`|^No name '\w+' in module '([\w.]+)'`)

// dynamicMember says why a member that a type checker for Python does not know may exist, "" if it does not. In
// released code most of these findings are of members that run: they come from a subclass, a mixin, setattr or a C
// module. So the member has to be of a builtin type, of a plain class of the project, or of a module of it or of the
// standard library.
func dynamicMember(p Problem, member string) string {
	class, module := withoutMember.FindStringSubmatch(p.Diagnostic.Message),
		fromModule.FindStringSubmatch(p.Diagnostic.Message)
	if class == nil && module == nil || p.Snapshot.Lang != "python" {
		return ""
	}
	m, err := read(p)
	switch {
	case err != nil:
		return "the file cannot be read"
	case module != nil:
		return m.ownModule(strings.Join(module[1:], ""), p.Diagnostic.Span.Start)
	}
	name := strings.Join(class[1:], "")
	if pytree.Builtin(name) {
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
