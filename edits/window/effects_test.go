package window

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestKeptImport(t *testing.T) {
	for _, c := range []struct{ name, path, src, message, want string }{
		{"a module with an effect", "a.py", "import «logging.config»\n", "`logging.config` imported but unused", "has an effect"},
		{"readline", "a.py", "import «readline»\n", "`readline` imported but unused", "has an effect"},
		{"a plugin", "a.py", "from app import «plugins»\nimport app.plugins.csv\n", "`app.plugins` imported but unused", ""},
		{"a package's file", "__init__.py", "from .a import «b»\n", "`.a.b` imported but unused", "re-export"},
		{"a package's stub", "__init__.pyi", "from typing import «Optional»\n", "`typing.Optional` imported but unused", ""},
		{"a module in a package's stub", "__init__.pyi", "from . import «sub»\n", "`.sub` imported but unused", "re-export"},
		{"a module for older versions", "compat.py", "from collections import «OrderedDict»\n", "`collections.OrderedDict` imported but unused", "compatibility"},
		{"what may be missing", "a.py", "try:\n    import «json»\nexcept ImportError:\n    pass\n", "`json` imported but unused", "try statement"},
		{"exported", "a.py", "from a import «bcd»\n__all__ = ['bcd']\n", "`a.bcd` imported but unused", "__all__"},
		{"a name in a string", "a.py", "from a import «Bcd»\nregister('Bcd')\n", "`a.Bcd` imported but unused", "looked up"},
		{"nothing speaks for it", "a.py", "import «os»\nx = 'os.path'\n", "`os` imported but unused", ""},
		{"another problem", "a.py", "import «readline»\n", "Module level import not at top of file", ""},
	} {
		start, end := strings.Index(c.src, "«"), strings.Index(c.src, "»")
		src := strings.NewReplacer("«", "", "»", "").Replace(c.src)
		s := text.File("/w/"+c.path, "python", src)
		got := KeptImport(s, syntax.Parse("python", src), signal.Diagnostic{Tool: "ruff", Code: "F401", Message: c.message, Span: text.Span{Start: start, End: end - 2}})
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestReadAtRunTime(t *testing.T) {
	const useList, useUnion = "Use `list` instead of `typing.List` for type annotation", "Use `X | None` for type annotations"
	for _, c := range []struct{ name, src, message, want string }{
		{"names gone through in their order", "class A:\n    «__slots__» = ('b', 'a')\n\ndef show(a):\n    return [getattr(a, n) for n in a.__slots__]\n", "`A.__slots__` is not sorted", "order"},
		{"names that nobody reads", "class A:\n    «__slots__» = ('b', 'a')\n", "`A.__slots__` is not sorted", ""},
		{"what a module gives away", "«__all__» = ['b', 'a']\nx = m.__all__\n", "`__all__` is not sorted", ""},
		{"a type that is compared", "x: «typing.List»[int]\nassert typing.List[int] is kind(x)\n", useList, "compares typing.List"},
		{"a part of what is compared", "x: «typing.Optional[str]»\nassert kind(x) == typing.Optional[str]\n", useUnion, "compares typing.Optional"},
		{"a type that is not", "x: «typing.List»[int] = []\nassert x == []\n", useList, ""},
		{"a default", "def f(x: «typing.List»[int] = []):\n    return x is None\n", useList, ""},
		{"a type beside a comparison", "x: «typing.List»[int] = a if b is None else c\n", useList, ""},
		{"the text of a type", "x: «typing.List»[int]\nassert \"typing.List[int]\" == kind(x)\n", useList, "compares typing.List"},
		{"another problem", "x: «typing.List»[int]\nassert typing.List[int] is kind(x)\n", "Undefined name `typing`", ""},
	} {
		start, end := strings.Index(c.src, "«"), strings.Index(c.src, "»")
		src := strings.NewReplacer("«", "", "»", "").Replace(c.src)
		got := ReadAtRunTime(text.File("/w/a.py", "python", src), signal.Diagnostic{Tool: "ruff", Message: c.message, Span: text.Span{Start: start, End: end - 2}})
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
