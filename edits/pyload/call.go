package pyload

import (
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// use is how the value of a call is used.
type use struct {
	stmt *pytree.Stmt
	// dropped says that nobody keeps it: the call is there for what it does.
	dropped bool
	// decorates says that it is called with a definition, or returns what is: see made.
	decorates bool
	// made says that what is called makes the decorator.
	made bool
}

// expression returns the effect of the calls among the tokens [first, last). Bodies of lambdas
// do not run.
func (e evaluation) expression(first, last int, s *pytree.Stmt, sc scope) string {
	c := sc.m.code
	inner := sc
	for i := first; i < last; i++ {
		if c.Is(i, "for") && i > first { // of a comprehension: its names are local
			inner.locals = cloned(inner.locals)
			for j := i + 1; j < last && !c.Is(j, "in"); j++ {
				inner.locals[c.Tokens[j].Text] = true
			}
		}
	}
	for i := first; i < last; i++ {
		t := c.Tokens[i]
		if t.Is("lambda") {
			for i+1 < last && !(c.Is(i+1, ",") && c.Tokens[i+1].In == t.In) && (t.In < 0 || i+1 != c.Tokens[t.In].Close) {
				i++
			}
			continue
		}
		if !t.Is("(") || i == first || !c.Callee(i-1) {
			continue
		}
		from := calleeStart(c, i, first)
		dropped := s.Keyword == "" && from == s.First && t.Close == s.Last-1
		if e.seen && !dropped {
			continue
		}
		if why := e.call(from, i, use{stmt: s, dropped: dropped}, inner); why != "" {
			return why
		}
	}
	return ""
}

func cloned(m map[string]bool) map[string]bool {
	if m == nil {
		return map[string]bool{}
	}
	return maps.Clone(m)
}

// calleeStart returns the first token of what the bracket at open calls.
func calleeStart(c pycode.Module, open, first int) int {
	i := open - 1
	for i > first {
		if c.Is(i, ")", "]", "}") {
			i = c.Tokens[i].In
		}
		switch {
		case c.Is(i-1, ".") && i-2 >= first:
			i -= 2
		case i-1 >= first && c.Is(i, "(", "[") && c.Callee(i-1):
			i--
		default:
			return i
		}
	}
	return max(i, first)
}

// call returns the effect of calling what the tokens [from, open) name.
func (e evaluation) call(from, open int, u use, sc scope) string {
	c := sc.m.code
	unknown := func(why string) string { return e.at(sc, u.stmt, "%s", "it calls "+short(c.Text(from, open))+why) }
	var chain []string
	i := from
	for ; i < open && c.Tokens[i].Kind == pytree.Name; i += 2 {
		if chain = append(chain, c.Tokens[i].Text); !c.Is(i+1, ".") || i+1 >= open {
			i++
			break
		}
	}
	if i < open || len(chain) == 0 { // a method of a value that is made here
		if u.dropped && !c.Is(from, "super") && !onLogger(c, from, open, sc, open) && c.Tokens[from].Kind != pytree.String {
			return unknown("")
		}
		return ""
	}
	root, method := chain[0], len(chain) > 1
	switch {
	case root == "super" && !sc.locals[root]:
		return ""
	case sc.params[root]:
		if !method || u.dropped {
			return unknown(", which it is given")
		}
		return ""
	case sc.locals[root]:
		if sc.fn == nil && !method {
			return "" // of a class body; its definition has no effect that is not seen there
		}
		return ""
	}
	b, bound := sc.m.names[root]
	if !bound {
		return e.unbound(chain, from, open, u, sc, unknown)
	}
	switch b.kind {
	case byImport:
		return e.callImported(b, chain[1:], open, u, sc, unknown)
	case byDefinition:
		if method {
			if u.dropped && sc.m != e.loading {
				return unknown("")
			}
			return "" // of the module's own
		}
		return e.callDefined(sc.m, b, u, unknown)
	}
	return e.callValue(b, method, open, u, sc, unknown)
}

// unbound returns the effect of calling a name that its module does not bind itself.
func (e evaluation) unbound(chain []string, from, open int, u use, sc scope, unknown func(string) string) string {
	c := sc.m.code
	if pytree.Builtin(chain[0]) {
		switch chain[0] {
		case "__import__":
			if name := c.Tokens[open+1]; name.Kind == pytree.String && c.Tokens[open].Close == open+2 &&
				Standard(name.Literal().Body) {
				return "" // __path__ = __import__("pkgutil").extend_path(__path__, __name__)
			}
			return unknown("")
		case "exec", "eval", "input", "print", "setattr", "delattr", "breakpoint", "exit", "quit", "help":
			return unknown("")
		case "open":
			return e.opensToWrite(from, c.Tokens[open].Close, u.stmt, sc)
		}
		return ""
	}
	for _, star := range sc.m.stars() {
		if in, b := e.program.resolve(star, chain[0], 0); in != nil && len(chain) == 1 && b.kind == byDefinition {
			return e.callDefined(in, b, u, unknown)
		}
		if Standard(star) && !u.dropped {
			return ""
		}
	}
	return unknown(", which is not known here")
}

// callImported returns the effect of calling what an import binds.
func (e evaluation) callImported(b binding, rest []string, open int, u use, sc scope,
	unknown func(string) string) string {
	in, names, why := e.imported(b, rest)
	switch {
	case why != "":
		return unknown(", " + why)
	case in == nil:
		function := strings.Join(names, ".")
		if u.dropped && !warns(function) || acts(function) {
			return unknown("")
		}
		return ""
	}
	found, what := e.program.resolve(in.name, names[0], 0)
	if found == nil {
		if own, bound := in.names[names[0]]; bound && own.kind == byImport { // a module of another one
			if e.depth++; e.depth > deepest {
				return unknown("")
			}
			return e.callImported(own, names[1:], open, u, sc, unknown)
		}
		return unknown(", which cannot be found here")
	}
	switch {
	case what.kind == byImport:
		if e.depth++; e.depth > deepest {
			return unknown("")
		}
		return e.callImported(what, names[1:], open, u, sc, unknown)
	case what.kind == byDefinition && len(names) == 1:
		return e.callDefined(found, what, u, unknown)
	case what.kind == byValue && what.stmt != nil && what.rhs > 0 && len(names) == 2 && speaks(sc.m.code, open) &&
		isLogger(found.code, what.rhs, what.stmt.Last):
		return ""
	}
	return unknown("") // a method of another module's object
}

// callDefined returns the effect of calling a function or making an object of a class.
func (e evaluation) callDefined(m *module, b binding, u use, unknown func(string) string) string {
	if e.depth++; e.depth > deepest {
		return unknown(", which calls too many others to tell")
	}
	s := b.stmt
	if s.Keyword == "def" {
		if s.Async || s.Decorators != s.First && !u.decorates {
			if s.Async {
				return ""
			}
			if why := e.decorators(s, scope{m: m}); why != "" {
				return unknown("")
			}
		}
		if why := e.suite(s.Body, inside(m, s, u.made)); why != "" {
			return unknown(": " + why)
		}
		return ""
	}
	if why := e.plainClass(m, s); why != "" {
		return unknown(", a class of which it is not known what making one does")
	}
	for _, d := range s.Body {
		if d.Keyword == "def" && slices.Contains([]string{"__init__", "__new__", "__post_init__", "__call__"},
			m.code.DefinedName(d)) {
			if m.code.DefinedName(d) == "__call__" && !u.decorates {
				continue
			}
			if why := e.suite(d.Body, inside(m, d, false)); why != "" {
				return unknown(": " + why)
			}
		}
	}
	return ""
}

// callValue returns the effect of calling a variable of a module, or a method of one.
func (e evaluation) callValue(b binding, method bool, open int, u use, sc scope, unknown func(string) string) string {
	if method && !u.dropped && !u.decorates {
		return ""
	}
	if b.stmt == nil || b.rhs <= 0 || b.rhs >= b.stmt.Last {
		return unknown("")
	}
	c := sc.m.code
	first := c.Tokens[b.rhs]
	literal := first.Kind == pytree.String || first.Kind == pytree.Number || first.Is("[", "{", "(")
	switch {
	case method && literal:
		if u.dropped && sc.m != e.loading {
			return unknown("")
		}
		return ""
	case method && speaks(c, open) && isLogger(c, b.rhs, b.stmt.Last):
		return ""
	case method && (onLogger(c, b.rhs, b.stmt.Last, sc, open) || e.container(c, b.rhs, sc)):
		if sc.m != e.loading {
			return unknown("")
		}
		return ""
	case !method && first.Is("lambda"):
		return ""
	case !method && first.Kind == pytree.Name && e.madeBy([]string{first.Text}, sc) == "" && !u.dropped:
		return "" // namedtuple, TypeVar, partial, …
	}
	return unknown("")
}

// container reports whether a value is a new container of Python's own.
func (e evaluation) container(c pycode.Module, at int, sc scope) bool {
	name := c.Tokens[at].Text
	if b, bound := sc.m.names[name]; bound {
		return b.kind == byImport && b.module == "collections"
	}
	return slices.Contains([]string{"dict", "list", "set", "bytearray"}, name)
}

// onLogger reports whether calling a method of a value, which ends before the bracket at open, changes nothing that
// other modules see: what is said by a logger they do not, and of the logger that bears the module's name nobody else
// is to change anything (https://docs.python.org/3/howto/logging.html#library-config).
func onLogger(c pycode.Module, from, last int, sc scope, open int) bool {
	if !isLogger(c, from, last) {
		return false
	}
	for i := from; i+2 < last; i++ {
		if c.Is(i, "getLogger") && c.Is(i+2, "__name__") {
			return true
		}
	}
	m := sc.m.code
	return speaks(m, open) || m.Is(open-1, "addHandler") && m.Any(open, m.Tokens[open].Close, "NullHandler")
}

// isLogger reports whether a value is one of the library's loggers.
func isLogger(c pycode.Module, from, last int) bool {
	for i := from; i+1 < last; i++ {
		if c.Is(i, "getLogger") && c.Is(i+1, "(") {
			return true
		}
	}
	return false
}

// speaks reports whether the method before a bracket is one by which a logger says something. Functions of those
// names in the module logging do more: they set up the root logger, if nobody has.
func speaks(c pycode.Module, open int) bool {
	return c.Is(open-1, "debug", "info", "warning", "warn", "error", "exception", "critical", "log")
}

// opensToWrite returns the effect of opening a file, unless it is to be read.
func (e evaluation) opensToWrite(from, last int, s *pytree.Stmt, sc scope) string {
	c := sc.m.code
	for i := from; i+1 < last; i++ {
		if !c.Is(i, "open") || !c.Is(i+1, "(") {
			continue
		}
		for j, a := range c.Arguments(i+1, c.Tokens[i+1].Close) {
			mode := c.Tokens[a.Last-1]
			if (j == 1 || a.Name == "mode") && mode.Kind == pytree.String && strings.ContainsAny(mode.Literal().Body, "wax+") {
				return e.at(sc, s, "it writes a file")
			}
		}
	}
	return ""
}
