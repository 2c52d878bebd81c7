package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// modules are modules of the standard library whose name is rarely anything
// else. Sorted.
var modules = []string{"abc", "argparse", "ast", "asyncio", "base64", "bisect", "builtins", "calendar", "collections", "configparser",
	"contextlib", "contextvars", "copy", "csv", "ctypes", "dataclasses", "datetime", "decimal", "difflib", "dis", "email", "enum", "errno", "fnmatch",
	"fractions", "functools", "gc", "getpass", "gettext", "glob", "gzip", "hashlib", "heapq", "hmac", "html", "http", "importlib", "inspect", "io",
	"ipaddress", "itertools", "json", "keyword", "locale", "logging", "math", "mimetypes", "multiprocessing", "operator", "os", "pathlib", "pdb",
	"pickle", "pkgutil", "platform", "posixpath", "pprint", "queue", "random", "re", "secrets", "shlex", "shutil", "signal", "socket", "sqlite3", "ssl",
	"statistics", "string", "struct", "subprocess", "sys", "sysconfig", "tempfile", "textwrap", "threading", "time", "timeit", "tokenize", "traceback",
	"types", "typing", "unicodedata", "unittest", "urllib", "uuid", "warnings", "weakref", "xml", "zipfile", "zlib"}

// packages are modules with submodules, which must be imported too, and what else they have
// themselves. Of another attribute of theirs nobody knows which it is.
var packages = map[string]struct{ submodules, packages, own []string }{
	"concurrent": {submodules: []string{"futures"}},
	"email": {
		submodules: []string{"charset", "encoders", "errors", "generator", "header", "headerregistry", "message", "parser", "policy", "utils"},
		packages:   []string{"mime"},
		own:        []string{"message_from_binary_file", "message_from_bytes", "message_from_file", "message_from_string"},
	},
	"html":      {submodules: []string{"entities", "parser"}, own: []string{"escape", "unescape"}},
	"http":      {submodules: []string{"client", "cookiejar", "cookies", "server"}, own: []string{"HTTPMethod", "HTTPStatus"}},
	"importlib": {submodules: []string{"abc", "machinery", "metadata", "resources", "util"}, own: []string{"import_module", "invalidate_caches", "reload"}},
	"multiprocessing": {
		submodules: []string{"connection", "dummy", "managers", "pool", "shared_memory", "sharedctypes"},
		own: []string{"Array", "Barrier", "Condition", "Event", "Lock", "Manager", "Pipe", "Pool", "Process", "Queue", "RLock", "Semaphore", "SimpleQueue",
			"TimeoutError", "Value", "active_children", "cpu_count", "current_process", "freeze_support", "get_context", "get_start_method", "set_start_method"},
	},
	"unittest": {
		submodules: []string{"case", "mock", "util"},
		own: []string{"IsolatedAsyncioTestCase", "SkipTest", "TestCase", "TestLoader", "TestResult", "TestSuite", "TextTestRunner", "expectedFailure", "main",
			"skip", "skipIf", "skipUnless"},
	},
	"urllib": {submodules: []string{"error", "parse", "request", "response", "robotparser"}},
	"xml":    {submodules: []string{"sax"}, packages: []string{"dom", "etree", "parsers"}},
}

// homes says where names live that mean one thing in practice.
var homes = map[string][]string{
	"abc":         {"ABC", "ABCMeta", "abstractmethod"},
	"collections": {"Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"},
	"contextlib":  {"asynccontextmanager", "contextmanager"},
	"dataclasses": {"dataclass"},
	"datetime":    {"timedelta", "timezone"},
	"decimal":     {"Decimal"},
	"enum":        {"Enum", "IntEnum", "StrEnum"},
	"functools":   {"cached_property", "lru_cache", "partial", "reduce", "wraps"},
	"pathlib":     {"Path", "PurePath"},
	"typing": {"Annotated", "Any", "AnyStr", "ClassVar", "DefaultDict", "Dict", "Final", "FrozenSet", "Generic", "List", "Literal", "NamedTuple", "NewType",
		"NoReturn", "Optional", "ParamSpec", "Protocol", "TYPE_CHECKING", "Tuple", "Type", "TypeVar", "TypedDict", "Union", "cast", "overload"},
}

// forms are what typing names as well as collections.abc, whose names for them these are.
var forms = []string{"AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable", "Callable", "Coroutine", "Generator", "Iterable", "Iterator",
	"Mapping", "MutableMapping", "MutableSequence", "Sequence"}

// missingImport imports an undefined name that can only be one thing: a module
// of the standard library used as one, or a name that lives in one place.
func missingImport(m module) ([]text.Edit, error) {
	name := rule.Quoted(m.Diagnostic.Message)
	m = m.unfolded() // how it is used is read everywhere
	if name == "" || !m.is(m.TokenAt(m.Diagnostic.Span.Start), name) {
		return nil, rule.Decline("no undefined name in code at the diagnostic")
	}
	if why := m.bound(name); why != "" {
		return nil, rule.Decline("%s", why)
	}
	if name == "datetime" && m.theClass(name) {
		return m.importName(name, name)
	}
	if slices.Contains(modules, name) {
		return m.importModule(name)
	}
	if slices.Contains(forms, name) {
		return m.importName(m.homeOfForms(), name)
	}
	for _, home := range []string{"abc", "collections", "contextlib", "dataclasses", "datetime", "decimal", "enum", "functools", "pathlib", "typing"} {
		if slices.Contains(homes[home], name) {
			return m.importName(home, name)
		}
	}
	return nil, rule.Decline("no single import is known for %s", name)
}

// homeOfForms is the module from which a file has such names: collections.abc, but
// typing where that is what it imports from. In typing they are deprecated since
// Python 3.9 (https://docs.python.org/3/library/typing.html#deprecated-aliases).
func (m module) homeOfForms() string {
	from := map[string]bool{}
	for s := range m.All {
		for _, a := range m.aliases(s) {
			from[a.module] = true
		}
	}
	if from["typing"] && !from["collections.abc"] {
		return "typing"
	}
	return "collections.abc"
}

// theClass reports whether datetime is the class in each place: it is called, or is a
// type, or has what only the class has; and the module in none.
func (m module) theClass(name string) bool {
	sure := false
	for i := range m.named(name, 0, len(m.Tokens)) {
		switch {
		case !m.is(i+1, "."), slices.Contains([]string{"combine", "fromisoformat", "fromtimestamp", "now", "strptime", "today", "utcfromtimestamp", "utcnow"}, m.Tokens[i+2].Text):
			sure = true
		case !slices.Contains([]string{"date", "max", "min", "time"}, m.Tokens[i+2].Text):
			return false
		}
	}
	return sure
}

// bound says where the file may give the name a meaning already.
func (m module) bound(name string) string {
	for s := range m.All {
		if m.star(s) {
			return "a star import may bring " + name
		}
		if m.aliasOf(s, name) >= 0 {
			return name + " is imported elsewhere in this file"
		}
	}
	for i := range m.named(name, 0, len(m.Tokens)) {
		if m.given(i) && !m.isTypeOfTarget(i) || m.is(i-1, "def", "class", "for", "as", "global", "nonlocal", "lambda") || m.is(i+1, ":") && m.isStatementStart(i) {
			return name + " is given a meaning elsewhere in this file"
		}
	}
	return ""
}

// isTypeOfTarget reports whether token i is the type in "x: type = …".
func (m module) isTypeOfTarget(i int) bool {
	return m.is(i-1, ":") && m.isStatementStart(i-2) && m.Tokens[i-2].Kind == pytree.Name && !m.is(i-2, "else", "try", "finally", "except")
}

// importModule adds "import name" if every use reads an attribute of it.
func (m module) importModule(name string) ([]text.Edit, error) {
	line := "import " + name
	for i := range m.named(name, 0, len(m.Tokens)) {
		if m.is(i+1, "=") {
			continue
		}
		if !m.is(i+1, ".") || m.Tokens[i+2].Kind != pytree.Name {
			return nil, rule.Decline("%s is not used as a module", name)
		}
		attribute := m.Tokens[i+2].Text
		if why := ambiguous(name, attribute); why != "" {
			return nil, rule.Decline("%s", why)
		}
		has, holds := packages[name]
		if !holds || slices.Contains(has.own, attribute) {
			continue // a submodule brings its package along
		}
		needs := "import " + name + "." + attribute
		switch {
		case slices.Contains(has.submodules, attribute):
		case slices.Contains(has.packages, attribute) && m.is(i+3, ".") && m.is(i+5, "."): // xml.etree.ElementTree.parse
			needs += "." + m.Tokens[i+4].Text
		default:
			return nil, rule.Decline("%s.%s may be a submodule or a name", name, attribute)
		}
		if line != "import "+name && line != needs {
			return nil, rule.Decline("several submodules of %s are used", name)
		}
		line = needs
	}
	return []text.Edit{m.addImport("import", name, line)}, nil
}

// ambiguous says what else than the module a name with an attribute may be.
func ambiguous(name, attribute string) string {
	switch {
	case name == "datetime" && !slices.Contains([]string{"datetime", "date", "time", "timedelta", "timezone", "UTC", "tzinfo"}, attribute):
		return "datetime may be the module or the class"
	case name == "signal" && strings.ToUpper(attribute) != attribute && attribute != "signal":
		return "signal may be a variable"
	}
	return ""
}

// importName adds the name to the import of its home, or a new import.
func (m module) importName(home, name string) ([]text.Edit, error) {
	for _, s := range m.Body {
		if s.Keyword != "from" {
			continue
		}
		list := m.aliases(s)
		if len(list) == 0 || list[0].module != home || m.commented(s.First, s.Last) {
			continue
		}
		if m.Tokens[s.First].Span.Start > m.Diagnostic.Span.Start {
			continue
		}
		for _, a := range list {
			if a.name > name {
				return []text.Edit{rule.InsertAt(m.Tokens[a.first].Span.Start, name+", ")}, nil
			}
		}
		last := list[len(list)-1]
		return []text.Edit{rule.InsertAt(m.Tokens[last.last-1].Span.End, ", "+name)}, nil
	}
	return []text.Edit{m.addImport("from", home, "from "+home+" import "+name)}, nil
}

// addImport puts a new import among the leading ones: before the first of its
// form that sorts behind it, else behind the last of its form, else behind the
// last of all, else at the top.
func (m module) addImport(form, name, line string) text.Edit {
	head := m.head()
	lastAny, lastForm, before := -1, -1, -1
	for i, s := range m.Body[:head] {
		if !isImport(s) {
			continue
		}
		lastAny = i
		switch first := m.sorts(s, form); {
		case first == "" || before >= 0:
		case first < name:
			lastForm = i
		case first > name && lastForm < 0 && (i == 0 || !m.sameLine(m.Body[i-1], s)):
			before = i
		}
	}
	switch {
	case before >= 0:
		at := m.Tokens[m.Body[before].First].Span.Start
		return rule.InsertAt(m.Snapshot.LineStart(m.Snapshot.LineAt(at)), line+m.eol(at))
	case lastForm >= 0:
		return m.insertLine(lastForm+1, line)
	case lastAny >= 0:
		return m.insertLine(lastAny+1, line)
	}
	doc := m.docstring()
	e := m.insertLine(min(head, doc), line)
	if doc > 0 {
		e.New = m.eol(e.Span.Start) + e.New
	} else {
		e.New += m.eol(e.Span.Start)
	}
	return e
}

// sorts is the module by which an import of that form is sorted, "" for others.
func (m module) sorts(s *pytree.Stmt, form string) string {
	list := m.aliases(s)
	if s.Keyword != form || len(list) == 0 || list[0].module == "__future__" {
		return ""
	}
	return list[0].module
}

// docstring is 1 if the text begins with one, else 0.
func (m module) docstring() int {
	if len(m.Body) > 0 && m.isDocstring(m.Body[0]) {
		return 1
	}
	return 0
}
