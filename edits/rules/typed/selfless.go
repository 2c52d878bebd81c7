package typed

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

var (
	// withoutSelf are the forms in which tools say that a method has no parameter, not even its object.
	withoutSelf = []string{"Method must have at least one argument…",
		`Instance methods should take a "self" parameter…`,
		`Class methods should take a "cls" parameter…`, "Method … has no argument…"}
	// ofTheClass are methods that Python calls with their class.
	ofTheClass = []string{"__new__", "__init_subclass__", "__class_getitem__"}
	// ofTheObject are decorators of what is given its object, besides setters and deleters.
	ofTheObject = []string{"property", "cached_property", "abstractmethod", "override", "cache", "lru_cache", "final"}
)

// MissingSelf adds a parameter for a method's object, or its class; one that is called of the class
// alone is made static.
func MissingSelf(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if signal.Said(m.Diagnostic.Message, withoutSelf...) == nil {
		return nil, rule.Declined{Reason: "it is not about a method without its object", Aside: true}
	}
	open := m.Find(s.First, s.Last, "(")
	if s.Keyword != "def" || !pycode.InClass(s) || !m.takesNothing(open) {
		return nil, rule.Decline("no method that takes nothing at the diagnostic")
	}
	word, err := m.given(s)
	if err != nil {
		return nil, err
	}
	name := m.DefinedName(s)
	static := word == "self" && m.ofClass(s, name)
	u := Source{m.Unfold()}
	def := u.At(m.Tokens[s.First].Span.Start)
	switch {
	case u.asksForOther(def, word, static):
		return nil, rule.Decline("its body asks for another than it is given")
	case static && s.Decorators != s.First:
		return nil, rule.Decline("it is decorated, and called of the class")
	case static:
		at := m.Tokens[s.First].Span.Start
		return []text.Edit{rule.InsertAt(at, "@staticmethod"+m.Eol(at)+s.Indent)}, nil
	case u.calledInClass(def, name):
		return nil, rule.Decline("the class calls it as it is made")
	case m.Is(open+1, "*"):
		word += ", "
	}
	return []text.Edit{rule.InsertAt(m.Tokens[open].Span.End, word)}, nil
}

// takesNothing reports whether the bracket at a token is that of a definition which accepts
// nothing by its place.
func (m Source) takesNothing(open int) bool {
	return open >= 0 && (m.Is(open+1, ")") || m.Is(open+1, "*") && m.Is(open+2, ","))
}

// asksForOther reports whether a body names an object or a class that it would not be given.
func (m Source) asksForOther(def *pytree.Stmt, word string, static bool) bool {
	first, last := def.Colon, m.Ends(def)
	self, cls := m.Any(first, last, "self"), m.Any(first, last, "cls")
	return static && (self || cls) || self && word != "self" || cls && word != "cls"
}

// given returns the first parameter of a method by its decorators: "self" or "cls".
func (m Source) given(s *pytree.Stmt) (string, error) {
	bases := m.Find(s.Parent.First, s.Parent.Colon, "(")
	if slices.Contains(ofTheClass, m.DefinedName(s)) ||
		bases >= 0 && m.Any(bases, s.Parent.Colon, "type", "Interface", "ABCMeta", "EnumMeta") {
		return "", rule.Decline("it may be given its class")
	}
	word := "self"
	for i := s.Decorators; i < s.First; i++ {
		if !m.Is(i, "@") {
			continue
		}
		end := m.Dotted(i + 1)
		switch last := m.Tokens[end-1].Text; {
		case last == "classmethod":
			word = "cls"
		case slices.Contains(ofTheObject, last), end > i+2 && (last == "setter" || last == "deleter" || last == "getter"):
		default:
			return "", rule.Decline("what its decorator passes to it is not known")
		}
	}
	return word, nil
}

// ofClass reports whether the file calls a method of its class itself.
func (m Source) ofClass(s *pytree.Stmt, name string) bool {
	u := Source{m.Unfold()}
	class := m.DefinedName(s.Parent)
	for i := range u.Tokens {
		if u.Is(i, name) && u.Is(i-1, ".") && u.Is(i-2, class, "cls") && u.Is(i+1, "(") && u.Tokens[i+1].Close == i+2 {
			return true
		}
	}
	return false
}

// calledInClass reports whether a name is used where its class is made.
func (m Source) calledInClass(def *pytree.Stmt, name string) bool {
	for i := range m.Named(name, def.Parent.Colon, m.Ends(def.Parent)) {
		if at := m.At(m.Tokens[i].Span.Start); !m.Is(i-1, "def") && at.Scope() == def.Parent {
			return true
		}
	}
	return false
}
