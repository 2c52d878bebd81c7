package rules

import "testing"

func TestForwardReference(t *testing.T) {
	const msg = "Undefined name `C`"
	runCases(t, "python", []ruleCase{
		{name: "result", signal: "ruff/F821", message: msg, in: "class C:\n    def copy(self) -> «C»:  # c\n        ...\n", want: "class C:\n    def copy(self) -> \"C\":  # c\n        ...\n"},
		{name: "parameter with default", signal: "flake8/F821", message: "undefined name 'C'", in: "async def f(a, *, b: «C» | None = None, c=1): ...\nclass C: ...\n", want: "async def f(a, *, b: \"C | None\" = None, c=1): ...\nclass C: ...\n"},
		{name: "in brackets", signal: "ruff/F821", message: msg, in: "def f(x: dict[str, list[«C» | int]]): ...\n@d\nclass C: ...\n", want: "def f(x: dict[str, list[\"C | int\"]]): ...\n@d\nclass C: ...\n"},
		{name: "variable", signal: "ruff/F821", message: msg, in: "x: «C»; y = 1\nclass C: ...\n", want: "x: \"C\"; y = 1\nclass C: ...\n"},
		{name: "alias", signal: "ruff/F821", message: msg, in: "from typing import Optional\nA: TypeAlias = Optional[«C»]\nC: TypeAlias = int\n", want: "from typing import Optional\nA: TypeAlias = Optional[\"C\"]\nC: TypeAlias = int\n"},
		{name: "base of itself", signal: "ruff/F821", message: msg, in: "class C(list[«C» | Leaf]): ...\n", want: "class C(list[\"C | Leaf\"]): ...\n"},
		{name: "callable", signal: "ruff/F821", message: msg, in: "x: Callable[[«C», int], str] = f\nclass C: ...\n", want: "x: \"Callable[[C, int], str]\" = f\nclass C: ...\n"},
		{name: "plain value", signal: "ruff/F821", message: msg, in: "x = «C»\nclass C: ...\n", why: "not in an annotation"},
		{name: "default", signal: "ruff/F821", message: msg, in: "def f(x: int = «C»): ...\nclass C: ...\n", why: "not in an annotation"},
		{name: "base", signal: "ruff/F821", message: msg, in: "class D(«C»): ...\nclass C: ...\n", why: "not in an annotation"},
		{name: "a variable called dict", signal: "ruff/F821", message: msg, in: "dict = {}\nx = dict[«C»]\nclass C: ...\n", why: "not in an annotation"},
		{name: "quoted beside", signal: "ruff/F821", message: msg, in: "x: F[«C», 'D']\nclass C: ...\n", why: "more than names"},
		{name: "several lines", signal: "ruff/F821", message: msg, in: "x: F[\n    «C»,\n]\nclass C: ...\n", why: "several lines"},
		{name: "above", signal: "ruff/F821", message: msg, in: "class C: ...\ndel C\nx: «C»\n", why: "further down"},
		{name: "twice", signal: "ruff/F821", message: msg, in: "x: «C»\nclass C: ...\nclass C: ...\n", why: "further down"},
		{name: "in a branch", signal: "ruff/F821", message: msg, in: "x: «C»\nif a:\n    class C: ...\n", why: "further down"},
		{name: "inner class", signal: "ruff/F821", message: msg, in: "class A:\n    class C:\n        def f(self) -> «C»: ...\n", why: "further down"},
		{name: "in a string", signal: "ruff/F821", message: msg, in: "x: '«C»'\nclass C: ...\n", why: "no undefined name"},
	})
}
