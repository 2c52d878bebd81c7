// Package undertest finds the code that a failed Python test is about. Where an
// assertion fails, the traceback ends in the test; the fault mostly lies in what
// the test has called.
//
// [Find] reads the test as a person would: the calls of the failing statement,
// else of the statements that made the values it compares, followed through the
// test's imports, variables, fixtures and helpers to a definition in the project.
// It runs nothing, and has no answer rather than a doubtful one.
package undertest

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Code is a definition in the project.
type Code struct {
	Path string // relative to the root, with slashes
	Line int    // of its header, from 1
	Name string
}

// Files reads a file of the project by its path relative to the root.
type Files func(rel string) (body string, ok bool)

// testFile are names of files that hold tests and what belongs to them.
var testFile = lazyre.New(`^(?:test_.*|.*_test|conftest|tests?)\.py$`)

// IsTest reports whether a file of that path holds tests, by the names that
// pytest looks for.
func IsTest(rel string) bool { return testFile.MatchString(path.Base(filepath.ToSlash(rel))) }

// Find returns the code that a test is about, which failed in a line of a file,
// counted from 1.
func Find(read Files, test string, line int) (Code, bool) {
	f := finder{read: read, modules: map[string]*module{}}
	m := f.open(test)
	if m == nil || line < 1 || line > m.file.Doc().LineCount() {
		return Code{}, false
	}
	return f.failing(m, line-1)
}

// finder is one search. It opens each file once.
type finder struct {
	read    Files
	modules map[string]*module // nil: not there
	steps   int
}

// mostSteps bounds a search, in a project that imports in circles, too.
const mostSteps = 400

// module is one file.
type module struct {
	path    string
	file    *syntax.File
	imports map[string]target // by the name that stands for it here
	stars   []target          // from x import *
}

// target is a name of a module, or the module itself.
type target struct {
	module string // as written: shop.calc, ..calc
	name   string // "" = the module
}

func (f *finder) open(rel string) *module {
	if m, ok := f.modules[rel]; ok {
		return m
	}
	f.modules[rel] = nil
	body, ok := f.read(rel)
	if !ok {
		return nil
	}
	m := &module{path: rel, file: syntax.Open("python", body), imports: map[string]target{}}
	for i := range m.file.Imports() {
		m.imported(m.file.Doc().Slice(m.file.Nodes[i].Span))
	}
	f.modules[rel] = m
	return m
}

var comment = lazyre.New(`#[^\n]*|\\\r?\n`)

// imported notes what one import statement binds.
func (m *module) imported(stmt string) {
	stmt = strings.Join(strings.Fields(comment.ReplaceAllString(stmt, " ")), " ")
	from, list, is := strings.Cut(strings.TrimPrefix(stmt, "from "), " import ")
	if !strings.HasPrefix(stmt, "from ") {
		from, list, is = "", strings.TrimPrefix(stmt, "import "), true
	}
	if !is {
		return
	}
	for item := range strings.SplitSeq(strings.Trim(list, "() "), ",") {
		name, as, renamed := strings.Cut(strings.TrimSpace(item), " as ")
		switch {
		case name == "":
		case from != "" && name == "*":
			m.stars = append(m.stars, target{module: from})
		case from != "" && renamed:
			m.imports[as] = target{from, name}
		case from != "":
			m.imports[name] = target{from, name}
		case renamed:
			m.imports[as] = target{module: name}
		default: // import a.b binds a, and a.b is there then
			first, _, _ := strings.Cut(name, ".")
			m.imports[first] = target{module: first}
		}
	}
}

// chain is a name with what is asked of it: calc.add, self.cart.total.
type chain struct {
	parts  []string
	called bool
}

// dotted finds the chains of a piece of code.
var dotted = lazyre.New(`[\pL_][\pL\pN_]*(?:\s*\.\s*[\pL_][\pL\pN_]*)*\s*\(?`)

// chains returns the chains of some lines, in their order: no words of strings and comments.
func (m *module) chains(lines text.Lines) []chain {
	doc := m.file.Doc()
	sp := doc.LinesSpan(lines)
	at := map[int]bool{} // where a name stands
	for _, id := range m.file.Identifiers(sp) {
		at[id.Span.Start] = true
	}
	var list []chain
	code := doc.Slice(sp)
	for _, loc := range dotted.FindAllStringIndex(code, -1) {
		if !at[sp.Start+loc[0]] || loc[0] > 0 && code[loc[0]-1] == '.' {
			continue
		}
		words := code[loc[0]:loc[1]]
		name := strings.TrimSuffix(words, "(")
		c := chain{strings.Split(strings.Join(strings.Fields(name), ""), "."), name != words}
		if c.called { // Cart().total(): what is asked of the value of the call
			c.parts = append(c.parts, asked(code[loc[1]:])...)
		}
		list = append(list, c)
	}
	return list
}

var behind = lazyre.New(`^\s*((?:\.\s*[\pL_][\pL\pN_]*\s*)+)\(`)

// asked returns the names that are asked of the value of a call, from behind its
// opening bracket.
func asked(code string) (parts []string) {
	depth := 1
	for i := 0; i < len(code) && depth > 0; i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'':
			return parts // what stands in strings is not code
		}
		if depth > 0 {
			continue
		}
		m := behind.FindStringSubmatch(code[i+1:])
		if m == nil {
			break
		}
		parts = append(parts, strings.Split(strings.Trim(strings.Join(strings.Fields(m[1]), ""), "."), ".")...)
		i, depth = i+len(m[0]), 1
	}
	return parts
}

// failing returns the code that a failing line is about.
func (f *finder) failing(m *module, line int) (Code, bool) {
	fn := m.file.Enclosing(line, syntax.Function)
	lines := m.file.Statement(text.Lines{Start: line, End: line + 1})
	if i := m.file.Enclosing(line, syntax.Block); i >= 0 && m.file.Nodes[i].Header.Contains(line) {
		lines = m.file.Nodes[i].Lines // with pytest.raises(…): what did not raise is inside
	}
	s := scope{f, m, fn}
	if c, ok := s.code(lines, 0); ok || fn < 0 {
		return c, ok
	}
	// Neither the statement nor its values lead anywhere: what was called last.
	for l := lines.Start - 1; l >= m.file.Nodes[fn].Body.Start; l-- {
		if c, ok := s.called(text.Lines{Start: l, End: l + 1}, 0); ok {
			return c, true
		}
	}
	return Code{}, false
}

// scope is a function of a file, or the file.
type scope struct {
	*finder
	m  *module
	fn int // -1 = none
}

const deepest = 4

// code returns what some lines are about: what they call, else what made the values
// that they name.
func (s scope) code(lines text.Lines, deep int) (Code, bool) {
	if c, ok := s.called(lines, deep); ok || deep > deepest {
		return c, ok
	}
	for _, c := range s.m.chains(lines) {
		if made, ok := s.made(c.parts[0], lines.Start); ok {
			if c, ok := s.code(made, deep+1); ok {
				return c, true
			}
		}
	}
	return Code{}, false
}

func (s scope) called(lines text.Lines, deep int) (Code, bool) {
	for _, c := range s.m.chains(lines) {
		if !c.called {
			continue
		}
		if c, ok := s.resolve(c.parts, lines.Start, deep); ok {
			return c, true
		}
	}
	return Code{}, false
}

// made returns the statement above a line that sets a variable: in the
// function, else in the file.
func (s scope) made(name string, before int) (text.Lines, bool) {
	var best text.Lines
	inside := false
	for _, b := range s.m.file.Bindings(name) {
		fn := s.m.file.Enclosing(b.Lines.Start, syntax.Function)
		if b.Kind != syntax.BindAssigned || b.Self || b.Lines.End > before || fn != s.fn && fn >= 0 || fn != s.fn && inside {
			continue
		}
		if own := fn == s.fn; own && !inside || b.Lines.Start >= best.Start {
			best, inside = b.Lines, own
		}
	}
	return best, best.End > 0
}

// resolve follows a call to the code of the project.
func (s scope) resolve(parts []string, line, deep int) (Code, bool) {
	if s.steps++; deep > deepest || s.steps > mostSteps {
		return Code{}, false
	}
	head, rest := parts[0], parts[1:]
	if head == "self" && len(rest) > 0 {
		return s.own(rest, deep)
	}
	if at, ok := s.made(head, line); ok {
		return s.member(at, rest, deep)
	}
	if s.fn >= 0 && s.isParameter(head) {
		return s.fixture(head, rest, deep)
	}
	return s.named(s.m, parts, deep)
}

// member returns what is asked of a value that a statement makes: a method of the
// class whose object it is.
func (s scope) member(made text.Lines, rest []string, deep int) (Code, bool) {
	for _, c := range s.m.chains(made) {
		if !c.called {
			continue
		}
		return s.resolve(slices.Concat(c.parts, rest), made.Start, deep+1)
	}
	return Code{}, false
}

func (s scope) isParameter(name string) bool {
	return slices.ContainsFunc(s.m.file.Bindings(name), func(b syntax.Binding) bool {
		return b.Kind == syntax.BindParameter && b.Node == s.fn
	})
}

var gives = lazyre.New(`^\s*(?:return|yield)\b`)

// fixture follows what a fixture returns or yields.
func (s scope) fixture(name string, rest []string, deep int) (Code, bool) {
	files := []string{s.m.path}
	for dir := path.Dir(s.m.path); ; dir = path.Dir(dir) {
		files = append(files, path.Join(dir, "conftest.py"))
		if dir == "." || dir == "/" {
			break
		}
	}
	for _, rel := range files {
		m := s.open(rel)
		if m == nil {
			continue
		}
		i := m.definition(name, -1)
		if i < 0 || m.file.Nodes[i].Kind != syntax.Function {
			continue
		}
		return scope{s.finder, m, i}.given(rest, deep)
	}
	return Code{}, false
}

// given returns what is asked of the value that a function returns.
func (s scope) given(rest []string, deep int) (Code, bool) {
	body := s.m.file.Nodes[s.fn].Body
	for l := body.Start; l < body.End; l++ {
		if !gives.MatchString(s.m.file.Doc().Line(l)) {
			continue
		}
		at := s.m.file.Statement(text.Lines{Start: l, End: l + 1})
		for _, c := range s.m.chains(at) {
			if slices.Contains([]string{"return", "yield"}, c.parts[0]) {
				continue
			}
			return s.resolve(slices.Concat(c.parts, rest), at.Start, deep+1)
		}
	}
	return Code{}, false
}

// own returns a method or an attribute of the test's own class.
func (s scope) own(rest []string, deep int) (Code, bool) {
	class := -1
	if s.fn >= 0 {
		class = s.m.file.Owner(s.fn)
	}
	if class < 0 {
		return Code{}, false
	}
	for _, b := range s.m.file.Bindings(rest[0]) {
		if b.Self && s.m.file.Nodes[class].Lines.Contains(b.Lines.Start) {
			setUp := s.m.file.Enclosing(b.Lines.Start, syntax.Function)
			return scope{s.finder, s.m, setUp}.member(b.Lines, rest[1:], deep+1)
		}
	}
	if i := s.m.definition(rest[0], class); i >= 0 { // a helper of the class
		return scope{s.finder, s.m, i}.code(s.m.file.Nodes[i].Body, deep+1)
	}
	return Code{}, false
}

// named returns a name of a module, and what is asked of it.
func (s scope) named(m *module, parts []string, deep int) (Code, bool) {
	if s.steps++; deep > deepest+2 || s.steps > mostSteps {
		return Code{}, false
	}
	if i := m.definition(parts[0], -1); i >= 0 {
		return s.defined(m, i, parts[1:], deep)
	}
	t, ok := m.imports[parts[0]]
	if ok {
		return s.through(m, t, parts[1:], deep)
	}
	for _, star := range m.stars {
		if c, ok := s.through(m, target{star.module, parts[0]}, parts[1:], deep); ok {
			return c, true
		}
	}
	return Code{}, false
}

// through follows an import.
func (s scope) through(m *module, t target, rest []string, deep int) (Code, bool) {
	names := rest
	if t.name != "" {
		names = slices.Concat([]string{t.name}, rest)
	}
	for _, base := range m.places(t.module) {
		// calc.add after "import shop": the longest part that is a module counts.
		for n := len(names); n >= 0; n-- {
			at := path.Join(append([]string{base}, names[:n]...)...)
			for _, rel := range []string{at + ".py", at + "/__init__.py"} {
				if to := s.open(rel); to != nil && to != m && n < len(names) {
					if c, ok := s.named(to, names[n:], deep+1); ok {
						return c, true
					}
				}
			}
		}
	}
	return Code{}, false
}

// places returns the paths that a module's name may mean, without their ending.
func (m *module) places(module string) []string {
	name := strings.TrimLeft(module, ".")
	as := strings.ReplaceAll(name, ".", "/")
	if dots := len(module) - len(name); dots > 0 {
		dir := path.Dir(m.path)
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		return []string{path.Join(dir, as)}
	}
	list := []string{as, path.Join("src", as), path.Join("lib", as)}
	for dir := path.Dir(m.path); dir != "." && dir != "/"; dir = path.Dir(dir) {
		list = append(list, path.Join(dir, as), path.Join(dir, "src", as))
	}
	return list
}

// definition returns a function or class of that name directly in another one, -1 in
// none.
func (m *module) definition(name string, in int) int {
	for i := range m.file.Definitions() {
		if n := m.file.Nodes[i]; n.Name == name && m.file.Owner(i) == in {
			return i
		}
	}
	return -1
}

// defined returns a definition, or what is asked of it: a method of a class.
func (s scope) defined(m *module, i int, rest []string, deep int) (Code, bool) {
	n := m.file.Nodes[i]
	if IsTest(m.path) {
		if n.Kind == syntax.Function { // a helper of the tests
			return scope{s.finder, m, i}.code(n.Body, deep+1)
		}
		return Code{}, false
	}
	if n.Kind == syntax.Class {
		if len(rest) > 0 {
			if k := m.definition(rest[0], i); k >= 0 {
				return m.code(k), true
			}
			return s.inherited(m, i, rest, deep)
		}
		if k := m.definition("__init__", i); k >= 0 {
			return m.code(k), true
		}
	}
	if len(rest) > 0 {
		return scope{s.finder, m, i}.given(rest, deep)
	}
	return m.code(i), true
}

var bases = lazyre.New(`(?s)^\s*class\s+\w+\s*\(([^)]*)\)`)

// inherited returns a method that a class has from one that it names as its base.
func (s scope) inherited(m *module, class int, rest []string, deep int) (Code, bool) {
	n := m.file.Nodes[class]
	of := bases.FindStringSubmatch(m.file.Doc().Slice(n.Span))
	if of == nil {
		return Code{}, false
	}
	for base := range strings.SplitSeq(of[1], ",") {
		parts := strings.Split(strings.TrimSpace(base), ".")
		if c, ok := s.named(m, slices.Concat(parts, rest), deep+1); ok {
			return c, true
		}
	}
	return Code{}, false
}

// code returns the place of a definition: where its name stands, below decorators.
func (m *module) code(i int) Code {
	n := m.file.Nodes[i]
	return Code{m.path, m.file.Doc().LineAt(n.Span.Start) + 1, n.Name}
}
