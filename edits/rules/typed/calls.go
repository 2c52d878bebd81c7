package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// The rules of this file are for calls of a function that the file defines, once, and
// that accepts its arguments in another way than calls pass them.

var (
	unexpectedKeyword = lazyre.New(`^Unexpected keyword argument "(\w+)"|^No parameter named "(\w+)"`)
)

// KeywordName writes the parameter's name as the definition does.
func KeywordName(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := unexpectedKeyword.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about an argument's name", Aside: true}
	}
	old := said[1] + said[2]
	at := -1
	for i := range m.Named(old, s.First, s.Last) {
		if m.Keyword(i) && (at < 0 || m.Tokens[i].Span.Start == m.Diagnostic.Span.Start) {
			at = i
		}
	}
	if at < 0 {
		return nil, rule.Decline("no argument %s at the diagnostic", old)
	}
	open := m.Tokens[at].In
	by, err := m.calledBy(open)
	if err != nil {
		return nil, err
	}
	args, name := m.Arguments(open, m.Tokens[open].Close), ""
	for n := range by.named {
		if len(old) < 3 || !rule.Slip(old, n) || rule.Plural(old, n) || pycode.Gives(args, n) {
			continue
		}
		if name != "" {
			return nil, rule.Decline("more than one parameter is spelled like it")
		}
		name = n
	}
	if name == "" {
		return nil, rule.Decline("no parameter is spelled like it")
	}
	return []text.Edit{m.Replace(at, at+1, name)}, nil
}

// taken is what a function accepts: so many arguments by their places, and these by
// their names, among them those that no place has.
type taken struct {
	places int
	named  map[string]bool
}

// calledBy returns what the function accepts that is called with a bracket: the only one of that name in the file, or
// else in the project, or the initialiser of a class.
func (m Source) calledBy(open int) (taken, error) {
	name, method := m.Tokens[open-1].Text, m.Is(open-2, ".")
	t, found, err := m.taking(name, method)
	if found || err != nil {
		return t, err
	}
	p := m.Problem
	if beside := p.Beside().Definers(name); len(beside) == 1 {
		p.Snapshot, p.Diagnostic.Span = beside[0], text.Span{}
		doc, err := pycode.Read(p)
		if err != nil {
			return taken{}, rule.Decline("the file that defines %s cannot be read", name)
		}
		if t, found, err = (Source{doc}).taking(name, false); found || err != nil {
			return t, err
		}
	}
	return taken{}, rule.Decline("%s is not defined once in this project", name)
}

// taking returns what the only function of a name accepts.
func (m Source) taking(name string, method bool) (t taken, found bool, err error) {
	var def *pytree.Stmt
	for s := range m.All {
		if s.Keyword != "def" || !m.defines(s, name, method) {
			continue
		}
		if def != nil {
			return taken{}, true, rule.Decline("%s is defined more than once", name)
		}
		def = s
	}
	if def == nil {
		return taken{}, false, nil
	}
	if def.Decorators < def.First && !m.Decorated(def, "staticmethod") && !m.Decorated(def, "classmethod") {
		return taken{}, true, rule.Decline("%s is decorated", name)
	}
	t, err = m.takes(def)
	return t, true, err
}

// defines reports whether a definition is what a name stands for: a method behind a
// dot, a function or the initialiser of a class without one.
func (m Source) defines(def *pytree.Stmt, name string, method bool) bool {
	in := def.Parent != nil && def.Parent.Keyword == "class"
	if in && !method {
		return m.DefinedName(def) == "__init__" && m.DefinedName(def.Parent) == name
	}
	return in == method && m.DefinedName(def) == name
}

// takes reads a definition's parameters, besides that of the object.
func (m Source) takes(def *pytree.Stmt) (taken, error) {
	open := m.Find(def.First, def.Colon, "(")
	if open < 0 {
		return taken{}, rule.Decline("the parameters cannot be read")
	}
	t, named := taken{named: map[string]bool{}}, false
	bound := def.Parent != nil && def.Parent.Keyword == "class" && !m.Decorated(def, "staticmethod")
	for i, a := range m.Arguments(open, m.Tokens[open].Close) {
		switch {
		case i == 0 && bound:
		case m.Is(a.First, "/"):
			clear(t.named)
		case m.Is(a.First, "*") && a.Last == a.First+1:
			named = true
		case m.Is(a.First, "*", "**"):
			return taken{}, rule.Decline("it takes any arguments")
		default:
			if !named {
				t.places++
			}
			t.named[m.Tokens[a.First].Text] = true
		}
	}
	return t, nil
}
