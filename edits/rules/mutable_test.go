package rules

import "testing"

func TestMutableDefault(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "flake8/B006", in: "def f(a, b=«[]»):\n    return b\n", want: "def f(a, b=None):\n    if b is None:\n        b = []\n    return b\n"},
		{name: "docstring that shares its line", signal: "ruff/B006", in: "def f(a, b=«[]»):\n    '''Doc.''' ; return b  # c\n", want: "def f(a, b=None):\n    '''Doc.'''\n    if b is None:\n        b = []\n    return b  # c\n"},
		{name: "docstring on the header's line", signal: "ruff/B006", in: "def f(a, b=«[]»): '''Doc.'''; return b\n", why: "shares its line"},
		{name: "docstring, tabs", signal: "ruff/B006", in: "class A:\n\tdef f(self, b={«»'x': 1}):\n\t\t'''Doc.'''\n\t\t# why 🎉\n\t\treturn b\n", want: "class A:\n\tdef f(self, b=None):\n\t\t'''Doc.'''\n\t\t# why 🎉\n\t\tif b is None:\n\t\t\tb = {'x': 1}\n\t\treturn b\n"},
		{name: "constructor, pylint", signal: "pylint/W0102", in: "«def f(a=1, b=set())»:\n  return b\n", want: "def f(a=1, b=None):\n  if b is None:\n    b = set()\n  return b\n"},
		{name: "inline", signal: "ruff/B006", in: "def f(b=«[]»): return b\n", want: "def f(b=None):\n    if b is None:\n        b = []\n    return b\n"},
		{name: "stub", signal: "ruff/B006", in: "def f(b=«[]»): ...\n", want: "def f(b=None): ...\n"},
		{name: "future annotations", signal: "ruff/B006", in: "from __future__ import annotations\ndef f(b: list[int] = «[]»):\n    return b\n", want: "from __future__ import annotations\ndef f(b: list[int] | None = None):\n    if b is None:\n        b = []\n    return b\n"},
		{name: "optional", signal: "ruff/B006", in: "from typing import Optional, List\ndef f(b: List[int] = «[]», c=2) -> None:\n    g(b)\n", want: "from typing import Optional, List\ndef f(b: Optional[List[int]] = None, c=2) -> None:\n    if b is None:\n        b = []\n    g(b)\n"},
		{name: "decorated body", signal: "ruff/B006", in: "def f(b=«[]»):\n    @x\n    def g(): return b\n    return g\n", want: "def f(b=None):\n    if b is None:\n        b = []\n    @x\n    def g(): return b\n    return g\n"},
		{name: "type parameters", signal: "ruff/B006", in: "def f(b=«[(1, 2)]»):\n    yield b\n", want: "def f(b=None):\n    if b is None:\n        b = [(1, 2)]\n    yield b\n"},
		{name: "annotated", signal: "ruff/B006", in: "def f(b: list = «[]»):\n    return b\n", why: "allow None"},
		{name: "names inside", signal: "ruff/B006", in: "def f(b=«[x]»):\n    return b\n", why: "more than"},
		{name: "call", signal: "ruff/B006", in: "def f(b=«g()»):\n    return b\n", why: "more than"},
		{name: "lambda", signal: "ruff/B006", in: "f = lambda b=«[]»: b\n", why: "no parameter of a def"},
		{name: "docstring in two parts", signal: "ruff/B006", in: "def f(b=«[]»):\n    'Doc.' \"More.\"\n    return b\n", want: "def f(b=None):\n    'Doc.' \"More.\"\n    if b is None:\n        b = []\n    return b\n"},
		{name: "several lines", signal: "ruff/B006", in: "class A:\n    def f(\n        self, b=«[\n            1,\n\n        ]»,\n    ):\n        return b\n", want: "class A:\n    def f(\n        self, b=None,\n    ):\n        if b is None:\n            b = [\n                1,\n\n            ]\n        return b\n"},
		{name: "several lines of text", signal: "ruff/B006", in: "def f(b=«[\"\"\"a\nb\"\"\"]»):\n    return b\n", why: "more than"},
		{name: "None means something", signal: "ruff/B006", in: "def f(b=«[]»):\n    if b is None:\n        return 1\n    return b\n", why: "None a meaning"},
		{name: "None means something, at the end", signal: "ruff/B006", in: "def f(b=«[]»): return b if b is not None else 1\n", why: "None a meaning"},
		{name: "kept on purpose", signal: "ruff/B006", in: "def f(n, _cache=«{}»):\n    return _cache.get(n)\n", why: "on purpose"},
		{name: "two for pylint", signal: "pylint/W0102", in: "«def f(a=[], b=[])»:\n    return b\n", why: "2 parameters"},
	})
}

func TestHoistImport(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "over a constant", signal: "flake8/E402", in: "import os\n\nX = 1\n\n«import re»  # re\n\nre, os\n", want: "import os\nimport re  # re\n\nX = 1\n\nre, os\n"},
		{name: "over a function", signal: "ruff/E402", in: "'''Doc.'''\n\ndef f(a=1):\n    return a\n\n«from a import (\n    b,\n    c,\n)»\nb\n", want: "'''Doc.'''\nfrom a import (\n    b,\n    c,\n)\n\ndef f(a=1):\n    return a\n\nb\n"},
		{name: "no import yet", signal: "ruff/E402", in: "#!/usr/bin/python\n# licence\nX = 'é🎉'\n«import re»\n", want: "#!/usr/bin/python\n# licence\nimport re\nX = 'é🎉'\n"},
		{name: "shares its line", signal: "ruff/E402", in: "import os\nx = 1; «import re»; y = 2\n", want: "import os\nimport re\nx = 1; y = 2\n"},
		{name: "guards lead", signal: "pylint/C0413", in: "import os\nif TYPE_CHECKING:\n    import abc\n__all__ = ['x']\nX = 1\n«import re»\n", want: "import os\nif TYPE_CHECKING:\n    import abc\n__all__ = ['x']\nimport re\nX = 1\n"},
		{name: "a call between", signal: "ruff/E402", in: "import sys\nsys.path.insert(0, 'x')\n«import re»\n", why: "line 2 may do something"},
		{name: "docstring in two parts", signal: "ruff/E402", in: "'Doc.' 'More.'\nX = 1\n«import re»\n", want: "'Doc.' 'More.'\nimport re\nX = 1\n"},
		{name: "the docstring shares its line", signal: "ruff/E402", in: "\"Doc.\"; X = 1\n«import re»\n", why: "share their line"},
		{name: "the first import shares its line", signal: "ruff/E402", in: "import os; X = 1\ny = 2\n«import re»\n", why: "share their line"},
		{name: "mentioned", signal: "ruff/E402", in: "import sys\nre = None\n«import re»\n", why: "mentioned"},
		{name: "explained", signal: "ruff/E402", in: "import sys\nX = 1\n# must come late\n«import re»\n", why: "comment above"},
		{name: "decorator between", signal: "ruff/E402", in: "@x\ndef f(): pass\n«import re»\n", why: "decorator"},
		{name: "class between", signal: "ruff/E402", in: "class A: pass\n«import re»\n", why: "line 1 may do"},
		{name: "nested", signal: "ruff/E402", in: "X = 1\nif X:\n    «import re»\n", why: "module level"},
	})
}

func TestAnnotateEmpty(t *testing.T) {
	hint := func(name, hint string) string {
		return `Need type annotation for "` + name + `" (hint: "` + name + ": " + hint + ` = ...")`
	}
	runCases(t, "python", []ruleCase{
		{name: "list", signal: "mypy/var-annotated", message: hint("x", "list[<type>]"), in: "def f():\n    «x» = []\n    x.append(1)\n    x.append(-2)\n    return x\n", want: "def f():\n    x: list[int] = []\n    x.append(1)\n    x.append(-2)\n    return x\n"},
		{name: "dict", signal: "mypy/var-annotated", message: hint("x", "dict[<type>, <type>]"), in: "«x» = {}\nx['a'] = 1.5  # f\nif 'b' in x: print(x['a'])\n", want: "x: dict[str, float] = {}\nx['a'] = 1.5  # f\nif 'b' in x: print(x['a'])\n"},
		{name: "set", signal: "mypy/var-annotated", message: hint("x", "set[<type>]"), in: "«x» = set()\nfor i in y:\n    x.add(f'{i}')\n", want: "x: set[str] = set()\nfor i in y:\n    x.add(f'{i}')\n"},
		{name: "two types", signal: "mypy/var-annotated", message: hint("x", "list[<type>]"), in: "«x» = []\nx.append(1)\nx.append('a')\n", why: "one type"},
		{name: "unknown element", signal: "mypy/var-annotated", message: hint("x", "list[<type>]"), in: "«x» = []\nx.append(y)\n", why: "not a literal"},
		{name: "extended", signal: "mypy/var-annotated", message: hint("x", "list[<type>]"), in: "«x» = []\nx.extend(y)\n", why: "add anything"},
		{name: "never filled", signal: "mypy/var-annotated", message: hint("x", "list[<type>]"), in: "«x» = []\n", why: "one type"},
		{name: "no hint", signal: "mypy/var-annotated", message: `Need type annotation for "x"`, in: "«x» = y()\n", why: "does not name a container"},
		{name: "old container", signal: "mypy/var-annotated", message: hint("x", "List[<type>]"), in: "«x» = []\nx.append(1)\n", why: "import"},
	})
}
