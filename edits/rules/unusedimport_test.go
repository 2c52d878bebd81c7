package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedImport(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "whole", Signal: "ruff/F401", In: "import «os»\nx = 1\n", Want: "x = 1\n"},
		{Name: "one of two", Signal: "ruff/F401", In: "import «os», sys\nsys\n", Want: "import sys\nsys\n"},
		{Name: "the last of two", Signal: "ruff/F401", In: "import sys, «os»  # c\nsys\n", Want: "import sys  # c\nsys\n"},
		{Name: "by message", Signal: "flake8/F401", Message: "'a.c as d' imported but unused",
			In: "«»from a import b, c as d\nb\n", Want: "from a import b\nb\n"},
		{Name: "pylint", Signal: "pylint/W0611", Message: "Unused c imported from a", In: "«»from a import b, c\nb\n",
			Want: "from a import b\nb\n"},
		{Name: "brackets", Signal: "ruff/F401", In: "from a import (\n    b,\n    «c»,\n    d,\n)\nb, d\n",
			Want: "from a import (\n    b,\n    d,\n)\nb, d\n"},
		{Name: "brackets, last", Signal: "ruff/F401", In: "from a import (\n    b,\n    «c»,\n)\nb\n",
			Want: "from a import (\n    b,\n)\nb\n"},
		{Name: "brackets, comment behind", Signal: "ruff/F401",
			In:   "from a import (\n    b,  # b 🎉\n    «c»,  # c\n    d,\n)\nb, d\n",
			Want: "from a import (\n    b,  # b 🎉\n    d,\n)\nb, d\n"},
		{Name: "only statement", Signal: "ruff/F401", In: "def f():\n\timport «os»\nf\n", Want: "def f():\n\tpass\nf\n"},
		{Name: "inline", Signal: "ruff/F401", In: "if x: import «os»\n", Want: "if x: pass\n"},
		{Name: "before a semicolon", Signal: "ruff/F401", In: "import «os»; x = 1\n", Want: "x = 1\n"},
		{Name: "behind a semicolon", Signal: "ruff/F401", In: "x = 1; import «os»\n", Want: "x = 1\n"},
		{Name: "unterminated", Signal: "ruff/F401", In: "x = 1\nimport «os»", Want: "x = 1"},
		{Name: "in a docstring", Signal: "ruff/F401", In: "'''os'''\nimport «os»\n", Want: "'''os'''\n"},
		{Name: "attribute", Signal: "ruff/F401", In: "import «os»\nx.os\nf(os=1)\n", Want: "x.os\nf(os=1)\n"},
		{Name: "used", Signal: "ruff/F401", In: "import «os»\nos.x\n", Why: "is used"},
		{Name: "used in an f-string", Signal: "ruff/F401", In: "import «os»\nf'{os}'\n", Why: "is used"},
		{Name: "quoted annotation", Signal: "ruff/F401", In: "import «os»\nx: 'os.X'\n", Why: "is used"},
		{Name: "type comment", Signal: "ruff/F401", In: "from typing import «List»\nx = []  # type: List[int]\n",
			Why: "type comment"},
		{Name: "comment on types", Signal: "ruff/F401",
			In:   "from typing import «List»\nx = f()  # type: ignore[List]\n# List is gone\n",
			Want: "x = f()  # type: ignore[List]\n# List is gone\n"},
		{Name: "doctest", Signal: "ruff/F401", In: "import «os»\ndef f():\n    \"\"\"\n    >>> f(os.sep)\n    \"\"\"\n",
			Why: "docstring"},
		{Name: "exported", Signal: "ruff/F401", In: "import «os»\n__all__ = ['os']\n", Why: "is used"},
		{Name: "future", Signal: "ruff/F401", In: "from __future__ import «annotations»\n", Why: "directive"},
		{Name: "test of availability", Signal: "ruff/F401", In: "try:\n    import «os»\nexcept ImportError:\n    x = 1\n",
			Why: "try clause"},
		{Name: "passed on", Signal: "ruff/F401", In: "from a import «b as b»\n", Why: "passes the name on"},
		{Name: "star", Signal: "ruff/F401", In: "«from a import *»\n", Why: "imports all names"},
	})
	p := ruletest.Case{Signal: "ruff/F401", In: "import «os»\n"}.Problem(t, "python")
	p.Snapshot.Path = "/w/pkg/__init__.py"
	if _, err := atStatement(unusedImport)(p); err == nil {
		t.Error("an import of a package's own file was removed")
	}
	for in, removed := range map[string]bool{"from typing import «Any»\n": true, "import «os»\n": true,
		"from . import «sub»\n": false, "from typing import «Any as Any»\n": false} {
		p := ruletest.Case{Signal: "ruff/F401", In: in}.Problem(t, "python")
		p.Snapshot.Path = "/w/pkg/__init__.pyi"
		if _, err := atStatement(unusedImport)(p); (err == nil) != removed {
			t.Errorf("%q in a package's stub: %v", in, err)
		}
	}
}
