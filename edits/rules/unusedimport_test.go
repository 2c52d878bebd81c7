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
