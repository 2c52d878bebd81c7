// Package pyload says what loading a Python module does: which modules it loads in turn,
// and whether any of them does more than define what it holds. It reads the modules' texts
// and executes nothing.
//
// A [Program] is the modules that one folder's files can import, as its [Finder] finds
// them. [Program.Closure] follows imports from some modules, [Program.Effect] returns the
// first thing that a module does beyond defining, in words:
//
//   - a statement other than a definition, a constant, an import, a docstring or a block
//     under TYPE_CHECKING or __name__ == "__main__";
//   - a value or decorator that is made by a call which is not known to be pure. Calls of the
//     standard library whose result is kept are pure unless documented to act (stdlib.go);
//     functions and classes that can be found are read, to a bounded depth;
//   - a class whose base or metaclass may act when it is derived from.
//
// What cannot be read is said to be unknown, never assumed to be pure. Reading is bounded by
// [limits.LoadedModules] and [limits.LoadedBytes] for one question.
//
// The language reference on what an import runs:
// https://docs.python.org/3/reference/import.html#loading
package pyload

import (
	"fmt"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// File is where a module is.
type File struct {
	Path string // "" for a package without a file of its own
	Text string
	// Package says that the module may hold others.
	Package bool
	Own     bool // of the project, not installed
	// Opaque says why there is no text to read, "" where there is: "compiled code".
	Opaque string
}

// Finder finds a module by its full name, as the interpreter would.
type Finder func(module string) (File, bool)

// Program is the modules that the files of one folder can import. It is safe for
// concurrent use.
type Program struct {
	mu      sync.Mutex
	find    Finder
	modules map[string]*module
	held    int       // bytes of the modules
	read    int       // bytes, in the present question
	loaded  int       // modules, likewise
	beyond  []*module // of the bounds, likewise
}

// New makes a program.
func New(find Finder) *Program {
	return &Program{find: find, modules: map[string]*module{}}
}

// module is one module as far as it is known.
type module struct {
	File
	name    string
	missing bool
	beyond  bool // of the bounds; asked again in the next question
	code    pycode.Module
	err     error
	edges   []edge
	names   map[string]binding
	effect  *string
	acts    *string // see [Program.strong]
	busy    bool    // its effect is being worked out
}

// edge is one import of a module, or of a name of it.
type edge struct {
	to, name string
	optional bool // in a try, an if, …: it may not be there
	// implied is the package of what is imported, of which nothing is used.
	implied bool
}

// begin starts a question: what it reads is counted anew.
func (p *Program) begin() func() {
	p.mu.Lock()
	p.read, p.loaded, p.beyond = 0, 0, nil
	return func() {
		for _, m := range p.beyond {
			delete(p.modules, m.name)
		}
		if p.held > limits.LoadedBytes {
			p.modules, p.held = map[string]*module{}, 0 // trees are large
		}
		p.mu.Unlock()
	}
}

// module returns a module by its name; never nil.
func (p *Program) module(name string) *module {
	if m := p.modules[name]; m != nil {
		return m
	}
	m := &module{name: name}
	p.modules[name] = m
	if Standard(name) {
		return m
	}
	if p.loaded >= limits.LoadedModules || p.read >= limits.LoadedBytes {
		m.beyond = true
		p.beyond = append(p.beyond, m)
		return m
	}
	f, ok := p.find(name)
	m.File, m.missing = f, !ok
	p.held += len(f.Text)
	if !ok || f.Opaque != "" {
		return m
	}
	p.loaded++
	p.read += len(f.Text)
	m.parse()
	return m
}

// parse reads what the module binds and loads.
func (m *module) parse() {
	tree, err := pytree.Parse(m.Text)
	if err != nil {
		m.err = err
		return
	}
	m.names = map[string]binding{}
	m.code = pycode.Module{Problem: rule.Problem{Snapshot: text.File(m.Path, "python", m.Text)}, Tree: tree}
	for s := range m.code.All {
		if s.Scope() == nil {
			m.bind(s)
		}
	}
	for l := range Imports(m.code, m.name, m.Package) {
		if l.Where != WhenLoaded && l.Where != Perhaps {
			continue
		}
		e := edge{to: l.Module, name: l.Name, optional: l.Where == Perhaps}
		if l.Name == "*" {
			e.name = ""
		}
		m.edges = append(m.edges, e)
	}
}

// targets returns the modules that edges lead to: "from a import b" loads a.b where that is
// a module, and uses nothing of a then.
func (p *Program) targets(list []edge) (out []edge) {
	for _, e := range list {
		if e.name != "" && p.isModule(e.to, e.name) {
			out = append(out, edge{to: e.to + "." + e.name, optional: e.optional || p.module(e.to).Opaque == "" &&
				!p.module(e.to).missing})
			e.implied = true
		}
		e.name = ""
		out = append(out, e)
	}
	return out
}

// isModule reports whether a name in a module is a module itself, as far as is known:
// what cannot be found may be one.
func (p *Program) isModule(parent, name string) bool {
	m := p.module(parent)
	switch {
	case Standard(parent): // it makes no difference to what loading does
		return false
	case m.missing, m.beyond: // modules have lower-case names: https://peps.python.org/pep-0008/#package-and-module-names
		return name == strings.ToLower(name)
	case m.Opaque != "" || !m.Package:
		return false
	}
	if b, bound := m.names[name]; bound && b.kind != byImport {
		return false
	}
	return !p.module(parent + "." + name).missing
}

// Closure returns what loading some modules loads, with them, in the order in which it is
// first met. What may be missing, because its import stands in a try, is left out where
// it is.
func (p *Program) Closure(modules ...string) []string {
	defer p.begin()()
	return p.closure(modules, nil)
}

func (p *Program) closure(modules []string, but map[string]bool) (out []string) {
	seen := map[string]bool{}
	var queue []edge
	for _, m := range modules {
		queue = append(queue, edge{to: m})
	}
	for len(queue) > 0 {
		e := queue[0]
		queue = queue[1:]
		if seen[e.to] || but[e.to] {
			continue
		}
		seen[e.to] = true
		m := p.module(e.to)
		if m.missing && e.optional {
			continue
		}
		out = append(out, e.to)
		if parent, _, dotted := pycode.CutLast(e.to); dotted {
			queue = append(queue, edge{to: parent, optional: e.optional})
		}
		queue = append(queue, p.targets(m.edges)...)
	}
	return out
}

// Effect returns what loading a module does beyond defining, without what it loads in turn;
// "" if it does nothing. known is false where that cannot be read.
func (p *Program) Effect(module string) (why string, known bool) {
	defer p.begin()()
	return p.effectOf(module)
}

func (p *Program) effectOf(name string) (why string, known bool) {
	m := p.module(name)
	switch {
	case Standard(name):
		return standardEffect(name), true
	case m.missing:
		return fmt.Sprintf("%s cannot be found here, so it is not known what loading it does", name), false
	case m.beyond:
		return fmt.Sprintf("loading %s loads more than can be read", name), false
	case m.Opaque != "":
		return fmt.Sprintf("%s is %s, so it is not known what loading it does", name, m.Opaque), false
	case m.err != nil:
		return fmt.Sprintf("%s cannot be read as Python", name), false
	}
	if m.effect == nil && !m.busy {
		m.busy = true
		e := evaluation{program: p, loading: m}
		found := e.suite(m.code.Body, scope{m: m})
		m.effect, m.busy = &found, false
	}
	if m.effect == nil || *m.effect == "" {
		return "", true
	}
	return fmt.Sprintf("loading %s has an effect: %s", name, *m.effect), true
}

// Resolve returns the place where a name of a module is defined, following imports: its
// module, and the statement that defines it. ok is false where it cannot be found.
func (p *Program) Resolve(module, name string) (code pycode.Module, s *pytree.Stmt, ok bool) {
	defer p.begin()()
	m, b := p.resolve(module, name, 0)
	if m == nil || b.stmt == nil {
		return code, nil, false
	}
	return m.code, b.stmt, true
}

// Find returns a module, as the interpreter would find it; false where there is none, or where it is of the standard
// library.
func (p *Program) Find(module string) (File, bool) {
	defer p.begin()()
	m := p.module(module)
	return m.File, !m.missing && !m.beyond && !Standard(module)
}

// Back says which module imports the present one, of those that loading another one loads; "" if none does.
func (p *Program) Back(current, module string) string {
	defer p.begin()()
	done := map[string]bool{}
	for _, parent := range parents(current) {
		done[parent] = true
	}
	_, back := p.reached(current, module, done)
	return back
}

// IsModule reports whether the name of a module is a module itself. What cannot be
// found may be one.
func (p *Program) IsModule(module, name string) bool {
	defer p.begin()()
	return p.isModule(module, name)
}

// Known reports whether a module is found and can be read, or is of the standard library.
func (p *Program) Known(module string) bool {
	defer p.begin()()
	return Standard(module) || p.module(module).names != nil
}
