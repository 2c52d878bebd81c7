package rules

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestMissingImport(t *testing.T) {
	undefined := func(n string) string { return "Undefined name `" + n + "`" }
	table.Run(t, "python", []ruletest.Case{
		{Name: "first import", Signal: "ruff/F821", Message: undefined("os"), In: "x = «os».path.join('a')\n",
			Want: "import os\n\nx = os.path.join('a')\n"},
		{Name: "behind a docstring", Signal: "flake8/F821", Message: "undefined name 'json'",
			In: "'''Doc.'''\n\nx = «json».loads('1')\n", Want: "'''Doc.'''\n\nimport json\n\nx = json.loads('1')\n"},
		{Name: "sorted", Signal: "mypy/name-defined", Message: `Name "re" is not defined`,
			In: "from __future__ import annotations\n\nimport os\nimport sys  # s\nfrom a import b\n\n\ndef f():\n" +
				"    return «re».compile('x')\n",
			Want: "from __future__ import annotations\n\nimport os\nimport re\nimport sys  # s\nfrom a import b\n\n\n" +
				"def f():\n" +
				"    return re.compile('x')\n"},
		{Name: "before the first", Signal: "pyright/reportUndefinedVariable", Message: `"abc" is not defined`,
			In: "#!x\nimport os\nclass A(«abc».ABC): pass\n", Want: "#!x\nimport abc\nimport os\nclass A(abc.ABC): pass\n"},
		{Name: "submodule", Signal: "ruff/F821", Message: undefined("urllib"), In: "import os\n«urllib».parse.quote(os)\n",
			Want: "import os\nimport urllib.parse\nurllib.parse.quote(os)\n"},
		{Name: "a function of a package", Signal: "ruff/F821", Message: undefined("html"),
			In: "import os\n«html».escape(os)\n", Want: "import html\nimport os\nhtml.escape(os)\n"},
		{Name: "a submodule brings its package", Signal: "ruff/F821", Message: undefined("importlib"),
			In:   "«importlib».import_module(importlib.util.find_spec)\n",
			Want: "import importlib.util\n\nimportlib.import_module(importlib.util.find_spec)\n"},
		{Name: "a submodule of a package in a package", Signal: "ruff/F821", Message: undefined("xml"),
			In: "«xml».etree.ElementTree.parse(1)\n", Want: "import xml.etree.ElementTree\n\nxml.etree.ElementTree.parse(1)\n"},
		{Name: "a package in a package", Signal: "ruff/F821", Message: undefined("xml"), In: "f(«xml».etree)\n",
			Why: "may be a submodule"},
		{Name: "of a package that nobody knows", Signal: "ruff/F821", Message: undefined("html"), In: "«html».tidy.up()\n",
			Why: "may be a submodule"},
		{Name: "typing", Signal: "ruff/F821", Message: undefined("Optional"), In: "import os\nx: «Optional»[int] = None\n",
			Want: "import os\nfrom typing import Optional\nx: Optional[int] = None\n"},
		{Name: "typing is imported from", Signal: "ruff/F821", Message: undefined("List"),
			In:   "from typing import Any, Tuple\nx: «List»[Any, Tuple]\n",
			Want: "from typing import Any, List, Tuple\nx: List[Any, Tuple]\n"},
		{Name: "at its end, in brackets", Signal: "pylint/E0602", Message: "Undefined variable 'cast'",
			In:   "from typing import (\n    Any\n)\nx = «cast»(Any, 1)\n",
			Want: "from typing import (\n    Any, cast\n)\nx = cast(Any, 1)\n"},
		{Name: "emoji and CRLF", Signal: "ruff/F821", Message: undefined("Path"),
			In:   "# 🎉\nimport os\nx = '🎉', «Path»('a')\n",
			Want: "# 🎉\nimport os\nfrom pathlib import Path\nx = '🎉', Path('a')\n"},
		{Name: "called", Signal: "ruff/F821", Message: undefined("copy"), In: "x = «copy»(y)\n", Why: "not used as a module"},
		{Name: "the class", Signal: "ruff/F821", Message: undefined("datetime"),
			In:   "x = «datetime».now()\ny: datetime = datetime.max\n",
			Want: "from datetime import datetime\n\nx = datetime.now()\ny: datetime = datetime.max\n"},
		{Name: "called, beside another", Signal: "ruff/F821", Message: undefined("datetime"),
			In:   "from datetime import timedelta\nx = «datetime»(2024, 1, 1) + timedelta(1)\n",
			Want: "from datetime import datetime, timedelta\nx = datetime(2024, 1, 1) + timedelta(1)\n"},
		{Name: "the module", Signal: "ruff/F821", Message: undefined("datetime"),
			In:   "x = «datetime».date.today() - datetime.timedelta(1)\n",
			Want: "import datetime\n\nx = datetime.date.today() - datetime.timedelta(1)\n"},
		{Name: "class and module", Signal: "ruff/F821", Message: undefined("datetime"),
			In: "x = «datetime».now() - datetime.timedelta(1)\n", Why: "module or the class"},
		{Name: "a form", Signal: "mypy/name-defined", Message: `Name "Generator" is not defined`,
			In:   "def f() -> «Generator»[int, None, None]: ...\n",
			Want: "from collections.abc import Generator\n\n\ndef f() -> Generator[int, None, None]: ...\n"},
		{Name: "a form beside others", Signal: "mypy/name-defined", Message: `Name "Generator" is not defined`,
			In:   "from typing import Any, Iterator\ndef f() -> «Generator»[int, None, None]: ...\n",
			Want: "from typing import Any, Generator, Iterator\ndef f() -> Generator[int, None, None]: ...\n"},
		{Name: "a form, of both modules", Signal: "mypy/name-defined", Message: `Name "Callable" is not defined`,
			In:   "from typing import Any\nfrom collections.abc import Iterator\nx: «Callable»[[], Any]\n",
			Want: "from typing import Any\nfrom collections.abc import Callable, Iterator\nx: Callable[[], Any]\n"},
		{Name: "a form, beside TYPE_CHECKING", Signal: "ruff/F821", Message: undefined("Callable"),
			In:   "from typing import TYPE_CHECKING\nx: «Callable»[[], bool]\n",
			Want: "from collections.abc import Callable\nfrom typing import TYPE_CHECKING\nx: Callable[[], bool]\n"},
		{Name: "star", Signal: "ruff/F821", Message: undefined("os"), In: "from a import *\nx = «os».x\n",
			Why: "star import"},
		{Name: "bound elsewhere", Signal: "ruff/F821", Message: undefined("os"), In: "def f():\n    import os\nx = «os».x\n",
			Why: "elsewhere"},
		{Name: "own name", Signal: "ruff/F821", Message: undefined("Model"), In: "x = «Model»()\n", Why: "it is not known where"},
		{Name: "in an f-string", Signal: "ruff/F821", Message: undefined("os"), In: "x = f'{1:>5} {«os».getcwd()!r:{y}}'\n",
			Want: "import os\n\nx = f'{1:>5} {os.getcwd()!r:{y}}'\n"},
		{Name: "the class, in an f-string", Signal: "ruff/F821", Message: undefined("datetime"),
			In:   "x = f'at {«datetime».now()} {datetime.max=}'\n",
			Want: "from datetime import datetime\n\nx = f'at {datetime.now()} {datetime.max=}'\n"},
		{Name: "the module, and the class in an f-string", Signal: "ruff/F821", Message: undefined("datetime"),
			In: "x = «datetime».timedelta(1)\ny = f'{x} {datetime.now()}'\n", Why: "module or the class"},
		{Name: "a word of an f-string", Signal: "ruff/F821", Message: undefined("os"), In: "x = f'os.path {«os».getcwd}'\n",
			Want: "import os\n\nx = f'os.path {os.getcwd}'\n"},
		{Name: "called in an f-string", Signal: "ruff/F821", Message: undefined("copy"), In: "x = f'{«copy»(y)}'\n",
			Why: "not used as a module"},
		{Name: "quoted", Signal: "ruff/F821", Message: undefined("os"), In: "x: '«os».x'\n",
			Want: "import os\n\nx: 'os.x'\n"},
		{Name: "in the text of an f-string", Signal: "ruff/F821", Message: undefined("os"),
			In: "x = f'{y} «os».x'\n", Why: "no undefined name"},
	})
}

// TestMissingImportOfProject: a name comes from where the project's other files have it.
func TestMissingImportOfProject(t *testing.T) {
	for _, tt := range []struct {
		name, path, in string
		homes          []rule.Home
		want, why      string
	}{
		{"from a module", "a.py", "import os\nx = «shape»(os)\n",
			[]rule.Home{{Module: "app.shapes", Name: "shape", Files: 1}},
			"import os\nfrom app.shapes import shape\nx = shape(os)\n", ""},
		{"under another name", "a.py", "import os\nx = «shape»(os)\n", []rule.Home{{Module: "app", Name: "Shape", Files: 1}},
			"import os\nfrom app import Shape as shape\nx = shape(os)\n", ""},
		{"a module under another name", "a.py", "import os\nx = «np».ones(1)\n", []rule.Home{{Module: "numpy", Files: 1}},
			"import numpy as np\nimport os\nx = np.ones(1)\n", ""},
		{"before the library", "a.py", "import re\nx = «json».loads('')\n", []rule.Home{{Module: "ujson", Files: 1}},
			"import re\nimport ujson as json\nx = json.loads('')\n", ""},
		{"by dots, behind all others", "a.py", "from a import b\nfrom .c import d\nx = «shape»(b, d)\n",
			[]rule.Home{{Module: ".shapes", Name: "shape", Files: 1}},
			"from a import b\nfrom .c import d\nfrom .shapes import shape\nx = shape(b, d)\n", ""},
		{"before those by dots", "a.py", "from .c import d\nx = «shape»(d)\n",
			[]rule.Home{{Module: "e", Name: "shape", Files: 1}},
			"from e import shape\nfrom .c import d\nx = shape(d)\n", ""},
		{"of two", "a.py", "x = «shape»()\n",
			[]rule.Home{{Module: "app", Name: "shape", Files: 1}, {Module: "lib", Name: "shape", Files: 1}}, "",
			"may come from app or lib"},
		{"of one and the library", "a.py", "x = «Path»()\n",
			[]rule.Home{{Module: "app", Name: "Path", Files: 1}, {Module: "pathlib", Name: "Path", Files: 1}}, "",
			"may come from app or pathlib"},
		{"defined, as in the library", "a.py", "x = «Path»()\n", []rule.Home{{Module: "app", Name: "Path"}}, "",
			"or the standard library"},
		{"defined", "a.py", "import os\nx = «Shape»(os)\n", []rule.Home{{Module: "app", Name: "Shape"}},
			"import os\nfrom app import Shape\nx = Shape(os)\n", ""},
		{"defined, and no function here", "a.py", "x = «shape» + 1\n", []rule.Home{{Module: "app", Name: "shape"}}, "",
			"not used as the function"},
		{"of the library, as it says", "a.py", "import re\nx = «sleep»(1)\n",
			[]rule.Home{{Module: "time", Name: "sleep", Files: 1}}, "import re\nfrom time import sleep\nx = sleep(1)\n", ""},
		{"of the library alone", "a.py", "import re\nx = «deepcopy»(re)\n", nil,
			"import re\nfrom copy import deepcopy\nx = deepcopy(re)\n", ""},
		{"of several in the library", "a.py", "x = «sleep»(1)\n", nil, "", "it is not known where"},
		{"pytest in its files", "test_a.py", "def test():\n    «pytest».skip()\n", nil,
			"import pytest\n\n\ndef test():\n    pytest.skip()\n", ""},
		{"pytest elsewhere", "a.py", "def test():\n    «pytest».skip()\n", nil, "", "it is not known where"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := ruletest.Case{Name: tt.name, Signal: "ruff/F821", In: tt.in}.Problem(t, "python")
			p.Snapshot = text.File("/w/"+tt.path, "python", p.Snapshot.Text())
			p.Diagnostic.Message = "Undefined name `" + p.Snapshot.Slice(p.Diagnostic.Span) + "`"
			p.Homes = func(string) []rule.Home { return tt.homes }
			got, err := table.Apply(t, p)
			if got != tt.want || err != nil && !strings.Contains(err.Error(), tt.why) || err == nil && tt.why != "" {
				t.Errorf("got %q, %v; want %q, %q", got, err, tt.want, tt.why)
			}
		})
	}
}
