package rules

import (
	_ "embed" // library.txt
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
)

// modules are modules of the standard library whose name is rarely anything
// else. Sorted.
var modules = []string{"abc", "argparse", "ast", "asyncio", "base64", "bisect", "builtins", "calendar", "collections",
	"configparser",
	"contextlib", "contextvars", "copy", "csv", "ctypes", "dataclasses", "datetime", "decimal", "difflib", "dis", "email",
	"enum", "errno", "fnmatch",
	"fractions", "functools", "gc", "getpass", "gettext", "glob", "gzip", "hashlib", "heapq", "hmac", "html", "http",
	"importlib", "inspect", "io",
	"ipaddress", "itertools", "json", "keyword", "locale", "logging", "math", "mimetypes", "multiprocessing", "operator",
	"os", "pathlib", "pdb",
	"pickle", "pkgutil", "platform", "posixpath", "pprint", "queue", "random", "re", "secrets", "shlex", "shutil",
	"signal", "socket", "sqlite3", "ssl",
	"statistics", "string", "struct", "subprocess", "sys", "sysconfig", "tempfile", "textwrap", "threading", "time",
	"timeit", "tokenize", "traceback",
	"types", "typing", "unicodedata", "unittest", "urllib", "uuid", "warnings", "weakref", "xml", "zipfile", "zlib"}

// packages are modules with submodules, which must be imported too, and what else they have
// themselves. Of another attribute of theirs nobody knows which it is.
var packages = map[string]struct{ submodules, packages, own []string }{
	"concurrent": {submodules: []string{"futures"}},
	"email": {
		submodules: []string{"charset", "encoders", "errors", "generator", "header", "headerregistry", "message", "parser",
			"policy", "utils"},
		packages: []string{"mime"},
		own:      []string{"message_from_binary_file", "message_from_bytes", "message_from_file", "message_from_string"},
	},
	"html": {submodules: []string{"entities", "parser"}, own: []string{"escape", "unescape"}},
	"http": {submodules: []string{"client", "cookiejar", "cookies", "server"},
		own: []string{"HTTPMethod", "HTTPStatus"}},
	"importlib": {submodules: []string{"abc", "machinery", "metadata", "resources", "util"},
		own: []string{"import_module", "invalidate_caches", "reload"}},
	"multiprocessing": {
		submodules: []string{"connection", "dummy", "managers", "pool", "shared_memory", "sharedctypes"},
		own: []string{"Array", "Barrier", "Condition", "Event", "Lock", "Manager", "Pipe", "Pool", "Process", "Queue",
			"RLock", "Semaphore", "SimpleQueue",
			"TimeoutError", "Value", "active_children", "cpu_count", "current_process", "freeze_support", "get_context",
			"get_start_method", "set_start_method"},
	},
	"unittest": {
		submodules: []string{"case", "mock", "util"},
		own: []string{"IsolatedAsyncioTestCase", "SkipTest", "TestCase", "TestLoader", "TestResult", "TestSuite",
			"TextTestRunner", "expectedFailure", "main",
			"skip", "skipIf", "skipUnless"},
	},
	"urllib": {submodules: []string{"error", "parse", "request", "response", "robotparser"}},
	"xml":    {submodules: []string{"sax"}, packages: []string{"dom", "etree", "parsers"}},
}

// library are the names that the standard library has in one place, and that code in use imports from there
// alone: a line for each module. testdata/library.py made it of released packages.
//
//go:embed library.txt
var library string

// homeOf is the module of the standard library that a name is imported from, "" if that is not one.
var homeOf = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(library) {
		words := strings.Fields(line)
		for _, name := range words[1:] {
			out[name] = words[0]
		}
	}
	for home, names := range rare {
		for name := range strings.FieldsSeq(names) {
			out[name] = home
		}
	}
	return out
})

// rare are names that library.txt leaves out, as some code has its own of that name, and that at
// least three released packages import from here: cached_property and Literal in pytest, astroid
// and attrs, partial in filelock, isort and jinja2, NewType in packaging, pyflakes and pylint,
// ParamSpec in astroid, filelock and pylint.
var rare = map[string]string{
	"functools": "cached_property partial",
	"typing":    "Literal NewType ParamSpec",
}

// forms are what typing names as well as collections.abc, whose names for them these are.
var forms = []string{"AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable", "Callable", "Coroutine",
	"Generator", "Iterable", "Iterator",
	"Mapping", "MutableMapping", "MutableSequence", "Sequence"}

// missingImport imports an undefined name that can only be one thing: what the project's other files import by that
// name, or define in one place; a module of the standard library used as one, or a name of it that lives in one
// place.
func missingImport(m module) ([]text.Edit, error) {
	name := rule.Quoted(m.Diagnostic.Message)
	m.Module = m.Unfold() // how it is used is read everywhere
	i := m.TokenAt(m.Diagnostic.Span.Start)
	if name == "" || i < 0 || !m.Is(i, name) && !m.quotes(i, name) {
		return nil, rule.Decline("no undefined name in code at the diagnostic")
	}
	if why := m.Bound(name); why != "" {
		return nil, rule.Decline("%s", why)
	}
	var known []rule.Home
	if m.Homes != nil {
		known = m.Homes(name)
	}
	own := slices.DeleteFunc(slices.Clone(known), func(h rule.Home) bool { return pyload.Standard(h.Module) })
	inLibrary := slices.Contains(modules, name) || slices.Contains(forms, name) || homeOf()[name] != ""
	switch {
	case len(own) == 1 && len(known) == 1 && own[0].Files == 0 && !m.calls(name):
		return nil, rule.Decline("%s is not used as the function of %s", name, own[0].Module)
	case len(own) == 1 && len(known) == 1 && (own[0].Files > 0 || !inLibrary):
		return m.importHome(name, own[0])
	case len(known) > 1 && len(own) > 0:
		return nil, rule.Decline("%s may come from %s or %s", name, known[0].Module, known[1].Module)
	case len(own) > 0:
		return nil, rule.Decline("%s may come from %s or the standard library", name, own[0].Module)
	}
	if name == "datetime" && m.theClass(name) {
		return m.ImportName(name, name)
	}
	if slices.Contains(modules, name) || name == "pytest" && undertest.IsTest(m.Snapshot.Path) {
		return m.importModule(name)
	}
	if slices.Contains(forms, name) {
		return m.ImportName(m.HomeOfForms(), name)
	}
	if home := homeOf()[name]; home != "" && len(known) < 2 {
		known = []rule.Home{{Module: home, Name: name}}
	}
	if len(known) == 1 {
		return m.importHome(name, known[0])
	}
	return nil, rule.Decline("it is not known where %s comes from", name)
}

// quotes reports whether a token is a text that names a type: a quoted annotation, of which the checker has said so.
func (m module) quotes(i int, name string) bool {
	t := m.Tokens[i]
	return t.Kind == pytree.String && !t.Literal().Fields() && lex.HasWord(t.Text, name)
}

// calls reports whether each use of a name calls it, decorates with it or reads something of it; the name of a class or
// a constant says by itself what it is.
func (m module) calls(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	for i := range m.Named(name, 0, len(m.Tokens)) {
		if !unicode.IsUpper(first) && !m.Keyword(i) && !m.Is(i+1, "(", ".") && !m.Is(i-1, "@") {
			return false
		}
	}
	return true
}

// importHome imports a name from the place that is known.
func (m module) importHome(name string, h rule.Home) ([]text.Edit, error) {
	switch {
	case h.Name == name:
		return m.ImportName(h.Module, name)
	case h.Name != "":
		return []text.Edit{m.AddImport("from", h.Module, h.Spelled(name))}, nil
	}
	return []text.Edit{m.AddImport("import", h.Module, h.Spelled(name))}, nil
}

// theClass reports whether datetime is the class in each place: it is called, or is a
// type, or has what only the class has; and the module in none.
func (m module) theClass(name string) bool {
	sure := false
	for i := range m.Named(name, 0, len(m.Tokens)) {
		switch {
		case !m.Is(i+1, "."),
			slices.Contains([]string{"combine", "fromisoformat", "fromtimestamp", "now", "strptime", "today",
				"utcfromtimestamp", "utcnow"}, m.Tokens[i+2].Text):
			sure = true
		case !slices.Contains([]string{"date", "max", "min", "time"}, m.Tokens[i+2].Text):
			return false
		}
	}
	return sure
}

// importModule adds "import name" if every use reads an attribute of it.
func (m module) importModule(name string) ([]text.Edit, error) {
	line := "import " + name
	for i := range m.Named(name, 0, len(m.Tokens)) {
		if m.Is(i+1, "=") {
			continue
		}
		if !m.Is(i+1, ".") || m.Tokens[i+2].Kind != pytree.Name {
			return nil, rule.Decline("%s is not used as a module", name)
		}
		attribute := m.Tokens[i+2].Text
		if why := ambiguous(name, attribute); why != "" {
			return nil, rule.Decline("%s", why)
		}
		has, holds := packages[name]
		if !holds || slices.Contains(has.own, attribute) {
			continue // a submodule loads its package, too
		}
		needs := "import " + name + "." + attribute
		switch {
		case slices.Contains(has.submodules, attribute):
		case slices.Contains(has.packages, attribute) && m.Is(i+3, ".") && m.Is(i+5, "."): // xml.etree.ElementTree.parse
			needs += "." + m.Tokens[i+4].Text
		default:
			return nil, rule.Decline("%s.%s may be a submodule or a name", name, attribute)
		}
		if line != "import "+name && line != needs {
			return nil, rule.Decline("several submodules of %s are used", name)
		}
		line = needs
	}
	return []text.Edit{m.AddImport("import", name, line)}, nil
}

// ambiguous says what else than the module a name with an attribute may be.
func ambiguous(name, attribute string) string {
	switch {
	case name == "datetime" &&
		!slices.Contains([]string{"datetime", "date", "time", "timedelta", "timezone", "UTC", "tzinfo"}, attribute):
		return "datetime may be the module or the class"
	case name == "signal" && strings.ToUpper(attribute) != attribute && attribute != "signal":
		return "signal may be a variable"
	}
	return ""
}
