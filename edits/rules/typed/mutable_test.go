package typed_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestMutableDefault(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "flake8/B006", In: "def f(a, b=«[]»):\n    return b\n",
			Want: "def f(a, b=None):\n    if b is None:\n        b = []\n    return b\n"},
		{Name: "docstring that shares its line", Signal: "ruff/B006",
			In:   "def f(a, b=«[]»):\n    '''Doc.''' ; return b  # c\n",
			Want: "def f(a, b=None):\n    '''Doc.'''\n    if b is None:\n        b = []\n    return b  # c\n"},
		{Name: "docstring on the header's line", Signal: "ruff/B006", In: "def f(a, b=«[]»): '''Doc.'''; return b\n",
			Why: "shares its line"},
		{Name: "docstring, tabs", Signal: "ruff/B006",
			In: "class A:\n\tdef f(self, b={«»'x': 1}):\n\t\t'''Doc.'''\n\t\t# why 🎉\n\t\treturn b\n",
			Want: "class A:\n\tdef f(self, b=None):\n\t\t'''Doc.'''\n\t\t# why 🎉\n\t\tif b is None:\n\t\t\tb = {'x': 1}\n" +
				"\t\treturn b\n"},
		{Name: "constructor, pylint", Signal: "pylint/W0102", In: "«def f(a=1, b=set())»:\n  return b\n",
			Want: "def f(a=1, b=None):\n  if b is None:\n    b = set()\n  return b\n"},
		{Name: "inline", Signal: "ruff/B006", In: "def f(b=«[]»): return b\n",
			Want: "def f(b=None):\n    if b is None:\n        b = []\n    return b\n"},
		{Name: "stub", Signal: "ruff/B006", In: "def f(b=«[]»): ...\n", Want: "def f(b=None): ...\n"},
		{Name: "future annotations", Signal: "ruff/B006",
			In: "from __future__ import annotations\ndef f(b: list[int] = «[]»):\n    return b\n",
			Want: "from __future__ import annotations\ndef f(b: list[int] | None = None):\n    if b is None:\n        b = []\n" +
				"    return b\n"},
		{Name: "optional", Signal: "ruff/B006",
			In: "from typing import Optional, List\ndef f(b: List[int] = «[]», c=2) -> None:\n    g(b)\n",
			Want: "from typing import Optional, List\ndef f(b: Optional[List[int]] = None, c=2) -> None:\n    if b is None:\n" +
				"        b = []\n    g(b)\n"},
		{Name: "decorated body", Signal: "ruff/B006", In: "def f(b=«[]»):\n    @x\n    def g(): return b\n    return g\n",
			Want: "def f(b=None):\n    if b is None:\n        b = []\n    @x\n    def g(): return b\n    return g\n"},
		{Name: "type parameters", Signal: "ruff/B006", In: "def f(b=«[(1, 2)]»):\n    yield b\n",
			Want: "def f(b=None):\n    if b is None:\n        b = [(1, 2)]\n    yield b\n"},
		{Name: "annotated", Signal: "ruff/B006", In: "def f(b: list = «[]»):\n    return b\n", Why: "allow None"},
		{Name: "names inside", Signal: "ruff/B006", In: "def f(b=«[x]»):\n    return b\n", Why: "more than"},
		{Name: "call", Signal: "ruff/B006", In: "def f(b=«g()»):\n    return b\n", Why: "more than"},
		{Name: "lambda", Signal: "ruff/B006", In: "f = lambda b=«[]»: b\n", Why: "no parameter of a def"},
		{Name: "docstring in two parts", Signal: "ruff/B006", In: "def f(b=«[]»):\n    'Doc.' \"More.\"\n    return b\n",
			Want: "def f(b=None):\n    'Doc.' \"More.\"\n    if b is None:\n        b = []\n    return b\n"},
		{Name: "several lines", Signal: "ruff/B006",
			In: "class A:\n    def f(\n        self, b=«[\n            1,\n\n        ]»,\n    ):\n        return b\n",
			Want: "class A:\n    def f(\n        self, b=None,\n    ):\n        if b is None:\n            b = [\n" +
				"                1,\n\n            ]\n        return b\n"},
		{Name: "several lines of text", Signal: "ruff/B006", In: "def f(b=«[\"\"\"a\nb\"\"\"]»):\n    return b\n",
			Why: "more than"},
		{Name: "None means something", Signal: "ruff/B006",
			In: "def f(b=«[]»):\n    if b is None:\n        return 1\n    return b\n", Why: "None has a meaning"},
		{Name: "None means something, at the end", Signal: "ruff/B006",
			In: "def f(b=«[]»): return b if b is not None else 1\n", Why: "None has a meaning"},
		{Name: "kept on purpose", Signal: "ruff/B006", In: "def f(n, _cache=«{}»):\n    return _cache.get(n)\n",
			Why: "on purpose"},
		{Name: "two for pylint", Signal: "pylint/W0102", In: "«def f(a=[], b=[])»:\n    return b\n", Why: "2 parameters"},
	})
}

func TestHoistImport(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "over a constant", Signal: "flake8/E402", In: "import os\n\nX = 1\n\n«import re»  # re\n\nre, os\n",
			Want: "import os\nimport re  # re\n\nX = 1\n\nre, os\n"},
		{Name: "over a function", Signal: "ruff/E402",
			In:   "'''Doc.'''\n\ndef f(a=1):\n    return a\n\n«from a import (\n    b,\n    c,\n)»\nb\n",
			Want: "'''Doc.'''\nfrom a import (\n    b,\n    c,\n)\n\ndef f(a=1):\n    return a\n\nb\n"},
		{Name: "no import yet", Signal: "ruff/E402", In: "#!/usr/bin/python\n# licence\nX = 'é🎉'\n«import re»\n",
			Want: "#!/usr/bin/python\n# licence\nimport re\nX = 'é🎉'\n"},
		{Name: "shares its line", Signal: "ruff/E402", In: "import os\nx = 1; «import re»; y = 2\n",
			Want: "import os\nimport re\nx = 1; y = 2\n"},
		{Name: "guards lead", Signal: "pylint/C0413",
			In:   "import os\nif TYPE_CHECKING:\n    import abc\n__all__ = ['x']\nX = 1\n«import re»\n",
			Want: "import os\nif TYPE_CHECKING:\n    import abc\n__all__ = ['x']\nimport re\nX = 1\n"},
		{Name: "a call between", Signal: "ruff/E402", In: "import sys\nsys.path.insert(0, 'x')\n«import re»\n",
			Why: "line 2 may do something"},
		{Name: "docstring in two parts", Signal: "ruff/E402", In: "'Doc.' 'More.'\nX = 1\n«import re»\n",
			Want: "'Doc.' 'More.'\nimport re\nX = 1\n"},
		{Name: "the docstring shares its line", Signal: "ruff/E402", In: "\"Doc.\"; X = 1\n«import re»\n",
			Why: "share their line"},
		{Name: "the first import shares its line", Signal: "ruff/E402", In: "import os; X = 1\ny = 2\n«import re»\n",
			Why: "share their line"},
		{Name: "mentioned", Signal: "ruff/E402", In: "import sys\nre = None\n«import re»\n", Why: "mentioned"},
		{Name: "explained", Signal: "ruff/E402", In: "import sys\nX = 1\n# must come late\n«import re»\n",
			Why: "comment above"},
		{Name: "decorator between", Signal: "ruff/E402", In: "@x\ndef f(): pass\n«import re»\n", Why: "decorator"},
		{Name: "class between", Signal: "ruff/E402", In: "class A: pass\n«import re»\n", Why: "line 1 may do"},
		{Name: "nested", Signal: "ruff/E402", In: "X = 1\nif X:\n    «import re»\n", Why: "module level"},
	})
}
