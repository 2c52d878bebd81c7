package rules

import "testing"

func TestFreshDefault(t *testing.T) {
	const said = `Incompatible default for parameter "b" (default has type "None", parameter has type "list[str]")`
	of := func(name, in, want string) ruleCase {
		return ruleCase{name: name, signal: "mypy/assignment", message: said, in: "from typing import Optional\n\n\n" + in, want: "from typing import Optional\n\n\n" + want}
	}
	// annotated says that only the annotation changes, as [optional-default] does it.
	annotated := func(name, head, body string) ruleCase {
		return of(name, "def f(a, b: list[str] = «None»)"+head+":\n"+body, "def f(a, b: Optional[list[str]] = None)"+head+":\n"+body)
	}
	runCases(t, "python", []ruleCase{
		of("changed and returned", "def f(a, b: list[str] = «None»):\n    b.append(a)\n    return b\n", "def f(a, b: Optional[list[str]] = None):\n    if b is None:\n        b = []\n    b.append(a)\n    return b\n"),
		of("behind the docstring", "def f(a, b: dict[str, int] = «None»):\n    \"\"\"Doc; without b in a new one.\"\"\"\n\n    b[a] = 1\n", "def f(a, b: Optional[dict[str, int]] = None):\n    \"\"\"Doc; without b in a new one.\"\"\"\n\n    if b is None:\n        b = {}\n    b[a] = 1\n"),
		of("a set that is asked", "async def f(a, b: set[str] = «None»):\n    return a in b\n", "async def f(a, b: Optional[set[str]] = None):\n    if b is None:\n        b = set()\n    return a in b\n"),
		of("in an f-string", "def f(a, b: list[str] = «None»):\n    return f'{len(b)}'\n", "def f(a, b: Optional[list[str]] = None):\n    if b is None:\n        b = []\n    return f'{len(b)}'\n"),
		of("unpacked", "def f(a, b: list[str] = «None»): return [a, *b]\n", "def f(a, b: Optional[list[str]] = None):\n    if b is None:\n        b = []\n    return [a, *b]\n"),
		of("returned", "def f(b: 'list[str]' = «None») -> list[str]:\n    return b\n", "def f(b: Optional['list[str]'] = None) -> list[str]:\n    if b is None:\n        b = []\n    return b\n"),
		of("of a module", "import typing\ndef f(b: typing.List[str] = «None»):\n    for x in b: print(x)\n", "import typing\ndef f(b: Optional[typing.List[str]] = None):\n    if b is None:\n        b = []\n    for x in b: print(x)\n"),
		{name: "pyright", signal: "pyright/reportArgumentType", message: `Expression of type "None" cannot be assigned to parameter of type "list[str]"`,
			in: "from __future__ import annotations\ndef f(b: list[str] = «None»):\n    b.sort()\n", want: "from __future__ import annotations\ndef f(b: list[str] | None = None):\n    if b is None:\n        b = []\n    b.sort()\n"},
		annotated("asked", "", "    if b is not None:\n        b.append(a)\n"),
		annotated("asked for its truth", "", "    return len(b) if b else 0\n"),
		annotated("or another", "", "    for x in b or []:\n        print(x)\n"),
		annotated("asked in an f-string", "", "    print(f'{b or 1}', len(b))\n"),
		annotated("given another value", "", "    b = list(a)\n    return b[0]\n"),
		annotated("handed on", "", "    return g(b)\n"),
		annotated("returned where None will do", " -> Optional[list[str]]", "    return b\n"),
		annotated("another of that name", "", "    return a.b.c, g(b=1), g.len(x.b)\n"),
		annotated("kept under another name", " -> str", "    x = b\n    return 'a'\n"),
		annotated("returned with another", " -> tuple[object, int]", "    return b, 1\n"),
		of("a builtin by the name of typing", "import typing\ndef f(b: typing.Set[str] = «None»):\n    b.add(1)\n", "import typing\ndef f(b: Optional[typing.Set[str]] = None):\n    if b is None:\n        b = set()\n    b.add(1)\n"),
		of("one that is imported", "from collections import deque\ndef f(b: deque[str] = «None»):\n    b.append(1)\n", "from collections import deque\ndef f(b: Optional[deque[str]] = None):\n    if b is None:\n        b = deque()\n    b.append(1)\n"),
		of("one of a module", "import collections\ndef f(b: collections.deque[str] = «None»):\n    b.append(1)\n", "import collections\ndef f(b: Optional[collections.deque[str]] = None):\n    b.append(1)\n"),
		of("no container", "def f(a, b: str = «None»):\n    return b.upper()\n", "def f(a, b: Optional[str] = None):\n    return b.upper()\n"),
		of("a container of a kind of its own", "def f(a, b: list[str].x = «None»):\n    return b.upper()\n", "def f(a, b: Optional[list[str].x] = None):\n    return b.upper()\n"),
		of("a set of another kind", "def set(): ...\ndef f(a, b: set[str] = «None»):\n    return b.pop()\n", "def set(): ...\ndef f(a, b: Optional[set[str]] = None):\n    return b.pop()\n"),
		of("something else is said", "def f(a, b: list[str] = «None»):\n    \"\"\"Without b, of all that there are.\"\"\"\n    return len(b)\n", "def f(a, b: Optional[list[str]] = None):\n    \"\"\"Without b, of all that there are.\"\"\"\n    return len(b)\n"),
	})
}
