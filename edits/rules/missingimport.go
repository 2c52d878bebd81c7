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
	m.Module = m.Unfold() // how it is used is read everywhere
	if name == "" || !m.Is(m.TokenAt(m.Diagnostic.Span.Start), name) {
		return nil, rule.Decline("no undefined name in code at the diagnostic")
	}
	if why := m.Bound(name); why != "" {
		return nil, rule.Decline("%s", why)
	}
	if name == "datetime" && m.theClass(name) {
		return m.ImportName(name, name)
	}
	if slices.Contains(modules, name) {
		return m.importModule(name)
	}
	if slices.Contains(forms, name) {
		return m.ImportName(m.HomeOfForms(), name)
	}
	for _, home := range []string{"abc", "collections", "contextlib", "dataclasses", "datetime", "decimal", "enum", "functools", "pathlib", "typing"} {
		if slices.Contains(homes[home], name) {
			return m.ImportName(home, name)
		}
	}
	return nil, rule.Decline("no single import is known for %s", name)
}

// theClass reports whether datetime is the class in each place: it is called, or is a
// type, or has what only the class has; and the module in none.
func (m module) theClass(name string) bool {
	sure := false
	for i := range m.Named(name, 0, len(m.Tokens)) {
		switch {
		case !m.Is(i+1, "."), slices.Contains([]string{"combine", "fromisoformat", "fromtimestamp", "now", "strptime", "today", "utcfromtimestamp", "utcnow"}, m.Tokens[i+2].Text):
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
			continue // a submodule brings its package along
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
	case name == "datetime" && !slices.Contains([]string{"datetime", "date", "time", "timedelta", "timezone", "UTC", "tzinfo"}, attribute):
		return "datetime may be the module or the class"
	case name == "signal" && strings.ToUpper(attribute) != attribute && attribute != "signal":
		return "signal may be a variable"
	}
	return ""
}
