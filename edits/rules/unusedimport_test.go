package rules

import "testing"

func TestUnusedImport(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "whole", signal: "ruff/F401", in: "import «os»\nx = 1\n", want: "x = 1\n"},
		{name: "one of two", signal: "ruff/F401", in: "import «os», sys\nsys\n", want: "import sys\nsys\n"},
		{name: "the last of two", signal: "ruff/F401", in: "import sys, «os»  # c\nsys\n", want: "import sys  # c\nsys\n"},
		{name: "by message", signal: "flake8/F401", message: "'a.c as d' imported but unused", in: "«»from a import b, c as d\nb\n", want: "from a import b\nb\n"},
		{name: "pylint", signal: "pylint/W0611", message: "Unused c imported from a", in: "«»from a import b, c\nb\n", want: "from a import b\nb\n"},
		{name: "brackets", signal: "ruff/F401", in: "from a import (\n    b,\n    «c»,\n    d,\n)\nb, d\n", want: "from a import (\n    b,\n    d,\n)\nb, d\n"},
		{name: "brackets, last", signal: "ruff/F401", in: "from a import (\n    b,\n    «c»,\n)\nb\n", want: "from a import (\n    b,\n)\nb\n"},
		{name: "brackets, comment behind", signal: "ruff/F401", in: "from a import (\n    b,  # b 🎉\n    «c»,  # c\n    d,\n)\nb, d\n", want: "from a import (\n    b,  # b 🎉\n    d,\n)\nb, d\n"},
		{name: "only statement", signal: "ruff/F401", in: "def f():\n\timport «os»\nf\n", want: "def f():\n\tpass\nf\n"},
		{name: "inline", signal: "ruff/F401", in: "if x: import «os»\n", want: "if x: pass\n"},
		{name: "before a semicolon", signal: "ruff/F401", in: "import «os»; x = 1\n", want: "x = 1\n"},
		{name: "behind a semicolon", signal: "ruff/F401", in: "x = 1; import «os»\n", want: "x = 1\n"},
		{name: "unterminated", signal: "ruff/F401", in: "x = 1\nimport «os»", want: "x = 1"},
		{name: "in a docstring", signal: "ruff/F401", in: "'''os'''\nimport «os»\n", want: "'''os'''\n"},
		{name: "attribute", signal: "ruff/F401", in: "import «os»\nx.os\nf(os=1)\n", want: "x.os\nf(os=1)\n"},
		{name: "used", signal: "ruff/F401", in: "import «os»\nos.x\n", why: "is used"},
		{name: "used in an f-string", signal: "ruff/F401", in: "import «os»\nf'{os}'\n", why: "is used"},
		{name: "quoted annotation", signal: "ruff/F401", in: "import «os»\nx: 'os.X'\n", why: "is used"},
		{name: "type comment", signal: "ruff/F401", in: "from typing import «List»\nx = []  # type: List[int]\n", why: "type comment"},
		{name: "comment on types", signal: "ruff/F401", in: "from typing import «List»\nx = f()  # type: ignore[List]\n# List is gone\n", want: "x = f()  # type: ignore[List]\n# List is gone\n"},
		{name: "doctest", signal: "ruff/F401", in: "import «os»\ndef f():\n    \"\"\"\n    >>> f(os.sep)\n    \"\"\"\n", why: "docstring"},
		{name: "exported", signal: "ruff/F401", in: "import «os»\n__all__ = ['os']\n", why: "is used"},
		{name: "future", signal: "ruff/F401", in: "from __future__ import «annotations»\n", why: "directive"},
		{name: "test of availability", signal: "ruff/F401", in: "try:\n    import «os»\nexcept ImportError:\n    x = 1\n", why: "try clause"},
		{name: "passed on", signal: "ruff/F401", in: "from a import «b as b»\n", why: "passes the name on"},
		{name: "star", signal: "ruff/F401", in: "«from a import *»\n", why: "imports all names"},
	})
	p := problemOf(t, ruleCase{signal: "ruff/F401", in: "import «os»\n"}, "python")
	p.Snapshot.Path = "/w/pkg/__init__.py"
	if _, err := atStatement(unusedImport)(p); err == nil {
		t.Error("an import of a package's own file was removed")
	}
	for in, removed := range map[string]bool{"from typing import «Any»\n": true, "import «os»\n": true, "from . import «sub»\n": false, "from typing import «Any as Any»\n": false} {
		p := problemOf(t, ruleCase{signal: "ruff/F401", in: in}, "python")
		p.Snapshot.Path = "/w/pkg/__init__.pyi"
		if _, err := atStatement(unusedImport)(p); (err == nil) != removed {
			t.Errorf("%q in a package's stub: %v", in, err)
		}
	}
}

func TestRedefinition(t *testing.T) {
	const msg = "Redefinition of unused `fu` from line 1: `fu` redefined here"
	runCases(t, "python", []ruleCase{
		{name: "same import", signal: "ruff/F811", message: msg, in: "import fu\nimport «fu»\nfu\n", want: "import fu\nfu\n"},
		{name: "same name from", signal: "flake8/F811", message: "redefinition of unused 'fu' from line 1", in: "from a import fu, x\n«»from a import y, fu\nfu, x, y\n", want: "from a import fu, x\nfrom a import y\nfu, x, y\n"},
		{name: "other import", signal: "ruff/F811", message: msg, in: "import fu\nfrom b import «fu»\nfu\n", want: "from b import fu\nfu\n"},
		{name: "one statement", signal: "ruff/F811", message: msg, in: "import a as fu, «b as fu»\n", want: "import b as fu\n"},
		{name: "def over import", signal: "ruff/F811", message: msg, in: "import fu\n\n\ndef «fu»():\n    pass\n", want: "\n\ndef fu():\n    pass\n"},
		{name: "assignment over import", signal: "ruff/F811", message: msg, in: "import fu; «fu» = 3\n", want: "fu = 3\n"},
		{name: "same method", signal: "ruff/F811", message: "Redefinition of unused `f` from line 2: `f` redefined here", in: "class A:\n    def f(self):\n        return 1  # a\n\n    def «f»(self):\n        return 1\n\n    x = 1\n", want: "class A:\n    def f(self):\n        return 1  # a\n\n    x = 1\n"},
		{name: "pylint", signal: "pylint/W0404", message: "Reimport 'fu' (imported line 1)", in: "import fu\nx = 1\n«import fu»\n", want: "import fu\nx = 1\n"},
		{name: "other body", signal: "ruff/F811", message: msg, in: "def fu():\n    return 1\ndef «fu»():\n    return 2\n", why: "differ"},
		{name: "same tokens, other nesting", signal: "ruff/F811", message: msg, in: "def fu():\n    if a:\n        b()\n    c()\ndef «fu»():\n    if a:\n        b()\n        c()\n", why: "differ"},
		{name: "computed default", signal: "ruff/F811", message: msg, in: "def fu(a=b()):\n    return a\ndef «fu»(a=b()):\n    return a\n", why: "computes a default"},
		{name: "with its comment", signal: "ruff/F811", message: msg, in: "def fu():\n    return 1\n\n# About fu.\ndef «fu»():\n    return 1\n", want: "def fu():\n    return 1\n"},
		{name: "with a comment on what is above", signal: "ruff/F811", message: msg, in: "def fu():\n    return 1\n# end of fu\ndef «fu»():\n    return 1\n", want: "def fu():\n    return 1\n# end of fu\n"},
		{name: "decorated", signal: "ruff/F811", message: msg, in: "def fu(): pass\n@x\ndef «fu»(): pass\n", why: "decorator"},
		{name: "branches", signal: "ruff/F811", message: msg, in: "import fu\nif a:\n    import «fu»\n", why: "different branches"},
		{name: "variables", signal: "ruff/F811", message: msg, in: "fu: int = 1  # a\n«fu»: int = -2\n", want: "fu: int = -2\n"},
		{name: "variables on one line", signal: "ruff/F811", message: msg, in: "fu: dict[str,int] = {}; «fu»: dict[str, int] = {'a': 1}\n", want: "fu: dict[str, int] = {'a': 1}\n"},
		{name: "variables of other types", signal: "ruff/F811", message: msg, in: "fu: int = 1\n«fu»: str = 'a'\n", why: "differ"},
		{name: "variables apart", signal: "ruff/F811", message: msg, in: "fu: int = 1\nx = 1\n«fu»: int = 2\n", why: "differ"},
		{name: "variable without a value", signal: "ruff/F811", message: msg, in: "fu: int = 1\n«fu»: int\n", why: "differ"},
		{name: "variables with effects", signal: "ruff/F811", message: msg, in: "fu: int = 1\n«fu»: int = f()\n", why: "may do something"},
		{name: "variable of its former value", signal: "ruff/F811", message: msg, in: "fu: int = 1\n«fu»: int = -fu\n", why: "may do something"},
		{name: "used between", signal: "ruff/F811", message: msg, in: "import fu\nfu()\ndef «fu»(): pass\n", why: "used between"},
		{name: "no line", signal: "ruff/F811", message: "redefined", in: "import fu\nimport «fu»\n", why: "does not say"},
	})
}
