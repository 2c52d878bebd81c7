package pyload

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// kind says how a module binds a name.
type kind uint8

const (
	byDefinition kind = iota + 1 // def or class
	byImport
	byValue
)

// binding is what a name of a module is.
type binding struct {
	kind kind
	stmt *pytree.Stmt // def, class, or assignment; nil for loop variables and the like
	// Of an import: the module, and the name in it, "" for the module itself.
	module, name string
	rhs          int // of an assignment to the name alone: the first token of its value
}

// bind notes the names that a statement of the module level binds. The first definition
// of a name counts: others are for other versions, mostly.
func (m *module) bind(s *pytree.Stmt) {
	set := func(name string, b binding) {
		if old, bound := m.names[name]; !bound || old.kind == byImport && b.kind == byDefinition {
			m.names[name] = b
		}
	}
	switch s.Keyword {
	case "import", "from":
		for _, a := range m.code.Aliases(s) {
			b := binding{kind: byImport, module: Absolute(a.Module, m.name, m.Package), name: a.Name}
			if s.Keyword == "import" && !m.code.Is(a.Last-2, "as") {
				b.module = a.Bound // import a.b binds a
			}
			set(a.Bound, b)
		}
	case "def", "class":
		set(m.code.DefinedName(s), binding{kind: byDefinition, stmt: s})
	case "for", "with", "except":
		for i := s.First; i < s.Last; i++ {
			if m.code.Tokens[i].Kind == pytree.Name && (s.Keyword == "for" && i < m.code.Find(s.First, s.Last, "in") ||
				m.code.Is(i-1, "as")) {
				set(m.code.Tokens[i].Text, binding{kind: byValue})
			}
		}
	case "":
		eq := m.code.Find(s.First, s.Last, "=")
		if m.code.Is(s.First+1, ":") || eq == s.First+1 {
			set(m.code.Tokens[s.First].Text, binding{kind: byValue, stmt: s, rhs: eq + 1})
		}
		if m.code.Is(s.First+1, ":") {
			return
		}
		for next := eq; next >= 0; next = m.code.Find(eq+1, s.Last, "=") { // x = y = 1
			eq = next
		}
		for i := s.First; i < eq; i++ {
			if m.code.Tokens[i].Kind == pytree.Name && !m.code.Is(i-1, ".") && !m.code.Is(i+1, ".", "[", "(") {
				set(m.code.Tokens[i].Text, binding{kind: byValue, stmt: s})
			}
		}
	}
}

// resolve finds where a name of a module is defined. m is nil where it is not known.
func (p *Program) resolve(name, member string, depth int) (*module, binding) {
	m := p.module(name)
	if depth > deepest || m.names == nil {
		return nil, binding{}
	}
	b, bound := m.names[member]
	switch {
	case bound && b.kind == byImport && b.name != "" && !p.isModule(b.module, b.name):
		return p.resolve(b.module, b.name, depth+1)
	case bound:
		return m, b
	}
	for _, e := range m.stars() {
		if in, b := p.resolve(e, member, depth+1); in != nil {
			return in, b
		}
	}
	return nil, binding{}
}

// stars returns the modules of which a module imports all names, the last one first.
func (m *module) stars() (out []string) {
	for l := range Imports(m.code, m.name, m.Package) {
		if l.Name == "*" && l.Where != WhenCalled {
			out = append(out, l.Module)
		}
	}
	slices.Reverse(out)
	return out
}

// Star returns the names that a star import of a module binds, or more; known is false where its text does not show
// them: it cannot be read, or makes names as it runs.
func (p *Program) Star(module string) (names map[string]bool, known bool) {
	defer p.begin()()
	names = map[string]bool{}
	return names, p.star(module, names, 0)
}

func (p *Program) star(module string, into map[string]bool, depth int) bool {
	m := p.module(module)
	if depth > deepest || m.names == nil || m.Package { // whose modules may be among its names
		return false
	}
	listed := -1 // __all__, once, of literals
	for s := range m.code.All {
		for i := s.First; i < s.Last; i++ {
			switch {
			case m.code.Is(i, "globals", "vars", "locals", "exec", "setattr", "__getattr__", "modules"):
				return false
			case !m.code.Is(i, "__all__"):
			case listed == -1 && i == s.First && s.Parent == nil && m.code.Is(i+1, "=") && m.code.Is(i+2, "[", "(") &&
				m.code.Tokens[i+2].Close == s.Last-1:
				listed = i + 2
			default:
				listed = -2
			}
		}
	}
	if listed >= 0 && onlyStrings(m, listed) {
		for i := listed; i < m.code.Tokens[listed].Close; i++ {
			if t := m.code.Tokens[i]; t.Kind == pytree.String {
				into[t.Literal().Body] = true
			}
		}
		return true
	}
	for name := range m.names {
		into[name] = true
	}
	for _, next := range m.stars() {
		if !p.star(next, into, depth+1) {
			return false
		}
	}
	return true
}

// onlyStrings reports whether the brackets at a token hold strings and nothing else.
func onlyStrings(m *module, open int) bool {
	for i := open + 1; i < m.code.Tokens[open].Close; i++ {
		if t := m.code.Tokens[i]; t.Kind != pytree.String && t.Kind != pytree.Comment && t.Kind != pytree.Newline &&
			!t.Is(",") {
			return false
		}
	}
	return true
}

// deepest is how many definitions are followed, one to the other.
const deepest = 8
