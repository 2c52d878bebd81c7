package verify

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/pyversion"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestPythonTwo: what reads the versions of a project says it as it is asked here.
func TestPythonTwo(t *testing.T) {
	if pythonTwo != pyversion.Two {
		t.Errorf("%d here, %d there", pythonTwo, pyversion.Two)
	}
}

// TestVersions: an edit that needs a newer Python than the project has to run on is refused with what it needs.
func TestVersions(t *testing.T) {
	const imported = "import typing\nfrom typing import Optional, Dict\n"
	for _, c := range []struct {
		name  string
		minor int
		was   string
		now   string
		says  string // part of it, "" = runs there
	}{
		{"a name", 9, "import typing\ndef f(self) -> typing.Any: ...\n", "import typing\ndef f(self) -> typing.Self: ...\n", "typing.Self, which came with Python 3.11"},
		{"an imported name", 9, "import datetime\n", "from datetime import UTC\n", "datetime.UTC"},
		{"a module", 10, "import toml\n", "import tomllib\n", "tomllib"},
		{"through an alias", 8, "import functools as ft\n@ft.lru_cache(None)\ndef f(): ...\n", "import functools as ft\n@ft.cache\ndef f(): ...\n", "functools.cache"},
		{"there before", 8, "from functools import cache\n", "from functools import cache\n@cache\ndef f(): ...\n", ""},
		{"where an import failed", 9, "import toml\n", "try:\n    import tomllib\nexcept ImportError:\n    import toml as tomllib\n", ""},
		{"for a checker", 9, "from typing import TYPE_CHECKING\n", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from typing import Self\n", ""},
		{"behind the version", 9, "import sys\n", "import sys\nif sys.version_info >= (3, 11):\n    from typing import Self\nelse:\n    from typing_extensions import Self\n", ""},
		{"in the branch of older ones", 9, "import sys\n", "import sys\nif sys.version_info < (3, 11):\n    from typing_extensions import Self\nelse:\n    from typing import Self\n", ""},
		{"behind the version of a type", 6, "import sys\nif sys.version_info >= (3, 10):\n    def f(x: Optional[Foo]): ...\n", "import sys\nif sys.version_info >= (3, 10):\n    def f(x: Foo | None): ...\n", ""},
		{"union of a parameter", 9, imported + "def f(x: Optional[int]): ...\n", imported + "def f(x: int | None): ...\n", "`X | Y`"},
		{"union of a result", 9, imported + "def f() -> Optional[Foo]: ...\n", imported + "def f() -> Foo | Bar: ...\n", "`X | Y`"},
		{"union in brackets", 9, imported + "def f(x: Dict[str, Optional[Foo]]): ...\n", imported + "def f(x: Dict[str, Foo | Bar]): ...\n", "`X | Y`"},
		{"union of a field", 9, imported + "class A:\n    x: Optional[int] = None\n", imported + "class A:\n    x: int | None = None\n", "`X | Y`"},
		{"union of a local", 9, imported + "def f():\n    x: Optional[int] = None\n", imported + "def f():\n    x: int | None = None\n", "`X | Y` for types, which"},
		{"union of a local, as there is one", 9, imported + "def f():\n    y: str | None = None\n    x: Optional[int] = None\n", imported + "def f():\n    y: str | None = None\n    x: int | None = None\n", ""},
		{"generic of a local", 8, "import typing as t\ndef f():\n    x: t.List[int] = []\n",
			"import typing as t\ndef f():\n    x: list[int] = []\n", "list[…]"},
		{"generic in a string", 8, "import typing as t\ndef f(x: 't.List[int]'): ...\n", "import typing as t\ndef f(x: 'list[int]'): ...\n", "list[…]"},
		{"union in a string", 8, "import typing as t\ndef f(x: 't.Union[A, B]'): ...\n", "import typing as t\ndef f(x: 'A | B'): ...\n", "`X | Y`"},
		{"union put off", 9, "from __future__ import annotations\ndef f(x: Optional[int]): ...\n", "from __future__ import annotations\ndef f(x: int | None): ...\n", ""},
		{"union put off, but run", 9, "from __future__ import annotations\nisinstance(x, (int, str))\n", "from __future__ import annotations\nisinstance(x, int | str)\n", "`X | Y`"},
		{"union where it is enough", 10, imported, imported + "def f(x: int | None): ...\n", ""},
		{"union of an alias", 9, imported + "A = Union[int, str]\n", imported + "A = Dict[str, int] | Foo\n", "`X | Y`"},
		{"union with a type of typing", 9, imported + "A = Union[Foo, int]\n", imported + "A = Foo | typing.Any\n", "`X | Y`"},
		{"union inside a type", 9, imported + "A = Dict[str, Union[Foo, Bar]]\n", imported + "A = Dict[str, Foo | Bar]\n", "`X | Y`"},
		{"union where something is tried", 9, imported, imported + "try:\n    def f(x: int | None): ...\nexcept OSError:\n    pass\n", "`X | Y`"},
		{"flags", 9, "x = re.A\n", "x = re.A | re.I\ny = a | b\nf(key=a | b)\nz = {k: a | b}\nw = v[a:b | c]\n", ""},
		{"a quoted union", 9, "import typing\n", "import typing\n" + "def f(x: 'int | None'): ...\n", ""},
		{"generic of a parameter", 8, imported + "def f(x: Dict[str, int]): ...\n",
			imported + "def f(x: dict[str, int]): ...\n", "list[…]"},
		{"generic of its own name", 8, "list = load()\n", "list = load()\nprint(list[0])\n", ""},
		{"generic beside an attribute of its name", 8,
			imported + "class A:\n    x: typing.Type[int] = int\n    def f(self): self.type = 1\n",
			imported + "class A:\n    x: type[int] = int\n    def f(self): self.type = 1\n", "list[…]"},
		{"a class of collections in a string", 8, "import typing as t\ndef f(x: 't.Deque[int]'): ...\n",
			"import typing as t\ndef f(x: 'deque[int]'): ...\n", "list[…]"},
		{"a class of collections", 8, "from collections import deque\nfrom typing import Deque\nx: Deque[int]\n",
			"from collections import deque\nx: deque[int]\n", "list[…]"},
		{"the future itself", 6, "x = 1\n", "from __future__ import annotations\nx = 1\n", "annotations"},
		{"walrus", 7, "m = f()\nif m: ...\n", "if (m := f()): ...\n", "`:=`"},
		{"match", 9, "if x == 1: ...\n", "match x:\n    case 1: ...\n", "`match`"},
		{"a name match", 9, "match = 1\n", "match = 1\nmatch(x)\n", ""},
		{"strict", 9, "zip(a, b)\n", "zip(a, b, strict=True)\n", "zip(strict=)"},
		{"output", 6, "subprocess.run(x, stdout=PIPE, stderr=PIPE)\n", "subprocess.run(x, capture_output=True)\n", "capture_output"},
		{"removeprefix", 8, "x = s[len(p):]\n", "x = s.removeprefix(p)\n", "removeprefix"},
		{"type parameters", 11, "def f(x: T) -> T: ...\n", "def f[T](x: T) -> T: ...\n", "brackets"},
		{"a type statement", 11, "X = int\n", "type X = int\n", "`type`"},
		{"quotes in an f-string", 11, "x = f'{a}'\n", "x = f'{a['b']}'\n", "f-string"},
		{"with in brackets", 8, "with a as b, c as d: ...\n", "with (a as b, c as d): ...\n", "brackets"},
		{"a method beside others", 8, "class A:\n    def f(self):\n        return 1\n    def g(self):\n        m = h()\n        if m: ...\n    @x\n    def k(self):\n        return 2\nz = 1\n", "class A:\n    def f(self):\n        return 1\n    def g(self):\n        if (m := h()): ...\n    @x\n    def k(self):\n        return 2\nz = 1\n", ""},
		{"a method beside others, newer", 7, "class A:\n    def f(self):\n        return 1\n    def g(self):\n        m = h()\n        if m: ...\n    @x\n    def k(self):\n        return 2\nz = 1\n", "class A:\n    def f(self):\n        return 1\n    def g(self):\n        if (m := h()): ...\n    @x\n    def k(self):\n        return 2\nz = 1\n", "`:=`"},
		{"a class with methods", 11, "class A(Generic[T]):\n    def f(self): ...\n\n\nclass B: ...\n", "class A[T]:\n    def f(self): ...\n\n\nclass B: ...\n", "brackets"},
		{"a version in a method", 6, "class A:\n    def f(self): ...\n    def g(self):\n        if sys.version_info < (3, 8):\n            h()\n", "class A:\n    def f(self): ...\n    def g(self):\n        pass\n", "3.8"},
		{"a version beside", 6, "import sys\nif sys.version_info < (3, 8):\n    import a\nelse:\n    import b\n\nif x:\n    f()\n", "import sys\nif sys.version_info < (3, 8):\n    import a\nelse:\n    import b\n\nif not x:\n    f()\n", ""},
		{"on one line with its question", 9, "import sys, typing as t\nif sys.version_info >= (3, 11): x = t.Any\n", "import sys, typing as t\nif sys.version_info >= (3, 11): x = t.Self\n", ""},
		{"by an import of the function", 9, "def f():\n    import typing as t\n    for a in b:\n        x = t.Any\n", "def f():\n    import typing as t\n    for a in b:\n        x = t.Self\n", "typing.Self"},
		{"an import in a function", 9, "def f():\n    import toml\n    return toml\n", "def f():\n    import tomllib\n    return tomllib\n", "tomllib"},
		{"in a function, where an import failed", 9, "def f():\n    try:\n        x = a.Any\n    except AttributeError:\n        pass\nimport typing as a\n", "def f():\n    try:\n        x = a.Self\n    except AttributeError:\n        pass\nimport typing as a\n", ""},
		{"the head of a method", 9, imported +
			"class A:\n    x = 1\n    @d\n    def f(self, y: Optional[int]):\n        return 1\n",
			imported + "class A:\n    x = 1\n    @d\n    def f(self, y: int | None):\n        return 1\n", "`X | Y`"},
		{"the head of a class", 7, "class A(x):\n    def f(self): ...\n", "class A(x, y=(m := 1)):\n    def f(self): ...\n", "`:=`"},
		{"a local of a loop", 9, imported + "class A:\n    def f(self):\n        while z:\n            y: Optional[int] = 1\n", imported + "class A:\n    def f(self):\n        while z:\n            y: int | None = 1\n", "`X | Y` for types, which"},
		{"a field of a class", 9, imported + "class A:\n    class B:\n        y: Optional[int] = 1\n",
			imported + "class A:\n    class B:\n        y: int | None = 1\n", "`X | Y`"},
		{"a version's branch", 6, "import sys\nif sys.version_info < (3, 8):\n    import a\nelse:\n    import b\n", "import sys\nimport b\n", "3.8"},
		{"a branch of older ones", 8, "import sys\nif sys.version_info < (3, 8):\n    import a\nelse:\n    import b\n", "import sys\nimport b\n", ""},
		{"an error that became another", 7, "import socket\ntry: ...\nexcept socket.timeout: ...\n", "import socket\ntry: ...\nexcept TimeoutError: ...\n", "TimeoutError to be socket.timeout, which came with Python 3.10"},
		{"an error that is another", 10, "import socket\ntry: ...\nexcept socket.timeout: ...\n", "import socket\ntry: ...\nexcept TimeoutError: ...\n", ""},
		{"another error that became one", 10, "import asyncio\ntry: ...\nexcept asyncio.TimeoutError: ...\n",
			"import asyncio\ntry: ...\nexcept TimeoutError: ...\n", "asyncio"},
		{"an error beside another", 7, "import socket\ntry: ...\nexcept socket.timeout: ...\n", "import socket\ntry: ...\nexcept (socket.timeout, TimeoutError): ...\n", ""},
		{"f-strings", 5, "x = '{}'.format(a)\n", "x = f'{a}'\n", "f-strings, which came with Python 3.6"},
		{"f-strings as there are some", 5, "y = f'{b}'\nx = '{}'.format(a)\n", "y = f'{b}'\nx = f'{a}'\n", ""},
		{"f-strings on Python 2", pythonTwo, "x = '{}'.format(a)\n", "x = f'{a}'\n", "f-strings"},
		{"a cause on Python 2", pythonTwo, "try: ...\nexcept A as e:\n    raise B()\n",
			"try: ...\nexcept A as e:\n    raise B() from e\n", "`raise … from`, which came with Python 3"},
		{"a cause on Python 3.1", 1, "raise B()\n", "raise B() from e\n", ""},
		{"super on Python 2", pythonTwo, "class A(B):\n    def f(self): super(A, self).f()\n",
			"class A(B):\n    def f(self): super().f()\n", "super"},
		{"a base on Python 2", pythonTwo, "class A(object):\n    x = 1\n", "class A:\n    x = 1\n", "`object`"},
		{"a base on Python 3", 1, "class A(object):\n    x = 1\n", "class A:\n    x = 1\n", ""},
		{"the future on Python 2", pythonTwo, "from __future__ import print_function, division\n",
			"from __future__ import division\n", "from __future__"},
		{"the encoding on Python 2", pythonTwo, "# -*- coding: utf-8 -*-\nx = 'ä'\n", "x = 'ä'\n", "UTF-8"},
		{"no need of the encoding", pythonTwo, "# -*- coding: utf-8 -*-\nx = 'a'\n", "x = 'a'\n", ""},
		{"Unicode on Python 2", pythonTwo, "x = u'a'\n", "x = 'a'\n", "Unicode"},
		{"annotations on Python 2", pythonTwo, "def f(x): ...\n", "def f(x) -> None: ...\n", "annotations"},
		{"a variable's annotation", 5, "x = 1\n", "x: int = 1\n", "annotations of variables"},
		{"does not scan", 6, "x = 1\n", "x = (\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			check := newCheck(Input{Before: text.File("/w/a.py", "python", c.was), After: c.now})
			check.in.Project.Oldest = func() (int, string) { return c.minor, "setup.py" }
			got := runsOnOldest(check)
			if c.says == "" && got.state == Fail || !strings.Contains(got.detail, c.says) {
				t.Errorf("%q, want %q", got.detail, c.says)
			}
		})
	}
}
