package pyload

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// evaluation finds the first effect of a module's statements.
type evaluation struct {
	program *Program
	loading *module // whose own state may change
	depth   int
	// seen asks only for what others may see at once: calls whose result nobody keeps, and
	// changes of other modules.
	seen bool
}

// scope is where statements stand.
type scope struct {
	m *module
	// fn is the function that runs, nil at the module level.
	fn *pytree.Stmt
	// params and locals are names of the function, or of the class whose body it is.
	params, locals map[string]bool
	// nested has the functions in it run as well: it is called for a decorator.
	nested bool
}

func (e evaluation) at(sc scope, s *pytree.Stmt, format string, a ...any) string {
	snap := sc.m.code.Snapshot
	line := snap.LineAt(sc.m.code.Tokens[s.First].Span.Start) + 1
	return fmt.Sprintf("%s (%s:%d)", fmt.Sprintf(format, a...), path.Base(snap.Path), line)
}

// suite returns the first effect of some statements, "" for none.
func (e evaluation) suite(list []*pytree.Stmt, sc scope) string {
	for _, s := range list {
		if why := e.statement(s, sc); why != "" {
			return why
		}
	}
	return ""
}

func (e evaluation) statement(s *pytree.Stmt, sc scope) string {
	c := sc.m.code
	switch s.Keyword {
	case "import", "from", "pass", "break", "continue", "nonlocal", "type", "raise":
		return ""
	case "global":
		if sc.m == e.loading {
			return ""
		}
		return e.at(sc, s, "%s", "it sets "+c.Text(s.First, s.Last))
	case "del":
		if why := e.target(s.First+1, s.Last, s, sc); why != "" && c.Find(s.First+1, s.Last, ".") >= 0 {
			return why
		}
		return ""
	case "def":
		if why := e.decorators(s, sc); why != "" {
			return why
		}
		if sc.nested {
			return e.suite(s.Body, inside(sc.m, s, false))
		}
		return e.expression(s.First, s.Colon, s, sc)
	case "class":
		if why := e.decorators(s, sc); why != "" {
			return why
		}
		return e.class(s, sc)
	case "":
		return e.simple(s, sc)
	case "if", "elif":
		if forTypes(c, s) || asProgram(c, s) {
			return ""
		}
	case "with":
		if why := e.opensToWrite(s.First, s.Last, s, sc); why != "" {
			return why
		}
	}
	if why := e.expression(s.First+1, s.Last, s, sc); why != "" {
		return why
	}
	return e.suite(s.Body, sc)
}

// simple returns the effect of an assignment or an expression.
func (e evaluation) simple(s *pytree.Stmt, sc scope) string {
	c := sc.m.code
	last := -1
	for i, t := range c.Level(s.First, s.Last) {
		if t.Kind != pytree.Op || !strings.HasSuffix(t.Text, "=") || t.Is("==", "!=", "<=", ">=", ":=") {
			continue
		}
		if why := e.target(max(s.First, last+1), i, s, sc); why != "" {
			return why
		}
		last = i
	}
	first := s.First
	switch {
	case last >= 0:
		first = last + 1
	case c.Is(s.First+1, ":"): // x: T
		return ""
	}
	if why := e.expression(first, s.Last, s, sc); why != "" || last >= 0 {
		return why
	}
	return e.statementExpression(s, sc)
}

// statementExpression returns the effect of an expression whose value nobody keeps, beyond
// that of the calls in it.
func (e evaluation) statementExpression(s *pytree.Stmt, sc scope) string {
	c := sc.m.code
	for i := s.First; i < s.Last; i++ {
		if t := c.Tokens[i]; t.Is("await", "yield", "(") {
			return "" // calls have been looked at
		}
	}
	if op := c.Find(s.First, s.Last, ">>", "<<", "|", "@", "+", "%"); op >= 0 && c.Tokens[s.First].Kind == pytree.Name {
		return e.at(sc, s, "%s", "it runs "+short(c.Text(s.First, s.Last)))
	}
	return ""
}

// target returns the effect of assigning to the tokens [first, last): there is one if what is
// changed is not the module's own.
func (e evaluation) target(first, last int, s *pytree.Stmt, sc scope) string {
	c := sc.m.code
	for i := first; i < last; i++ {
		t := c.Tokens[i]
		if t.Kind != pytree.Name || c.Is(i-1, ".") || !c.Is(i+1, ".", "[") {
			continue
		}
		if colon := c.Find(first, last, ":"); colon >= 0 && i > colon {
			break // an annotation
		}
		if t.In >= first && c.Is(t.In, "[") {
			continue // an index
		}
		if !e.own(t.Text, c.Is(i+1, "."), sc) {
			return e.at(sc, s, "%s", "it changes "+short(c.Text(i, last)))
		}
	}
	return ""
}

// own reports whether the thing that a name stands for is changed by nobody else: it is
// made here. Of a parameter attributes may be set: a decorator marks what it is given.
func (e evaluation) own(name string, attribute bool, sc scope) bool {
	switch {
	case sc.params[name]:
		return attribute
	case sc.locals[name]:
		return true
	}
	b, bound := sc.m.names[name]
	if !bound || sc.m != e.loading || b.kind == byImport {
		return false
	}
	if b.kind == byValue && b.stmt != nil && b.rhs > 0 && b.rhs < b.stmt.Last { // another name for what is imported
		c := sc.m.code
		if alias, imported := sc.m.names[c.Tokens[b.rhs].Text]; imported && alias.kind == byImport &&
			c.Find(b.rhs, b.stmt.Last, "(") < 0 {
			return false
		}
	}
	return true
}

// decorators returns the effect of those of a definition.
func (e evaluation) decorators(s *pytree.Stmt, sc scope) string {
	if e.seen {
		return ""
	}
	c := sc.m.code
	for i := s.Decorators; i < s.First; i++ {
		if !c.Is(i, "@") || c.Tokens[i].In != c.Tokens[s.First].In {
			continue
		}
		end := i + 1
		for end < s.First && c.Tokens[end].Kind != pytree.Newline && c.Tokens[end].Kind != pytree.Comment {
			end++
		}
		open := c.Find(i+1, end, "(")
		if why := e.expression(i+1, end, s, sc); why != "" {
			return e.at(sc, s, "%s", "the decorator @"+short(c.Text(i+1, end))+" is not known to be pure")
		}
		called := end
		if open >= 0 {
			called = open
		}
		if why := e.call(i+1, called, use{stmt: s, decorates: true, made: open >= 0}, sc); why != "" {
			return e.at(sc, s, "%s", "the decorator @"+short(c.Text(i+1, end))+" is not known to be pure")
		}
	}
	return ""
}

// class returns the effect of defining one: of deriving from its bases, and of its body.
func (e evaluation) class(s *pytree.Stmt, sc scope) string {
	c := sc.m.code
	name := sc.m.code.DefinedName(s)
	if open := c.Find(s.First, s.Colon, "("); open >= 0 && !e.seen {
		for _, a := range c.Arguments(open, c.Tokens[open].Close) {
			if why := e.expression(a.First, a.Last, s, sc); why != "" {
				return why
			}
			first := a.First
			meta := c.Is(first, "metaclass") && c.Is(first+1, "=")
			switch {
			case meta:
				first += 2
			case c.Is(first+1, "=") || c.Is(first, "*", "**"):
				continue
			}
			if why := e.derives(first, a.Last, sc); why != "" {
				return e.at(sc, s, "%s", "class "+name+" derives from "+short(c.Text(first, a.Last))+", "+why)
			}
		}
	}
	body := scope{m: sc.m, locals: map[string]bool{}, params: sc.params}
	for _, b := range s.Body {
		for n := range boundBy(sc.m, b) {
			body.locals[n] = true
		}
	}
	return e.suite(s.Body, body)
}

// derives says why deriving from the class that the tokens name may act; "" for a plain
// one.
func (e evaluation) derives(first, last int, sc scope) string {
	c := sc.m.code
	if c.Tokens[first].Kind != pytree.Name {
		return "which is not known to be plain"
	}
	chain := []string{c.Tokens[first].Text}
	i := first + 1
	for ; i+1 < last && c.Is(i, "."); i += 2 {
		chain = append(chain, c.Tokens[i+1].Text)
	}
	if i < last && c.Is(i, "(") {
		return e.madeBy(chain, sc)
	}
	if len(chain) == 1 && sc.locals[chain[0]] {
		return ""
	}
	return e.plain(sc.m, chain)
}

// madeBy says why a class that a call makes may not be plain.
func (e evaluation) madeBy(chain []string, sc scope) string {
	if b, bound := sc.m.names[chain[0]]; bound && b.kind == byImport && Standard(b.module) || !bound &&
		pytree.Builtin(chain[0]) {
		return "" // namedtuple, NewType, type(x)
	}
	return "which a call makes"
}

// plain is derives for the names of a class as a module spells it.
func (e evaluation) plain(m *module, chain []string) string {
	if e.depth++; e.depth > deepest {
		return "which derives from too many others to tell"
	}
	b, bound := m.names[chain[0]]
	if !bound {
		if pytree.Builtin(chain[0]) {
			return ""
		}
		for _, star := range m.stars() {
			if Standard(star) {
				continue
			}
			if in, _ := e.program.resolve(star, chain[0], 0); in != nil {
				return e.plain(in, chain)
			}
		}
		return "which is not known to be plain"
	}
	switch b.kind {
	case byImport:
		in, rest, why := e.imported(b, chain[1:])
		switch {
		case why != "":
			return why
		case in == nil:
			return "" // of the standard library
		}
		return e.plain(in, rest)
	case byDefinition:
		if b.stmt.Keyword != "class" || len(chain) > 1 {
			return ""
		}
		return e.plainClass(m, b.stmt)
	}
	if b.stmt == nil || b.rhs <= 0 || b.rhs >= b.stmt.Last {
		return "which is not known to be plain"
	}
	return e.derives(b.rhs, b.stmt.Last, scope{m: m})
}

// plainClass says why deriving from a class may act: by its metaclass, its
// __init_subclass__, or one of its bases.
func (e evaluation) plainClass(m *module, s *pytree.Stmt) string {
	for _, b := range s.Body {
		if b.Keyword == "def" && slices.Contains([]string{"__init_subclass__", "__new__", "__init__"},
			m.code.DefinedName(b)) {
			if m.code.DefinedName(b) != "__init_subclass__" && !e.isMeta(m, s) {
				continue
			}
			if why := e.suite(b.Body, inside(m, b, false)); why != "" {
				return "which acts when it is derived from: " + why
			}
		}
	}
	c := m.code
	open := c.Find(s.First, s.Colon, "(")
	if open < 0 {
		return ""
	}
	for _, a := range c.Arguments(open, c.Tokens[open].Close) {
		first := a.First
		switch {
		case c.Is(first, "metaclass") && c.Is(first+1, "="):
			first += 2
		case c.Is(first+1, "=") || c.Is(first, "*", "**"):
			continue
		}
		if why := e.derives(first, a.Last, scope{m: m}); why != "" {
			return why
		}
	}
	return ""
}

// isMeta reports whether a class is a metaclass: it derives from type, or from what is
// called one.
func (e evaluation) isMeta(m *module, s *pytree.Stmt) bool {
	return m.code.Any(s.First, s.Colon, "type", "ABCMeta", "EnumMeta", "EnumType") ||
		strings.Contains(strings.ToLower(m.code.Text(s.First, s.Colon)), "meta")
}

// imported follows an import and names behind it: to a module and what is left of the
// names. in is nil for the standard library; why says what cannot be found.
func (e evaluation) imported(b binding, rest []string) (in *module, names []string, why string) {
	name := b.module
	if b.name != "" {
		rest = append([]string{b.name}, rest...)
	}
	for {
		if Standard(name) {
			return nil, append([]string{name}, rest...), ""
		}
		m := e.program.module(name)
		if m.names == nil || len(rest) == 0 {
			return m, nil, "which cannot be found here"
		}
		if _, bound := m.names[rest[0]]; !bound && !e.program.module(name+"."+rest[0]).missing {
			name, rest = name+"."+rest[0], rest[1:]
			continue
		}
		return m, rest, ""
	}
}

// boundBy yields the names that a statement of a suite binds.
func boundBy(m *module, s *pytree.Stmt) map[string]bool {
	out := map[string]bool{}
	holder := &module{name: m.name, File: m.File, code: m.code, names: map[string]binding{}}
	holder.bind(s)
	for n := range holder.names {
		out[n] = true
	}
	return out
}

// inside returns the scope of a function that runs.
func inside(m *module, fn *pytree.Stmt, nested bool) scope {
	sc := scope{m: m, fn: fn, params: map[string]bool{}, locals: map[string]bool{}, nested: nested}
	open := m.code.Find(fn.First, fn.Colon, "(")
	if open >= 0 {
		for _, a := range m.code.Arguments(open, m.code.Tokens[open].Close) {
			at := a.First
			for m.code.Is(at, "*", "**") {
				at++
			}
			sc.params[m.code.Tokens[at].Text] = true
		}
	}
	for s := range m.code.All {
		if s.Function() == fn {
			for n := range boundBy(m, s) {
				sc.locals[n] = true
			}
		}
	}
	return sc
}

// short returns a piece of code as a reason shows it.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 60 {
		s = s[:57] + "…"
	}
	return s
}
