package rules

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestMissingImport(t *testing.T) {
	undefined := func(n string) string { return "Undefined name `" + n + "`" }
	runCases(t, "python", []ruleCase{
		{name: "first import", signal: "ruff/F821", message: undefined("os"), in: "x = «os».path.join('a')\n", want: "import os\n\nx = os.path.join('a')\n"},
		{name: "behind a docstring", signal: "flake8/F821", message: "undefined name 'json'", in: "'''Doc.'''\n\nx = «json».loads('1')\n", want: "'''Doc.'''\n\nimport json\n\nx = json.loads('1')\n"},
		{name: "sorted", signal: "mypy/name-defined", message: `Name "re" is not defined`, in: "from __future__ import annotations\n\nimport os\nimport sys  # s\nfrom a import b\n\n\ndef f():\n    return «re».compile('x')\n", want: "from __future__ import annotations\n\nimport os\nimport re\nimport sys  # s\nfrom a import b\n\n\ndef f():\n    return re.compile('x')\n"},
		{name: "before the first", signal: "pyright/reportUndefinedVariable", message: `"abc" is not defined`, in: "#!x\nimport os\nclass A(«abc».ABC): pass\n", want: "#!x\nimport abc\nimport os\nclass A(abc.ABC): pass\n"},
		{name: "submodule", signal: "ruff/F821", message: undefined("urllib"), in: "import os\n«urllib».parse.quote(os)\n", want: "import os\nimport urllib.parse\nurllib.parse.quote(os)\n"},
		{name: "a function of a package", signal: "ruff/F821", message: undefined("html"), in: "import os\n«html».escape(os)\n", want: "import html\nimport os\nhtml.escape(os)\n"},
		{name: "a submodule brings its package", signal: "ruff/F821", message: undefined("importlib"), in: "«importlib».import_module(importlib.util.find_spec)\n", want: "import importlib.util\n\nimportlib.import_module(importlib.util.find_spec)\n"},
		{name: "a submodule of a package in a package", signal: "ruff/F821", message: undefined("xml"), in: "«xml».etree.ElementTree.parse(1)\n", want: "import xml.etree.ElementTree\n\nxml.etree.ElementTree.parse(1)\n"},
		{name: "a package in a package", signal: "ruff/F821", message: undefined("xml"), in: "f(«xml».etree)\n", why: "may be a submodule"},
		{name: "of a package that nobody knows", signal: "ruff/F821", message: undefined("html"), in: "«html».tidy.up()\n", why: "may be a submodule"},
		{name: "typing", signal: "ruff/F821", message: undefined("Optional"), in: "import os\nx: «Optional»[int] = None\n", want: "import os\nfrom typing import Optional\nx: Optional[int] = None\n"},
		{name: "typing is imported from", signal: "ruff/F821", message: undefined("List"), in: "from typing import Any, Tuple\nx: «List»[Any, Tuple]\n", want: "from typing import Any, List, Tuple\nx: List[Any, Tuple]\n"},
		{name: "at its end, in brackets", signal: "pylint/E0602", message: "Undefined variable 'cast'", in: "from typing import (\n    Any\n)\nx = «cast»(Any, 1)\n", want: "from typing import (\n    Any, cast\n)\nx = cast(Any, 1)\n"},
		{name: "emoji and CRLF", signal: "ruff/F821", message: undefined("Path"), in: "# 🎉\nimport os\nx = '🎉', «Path»('a')\n", want: "# 🎉\nimport os\nfrom pathlib import Path\nx = '🎉', Path('a')\n"},
		{name: "called", signal: "ruff/F821", message: undefined("copy"), in: "x = «copy»(y)\n", why: "not used as a module"},
		{name: "the class", signal: "ruff/F821", message: undefined("datetime"), in: "x = «datetime».now()\ny: datetime = datetime.max\n", want: "from datetime import datetime\n\nx = datetime.now()\ny: datetime = datetime.max\n"},
		{name: "called, beside another", signal: "ruff/F821", message: undefined("datetime"), in: "from datetime import timedelta\nx = «datetime»(2024, 1, 1) + timedelta(1)\n", want: "from datetime import datetime, timedelta\nx = datetime(2024, 1, 1) + timedelta(1)\n"},
		{name: "the module", signal: "ruff/F821", message: undefined("datetime"), in: "x = «datetime».date.today() - datetime.timedelta(1)\n", want: "import datetime\n\nx = datetime.date.today() - datetime.timedelta(1)\n"},
		{name: "class and module", signal: "ruff/F821", message: undefined("datetime"), in: "x = «datetime».now() - datetime.timedelta(1)\n", why: "module or the class"},
		{name: "a form", signal: "mypy/name-defined", message: `Name "Generator" is not defined`, in: "def f() -> «Generator»[int, None, None]: ...\n", want: "from collections.abc import Generator\n\n\ndef f() -> Generator[int, None, None]: ...\n"},
		{name: "a form beside others", signal: "mypy/name-defined", message: `Name "Generator" is not defined`, in: "from typing import Any, Iterator\ndef f() -> «Generator»[int, None, None]: ...\n", want: "from typing import Any, Generator, Iterator\ndef f() -> Generator[int, None, None]: ...\n"},
		{name: "a form, of both modules", signal: "mypy/name-defined", message: `Name "Callable" is not defined`, in: "from typing import Any\nfrom collections.abc import Iterator\nx: «Callable»[[], Any]\n", want: "from typing import Any\nfrom collections.abc import Callable, Iterator\nx: Callable[[], Any]\n"},
		{name: "a form, beside TYPE_CHECKING", signal: "ruff/F821", message: undefined("Callable"), in: "from typing import TYPE_CHECKING\nx: «Callable»[[], bool]\n", want: "from collections.abc import Callable\nfrom typing import TYPE_CHECKING\nx: Callable[[], bool]\n"},
		{name: "star", signal: "ruff/F821", message: undefined("os"), in: "from a import *\nx = «os».x\n", why: "star import"},
		{name: "bound elsewhere", signal: "ruff/F821", message: undefined("os"), in: "def f():\n    import os\nx = «os».x\n", why: "elsewhere"},
		{name: "own name", signal: "ruff/F821", message: undefined("Model"), in: "x = «Model»()\n", why: "no single import"},
		{name: "in an f-string", signal: "ruff/F821", message: undefined("os"), in: "x = f'{1:>5} {«os».getcwd()!r:{y}}'\n", want: "import os\n\nx = f'{1:>5} {os.getcwd()!r:{y}}'\n"},
		{name: "the class, in an f-string", signal: "ruff/F821", message: undefined("datetime"), in: "x = f'at {«datetime».now()} {datetime.max=}'\n", want: "from datetime import datetime\n\nx = f'at {datetime.now()} {datetime.max=}'\n"},
		{name: "the module, and the class in an f-string", signal: "ruff/F821", message: undefined("datetime"), in: "x = «datetime».timedelta(1)\ny = f'{x} {datetime.now()}'\n", why: "module or the class"},
		{name: "a word of an f-string", signal: "ruff/F821", message: undefined("os"), in: "x = f'os.path {«os».getcwd}'\n", want: "import os\n\nx = f'os.path {os.getcwd}'\n"},
		{name: "called in an f-string", signal: "ruff/F821", message: undefined("copy"), in: "x = f'{«copy»(y)}'\n", why: "not used as a module"},
		{name: "quoted", signal: "ruff/F821", message: undefined("os"), in: "x: '«os».x'\n", want: "import os\n\nx: 'os.x'\n"},
		{name: "in the text of an f-string", signal: "ruff/F821", message: undefined("os"),
			in: "x = f'{y} «os».x'\n", why: "no undefined name"},
	})
}

// TestMissingImportOfProject: a name comes from where the project's other files have it.
func TestMissingImportOfProject(t *testing.T) {
	for _, tt := range []struct {
		name, path, in string
		homes          []rule.Home
		want, why      string
	}{
		{"from a module", "a.py", "import os\nx = «shape»(os)\n", []rule.Home{{Module: "app.shapes", Name: "shape", Files: 1}}, "import os\nfrom app.shapes import shape\nx = shape(os)\n", ""},
		{"under another name", "a.py", "import os\nx = «shape»(os)\n", []rule.Home{{Module: "app", Name: "Shape", Files: 1}}, "import os\nfrom app import Shape as shape\nx = shape(os)\n", ""},
		{"a module under another name", "a.py", "import os\nx = «np».ones(1)\n", []rule.Home{{Module: "numpy", Files: 1}}, "import numpy as np\nimport os\nx = np.ones(1)\n", ""},
		{"before the library", "a.py", "import re\nx = «json».loads('')\n", []rule.Home{{Module: "ujson", Files: 1}}, "import re\nimport ujson as json\nx = json.loads('')\n", ""},
		{"of two", "a.py", "x = «shape»()\n", []rule.Home{{Module: "app", Name: "shape", Files: 1}, {Module: "lib", Name: "shape", Files: 1}}, "", "may come from app or lib"},
		{"of one and the library", "a.py", "x = «Path»()\n", []rule.Home{{Module: "app", Name: "Path", Files: 1}, {Module: "pathlib", Name: "Path", Files: 1}}, "", "may come from app or pathlib"},
		{"defined, as in the library", "a.py", "x = «Path»()\n", []rule.Home{{Module: "app", Name: "Path"}}, "", "or the standard library"},
		{"defined", "a.py", "import os\nx = «Shape»(os)\n", []rule.Home{{Module: "app", Name: "Shape"}}, "import os\nfrom app import Shape\nx = Shape(os)\n", ""},
		{"defined, and no function here", "a.py", "x = «shape» + 1\n", []rule.Home{{Module: "app", Name: "shape"}}, "", "not used as the function"},
		{"of the library, as it says", "a.py", "import re\nx = «sleep»(1)\n", []rule.Home{{Module: "time", Name: "sleep", Files: 1}}, "import re\nfrom time import sleep\nx = sleep(1)\n", ""},
		{"of the library alone", "a.py", "import re\nx = «deepcopy»(re)\n", nil, "import re\nfrom copy import deepcopy\nx = deepcopy(re)\n", ""},
		{"of several in the library", "a.py", "x = «sleep»(1)\n", nil, "", "no single import"},
		{"pytest in its files", "test_a.py", "def test():\n    «pytest».skip()\n", nil, "import pytest\n\n\ndef test():\n    pytest.skip()\n", ""},
		{"pytest elsewhere", "a.py", "def test():\n    «pytest».skip()\n", nil, "", "no single import"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := problemOf(t, ruleCase{name: tt.name, signal: "ruff/F821", in: tt.in}, "python")
			p.Snapshot = text.File("/w/"+tt.path, "python", p.Snapshot.Text())
			p.Diagnostic.Message = "Undefined name `" + p.Snapshot.Slice(p.Diagnostic.Span) + "`"
			p.Homes = func(string) []rule.Home { return tt.homes }
			got, err := applyRule(t, p)
			if got != tt.want || err != nil && !strings.Contains(err.Error(), tt.why) || err == nil && tt.why != "" {
				t.Errorf("got %q, %v; want %q, %q", got, err, tt.want, tt.why)
			}
		})
	}
}
