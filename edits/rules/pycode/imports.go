package pycode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// SameLine reports whether two neighbours stand on one logical line.
func (m Module) SameLine(a, b *pytree.Stmt) bool { return m.LineEnd(a.First) == m.LineEnd(b.First) }

// Alias is one name that an import statement binds.
type Alias struct {
	First, Last int    // tokens
	Module      string // "a.b"; of a from import the module as written
	Name        string // of a from import the imported name
	Bound       string // what it is called here
}

// Same reports whether two aliases bind the same thing.
func (a Alias) Same(b Alias) bool {
	return a.Module == b.Module && a.Name == b.Name && a.Bound == b.Bound
}

// Aliases of an import statement, in order. A star import has none.
func (m Module) Aliases(s *pytree.Stmt) []Alias {
	first, last, from := s.First+1, s.Last, ""
	switch s.Keyword {
	case "from":
		i := m.Find(s.First, s.Last, "import")
		if i < 0 {
			return nil
		}
		from = Squeezed(m.Text(s.First+1, i))
		first = i + 1
		if m.Is(first, "(") {
			first, last = first+1, m.Tokens[first].Close
		}
	case "import":
	default:
		return nil
	}
	var out []Alias
	for _, a := range m.Arguments(first-1, last) {
		if m.Is(a.First, "*") {
			return nil
		}
		b := Alias{First: a.First, Last: a.Last, Module: from}
		end := a.Last
		if m.Is(a.Last-2, "as") {
			b.Bound, end = m.Tokens[a.Last-1].Text, a.Last-2
		}
		what := Squeezed(m.Text(a.First, end))
		if s.Keyword == "from" {
			b.Name = what
		} else {
			b.Module = what
		}
		if b.Bound == "" {
			b.Bound, _, _ = strings.Cut(what, ".")
		}
		out = append(out, b)
	}
	return out
}

// Squeezed returns a dotted name without the blanks Python allows in it.
func Squeezed(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\\", " ")), "")
}

// CutLast cuts a dotted name at its last dot.
func CutLast(dotted string) (before, last string, ok bool) {
	i := strings.LastIndexByte(dotted, '.')
	if i < 0 {
		return "", dotted, false
	}
	return dotted[:i], dotted[i+1:], true
}

// Region returns the tokens of a scope: a def with its suite, or the module.
func (m Module) Region(scope *pytree.Stmt) (first, last int) {
	if scope == nil {
		return 0, len(m.Tokens)
	}
	return scope.Decorators, m.Ends(scope)
}

// Ends returns the token behind a statement and its suite.
func (m Module) Ends(s *pytree.Stmt) int {
	for len(s.Body) > 0 {
		s = s.Body[len(s.Body)-1]
	}
	return s.Last
}

// Called reports whether tools may call the alias so.
func (a Alias) Called(name string) bool {
	full := a.Module
	if a.Name != "" {
		full = strings.TrimSuffix(a.Module, ".") + "." + a.Name
	}
	return name == full || name == a.Name || name == a.Bound
}

// HomeOfForms returns the module from which a file has such names: collections.abc, but
// typing where that is what it imports from. In typing they are deprecated since
// Python 3.9 (https://docs.python.org/3/library/typing.html#deprecated-aliases).
func (m Module) HomeOfForms() string {
	from := map[string]bool{}
	for s := range m.All {
		for _, a := range m.Aliases(s) {
			from[a.Module] = from[a.Module] || a.Name != "TYPE_CHECKING" // which no other module has
		}
	}
	if from["typing"] && !from["collections.abc"] {
		return "typing"
	}
	return "collections.abc"
}

// Bound says where the file may bind the name already.
func (m Module) Bound(name string) string {
	if m.Tree.Star() {
		return "a star import may bring " + name
	}
	for _, i := range m.Places(name) {
		if s := m.At(m.Tokens[i].Span.Start); s != nil && m.AliasOf(s, name) >= 0 {
			return name + " is imported elsewhere in this file"
		}
	}
	for i := range m.Named(name, 0, len(m.Tokens)) {
		if m.Given(i) && !m.isTypeOfTarget(i) || m.Is(i-1, "def", "class", "for", "as", "global", "nonlocal", "lambda") ||
			m.Is(i+1, ":") && m.IsStatementStart(i) {
			return name + " is given a meaning elsewhere in this file"
		}
	}
	return ""
}

// isTypeOfTarget reports whether token i is the type in "x: type = …".
func (m Module) isTypeOfTarget(i int) bool {
	return m.Is(i-1, ":") && m.IsStatementStart(i-2) && m.Tokens[i-2].Kind == pytree.Name &&
		!m.Is(i-2, "else", "try", "finally", "except")
}

// ImportName adds the name to the import of its home, or a new import.
func (m Module) ImportName(home, name string) ([]text.Edit, error) {
	for _, s := range m.Body {
		if s.Keyword != "from" {
			continue
		}
		list := m.Aliases(s)
		if len(list) == 0 || list[0].Module != home || m.Commented(s.First, s.Last) {
			continue
		}
		if m.Tokens[s.First].Span.Start > m.Diagnostic.Span.Start {
			continue
		}
		for _, a := range list {
			if a.Name > name {
				return []text.Edit{rule.InsertAt(m.Tokens[a.First].Span.Start, name+", ")}, nil
			}
		}
		last := list[len(list)-1]
		return []text.Edit{rule.InsertAt(m.Tokens[last.Last-1].Span.End, ", "+name)}, nil
	}
	return []text.Edit{m.AddImport("from", home, "from "+home+" import "+name)}, nil
}

// AddImport puts a new import among the leading ones: before the first of its
// form that sorts behind it, else behind the last of its form, else behind the
// last of all, else at the top.
func (m Module) AddImport(form, name, line string) text.Edit {
	head := m.Head()
	lastAny, lastForm, before := -1, -1, -1
	for i, s := range m.Body[:head] {
		if !IsImport(s) {
			continue
		}
		lastAny = i
		switch first := m.sorts(s, form); {
		case first == "" || before >= 0:
		case first < place(name):
			lastForm = i
		case first > place(name) && lastForm < 0 && (i == 0 || !m.SameLine(m.Body[i-1], s)):
			before = i
		}
	}
	switch {
	case before >= 0:
		at := m.Tokens[m.Body[before].First].Span.Start
		return rule.InsertAt(m.Snapshot.LineStart(m.Snapshot.LineAt(at)), line+m.Eol(at))
	case lastForm >= 0:
		return m.InsertLine(lastForm+1, line)
	case lastAny >= 0:
		return m.InsertLine(lastAny+1, line)
	}
	doc := m.docstring()
	e := m.InsertLine(min(head, doc), line)
	if doc > 0 {
		e.New = m.Eol(e.Span.Start) + e.New
	} else {
		e.New += m.Eol(e.Span.Start)
		if len(m.Body) > 0 && m.defines(m.Body[0]) {
			e.New += m.Eol(e.Span.Start) // two blank lines before a definition: E302
		}
	}
	return e
}

// defines reports whether a statement is a function or a class.
func (m Module) defines(s *pytree.Stmt) bool {
	return s.Decorators < s.First || s.Keyword == "def" || s.Keyword == "class" || s.Keyword == "async"
}

// place returns what a module is sorted by: isort and ruff put those by dots last (https://pycqa.github.io/isort).
func place(module string) string {
	if strings.HasPrefix(module, ".") {
		return "~" + module
	}
	return module
}

// sorts returns what an import of that form is sorted by, "" for others.
func (m Module) sorts(s *pytree.Stmt, form string) string {
	list := m.Aliases(s)
	if s.Keyword != form || len(list) == 0 || list[0].Module == "__future__" {
		return ""
	}
	return place(list[0].Module)
}

// docstring is 1 if the text begins with one, else 0.
func (m Module) docstring() int {
	if len(m.Body) > 0 && m.IsDocstring(m.Body[0]) {
		return 1
	}
	return 0
}

// Head returns how many statements lead the module: what may stand before imports.
func (m Module) Head() int {
	n := 0
	for n < len(m.Body) && m.leads(m.Body[n], n) {
		n++
	}
	return n
}

// InsertLine puts a line behind the statements that lead, or before the first
// statement where none does.
func (m Module) InsertLine(head int, line string) text.Edit {
	if head == 0 {
		at := m.Tokens[m.Body[0].Decorators].Span.Start
		return rule.InsertAt(m.Snapshot.LineStart(m.Snapshot.LineAt(at)), line+m.Eol(at))
	}
	last := m.Whole(m.Body[head-1]).End
	for i := head; i < len(m.Body) && m.LineEnd(m.Body[i].First) == m.LineEnd(m.Body[head-1].First); i++ {
		last = m.Whole(m.Body[i]).End // the rest of "import a; b = 1"
	}
	full := m.Snapshot.FullLineSpan(m.Snapshot.LineAt(max(0, last-1)))
	return rule.InsertAt(full.End, line+m.Eol(full.Start))
}

// IsImport reports whether a statement imports something.
func IsImport(s *pytree.Stmt) bool { return s.Keyword == "import" || s.Keyword == "from" }

// AliasOf returns the last alias of the statement that binds the name, or -1.
func (m Module) AliasOf(s *pytree.Stmt, name string) int {
	list := m.Aliases(s)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Bound == name {
			return i
		}
	}
	return -1
}

// leads reports whether the i-th statement may stand before the imports: the
// docstring, imports, dunder names, and the guards that hold only imports.
func (m Module) leads(s *pytree.Stmt, i int) bool {
	switch s.Keyword {
	case "import", "from":
		return true
	case "if", "elif", "else", "try", "except", "finally":
		for _, b := range s.Body {
			if b.Keyword != "pass" && !IsImport(b) {
				return false
			}
		}
		return true
	case "":
		if i == 0 && m.IsDocstring(s) {
			return true
		}
		name := m.Tokens[s.First].Text
		return strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") && m.Is(s.First+1, "=", ":")
	}
	return false
}
