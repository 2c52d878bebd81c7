package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// others plays a project in which one file reads, makes or replaces some things.
type others []string

func (o others) find(what ...string) string {
	for _, w := range what {
		for _, own := range o {
			if own == w {
				return "other.py"
			}
		}
	}
	return ""
}

func (o others) Reads(what ...string) string { return o.find(what...) }

func (o others) Defines(method string) string { return o.find("def " + method) }

func (o others) Replaces(name string) string { return o.find("own." + name) }

// parses says that the binary was built with grammars.
var parses = syntax.Parse("javascript", "f();\n").Engine == syntax.TreeSitter

func needsParser(t *testing.T) {
	t.Helper()
	if !parses {
		t.Skip("built without grammars: see TestWithoutParser")
	}
}

// TestWithoutParser: what only a tree shows is not assumed to be harmless.
func TestWithoutParser(t *testing.T) {
	if parses {
		t.Skip("built with grammars")
	}
	for old, now := range map[string]string{"const P = function () {};\n": "const P = () => {};\n",
		"x = { __proto__: __proto__ };\n": "x = { __proto__ };\n"} {
		if change(text.File("a.js", "javascript", old), diff.Minimal(old, now)).Broken() == "" {
			t.Errorf("%q: nothing is said", now)
		}
	}
}

// TestMay: what speaks for a change of behaviour, in the file and elsewhere; and what does not.
func TestMay(t *testing.T) {
	const mapping = "class Group:\n    def __contains__(self, k): ...\n    def __getitem__(self, k): ...\n\n\n" +
		"g = Group()\n"
	const union = "Use `X | None` for type annotations"
	for _, c := range []struct {
		name, lang, before, old, new string
		others                       others
		message, want                string
	}{
		{"a list whose order is read", "python", "__all__ = ['b', 'a']\n", "'b', 'a'", "'a', 'b'", others{"__all__"},
			"`__all__` is not sorted", "other.py reads __all__, whose order may matter"},
		{"a list that nobody reads", "python", "__all__ = ['b', 'a']\n", "'b', 'a'", "'a', 'b'", others{"__slots__"},
			"`__all__` is not sorted", ""},
		{"a list that the file reads", "python", "__all__ = ['b', 'a']\nx = [f(n) for n in __all__]\n", "'b', 'a'",
			"'a', 'b'", nil, "`__all__` is not sorted", "the file goes through __all__ in its order"},
		{"names of a class", "python", "class A:\n    __slots__ = 'b', 'a'\n    def f(self): return zip(self.__slots__, x)\n",
			"'b', 'a'", "'a', 'b'", nil, "`A.__slots__` is not sorted", "the file goes through __slots__ in its order"},
		{"names that nobody reads", "python", "class A:\n    __slots__ = 'b', 'a'\n", "'b', 'a'", "'a', 'b'", nil,
			"`A.__slots__` is not sorted", ""},
		{"a list that the file sorts", "python", "__all__ = ['b', 'a']\nfor n in sorted(__all__): pass\n", "'b', 'a'",
			"'a', 'b'", nil, "`__all__` is not sorted", ""},
		{"a union taken apart", "python", "def f(x: Optional[int]): ...\n", "Optional[int]", "int | None",
			others{"get_origin"}, union, "other.py takes annotations apart"},
		{"in the file", "python", "get_args(h)\ndef f(x: Union[int, float]): ...\n", "Union[int, float]", "float", nil,
			"Use `float` instead of `int | float`", "get_args"},
		{"no union", "python", "def f(x: List[int]): ...\n", "List", "list", others{"get_origin"},
			"Use `list` instead of `List` for type annotation", ""},
		{"docstrings that are read", "python", "def f():\n    \"\"\"expr\"\"\"\n", "expr", "Expr", others{"__doc__"}, "",
			"other.py reads docstrings"},
		{"blanks in one", "python", "def f():\n    \"\"\" expr\"\"\"\n", " expr", "expr", others{"__doc__"}, "", ""},
		{"one that is read", "python", "def f():\n    \"\"\" expr\"\"\"\n", " expr", "expr", others{"f.__doc__"}, "",
			"other.py reads the docstring of f"},
		{"no such method", "python", "class L:\n    def warn(self): ...\n\n\nlog = L()\nlog.warn()\n", "log.warn",
			"log.warning",
			nil, "", "a class of the file has warn, and none there has warning"},
		{"both methods", "python", "class L:\n    def warn(self): ...\n    def warning(self): ...\n\n\nlog.warn()\n",
			"log.warn",
			"log.warning", nil, "", ""},
		{"a method of what is loaded", "python", "from jvm import log\nlog.warn()\n", "log.warn", "log.warning",
			others{"def warn"}, "", "a class of other.py has warn"},
		{"a method of another", "python", "class A:\n    def remove(self): ...\n\n\nos.remove(x)\n", "os.remove(x)",
			"Path(x).unlink()", nil, "", ""},
		{"a module's function", "python", "import log\n\n\nclass A:\n    def warn(self): ...\n\n\nlog.warn()\n", "log.warn",
			"log.warning", nil, "", ""},
		{"another's method", "python", "import logging\nlogging.warn()\n", "warn", "warning", nil, "", ""},
		{"no dict", "python", mapping + "if 'k' in g and g['k']: pass\n", "'k' in g and g['k']", "g.get('k')", nil, "",
			"a class of the file has __getitem__, and none there has get"},
		{"a dict", "python", "g = {}\nif 'k' in g and g['k']: pass\n", "'k' in g and g['k']", "g.get('k')", nil, "", ""},
		{"arguments that a test sees", "python", "subprocess.run(x, universal_newlines=True)\n", "universal_newlines",
			"text",
			others{"own.subprocess"}, "", "other.py may see with what subprocess is called"},
		{"arguments of what the function has", "python", "def f(s):\n    return s.split(x)[0]\n", "(x)", "(x, maxsplit=1)",
			others{"own.s"}, "", ""},
		{"arguments of another's method", "python", "'{x}'.format(x=1)\n", "'{x}'.format(x=1)", "f'{1}'",
			others{"own.format"}, "", ""},
		{"the same arguments", "python", "run(**{'x': 1})\n", "**{'x': 1}", "x=1", others{"own.run"}, "", ""},
		{"a value that a test replaces", "python", "subprocess.run(x, text=True)\n", "(x", "(y", others{"own.subprocess"},
			"", ""},
		{"a comment for a tool", "javascript", "f();\n// prettier-ignore\n", "p", "P", nil, "", "speaks to a tool"},
		{"one inside of a line", "javascript", "import(/* webpackChunkName: \"x\" */ './x');\n", "webpackC", "WebpackC",
			nil, "",
			"webpackChunkName"},
		{"one of two words", "javascript", "/* c8 ignore next */\nf();\n", "c8", "C8", nil, "", "c8 ignore"},
		{"blanks of one", "javascript", "//prettier-ignore\n", "//", "// ", nil, "", ""},
		{"a comment", "javascript", "// this is one\n", "t", "T", nil, "", ""},
		{"a comment that goes", "javascript", "// prettier-ignore\nf();\n", "// prettier-ignore", "", nil, "", ""},
		{"a value that may be nil", "go", "package a\n\nvar s = fmt.Sprintf(\"%s\", t)\n", "fmt.Sprintf(\"%s\", t)",
			"t.String()",
			nil, "", "t may be nil"},
		{"an error that may be nil", "go", "package a\n\nvar s = fmt.Sprint(err)\n", "fmt.Sprint(err)", "err.Error()", nil,
			"",
			"err may be nil"},
		{"one that is not", "go", "package a\n\nfunc f() {\n\tif err != nil {\n\t\tg(fmt.Sprintf(\"%s\", err))\n\t}\n}\n",
			"fmt.Sprintf(\"%s\", err)", "err.Error()", nil, "", ""},
		{"a string", "go", "package a\n\nvar s = fmt.Sprintf(\"%s\", t)\n", "fmt.Sprintf(\"%s\", t)", "t", nil, "", ""},
		{"made elsewhere", "javascript", "module.exports = { w: function (x) {} };\n", ": function ", "", others{"new w"},
			"",
			"other.py makes objects with w"},
		{"called elsewhere", "javascript", "module.exports = { w: function (x) {} };\n", ": function ", "",
			others{"new v"}, "", ""},
		{"passed to who makes some", "javascript", "function use(C) { return new C(); }\nuse(function () {});\n",
			"(function () {})", "(() => {})", nil, "", "use makes objects with what it is passed"},
		{"passed to a method that makes some", "javascript",
			"const l = { use(C) { return new C(); } };\nl.use(function () {});\n",
			"(function () {})", "(() => {})", nil, "", "use makes objects with what it is passed"},
		{"passed to who calls it", "javascript", "function use(C) { return C(); }\nuse(function () {});\n",
			"(function () {})", "(() => {})", nil, "", ""},
		{"an operand with valueOf", "javascript", "const m = { valueOf() {} };\ns = 'a' + m;\n", "'a' + m", "`a${m}`", nil,
			"",
			"has valueOf is converted in another way"},
	} {
		at := strings.LastIndex(c.before, c.old)
		if !parses && strings.Contains(c.before+c.old, "function") {
			continue // it is broken, as far as can be seen: TestWithoutParser
		}
		after := c.before[:at] + c.new + c.before[at+len(c.old):]
		s := text.File("/w/own", c.lang, c.before)
		ch := change(s, diff.Minimal(c.before, after))
		ch.Finding, ch.Project = signal.Diagnostic{Message: c.message}, c.others
		if c.lang == "go" {
			ch.Edits = []text.Edit{{Span: text.Span{Start: at, End: at + len(c.old)}, New: c.new}}
		}
		if got := ch.May(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnproved: an operand of a + that any reader sees to be no object is converted alike in a template.
func TestUnproved(t *testing.T) {
	needsParser(t)
	for now, want := range map[string]bool{"`a${m}`": true, "`a${f(m)}`": true, "`a${m.length}`": false, "`a${3}`": false,
		"`a${m.join(', ')}`": false, "`a${String(m)}`": false, "`${typeof m}a`": false, "'a' + m.x": false} {
		src := "s = 'a' + m;\n"
		after := strings.Replace(src, "'a' + m", now, 1)
		if got := change(text.File("a.js", "javascript", src), diff.Minimal(src, after)).Unproved(); (got != "") != want {
			t.Errorf("%s: %q", now, got)
		}
	}
}
