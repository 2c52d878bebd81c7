package rules

import "testing"

func TestDeprecatedAlias(t *testing.T) {
	list := "`typing.List` is deprecated, use `list` instead"
	set := "`typing.AbstractSet` is deprecated, use `collections.abc.Set` instead"
	runCases(t, "python", []ruleCase{
		{name: "builtin", signal: "ruff/UP035", message: list, in: "«from typing import Any, List»\n\nx: List[List[Any]] = f(List)\na.List\n", want: "from typing import Any\n\nx: list[list[Any]] = f(list)\na.List\n"},
		{name: "builtin by another name", signal: "ruff/UP035", message: "`typing.Dict` is deprecated, use `dict` instead", in: "«from typing import Dict as D»  # c\nclass A(D[str, int]): ...\n", want: "class A(dict[str, int]): ...\n"},
		{name: "elsewhere", signal: "flake8/UP035", message: set, in: "«from typing import AbstractSet»; x: AbstractSet\n", want: "from collections.abc import Set as AbstractSet; x: AbstractSet\n"},
		{name: "elsewhere, one of several", signal: "ruff/UP035", message: set, in: "if a:\n\t«from typing import (\n\t\tAny,  # é\n\t\tAbstractSet,\n\t)»\n", want: "if a:\n\tfrom collections.abc import Set as AbstractSet\n\tfrom typing import (\n\t\tAny,  # é\n\t)\n"},
		{name: "elsewhere, with a comment of its own", signal: "ruff/UP035", message: set, in: "«from typing import (\n    AbstractSet,  # why\n    Any,\n)»\n", why: "comment"},
		{name: "elsewhere, as it is called there", signal: "ruff/UP035", message: set, in: "«from typing import AbstractSet as Set»\n", want: "from collections.abc import Set\n"},
		{name: "in a string", signal: "ruff/UP035", message: list, in: "«from typing import List»\nx: 'List[int]'\n", why: "string"},
		{name: "in a type comment", signal: "ruff/UP035", message: list, in: "«from typing import List»\nx = []  # type: List[int]\n", why: "comment"},
		{name: "taken builtin", signal: "ruff/UP035", message: list, in: "«from typing import List»\nx: List\ndef list(): ...\n", why: "something else"},
		{name: "builtin unpacked into", signal: "ruff/UP035", message: list, in: "«from typing import List»\nx: List\nlist, y = 1, 2\n", why: "something else"},
		{name: "builtin as a field", signal: "ruff/UP035", message: list, in: "«from typing import List»\nclass A:\n    list: List[int]\n", why: "something else"},
		{name: "taken name", signal: "ruff/UP035", message: list, in: "«from typing import List»\nclass List: ...\n", why: "another meaning"},
		{name: "parameter of the name", signal: "ruff/UP035", message: list, in: "«from typing import List»\ndef f(a, List): return List\n", why: "another meaning"},
		{name: "keyword of a call", signal: "ruff/UP035", message: list, in: "«from typing import List»\nf(List=1)\n", why: "another meaning"},
		{name: "in a function", signal: "ruff/UP035", message: list, in: "def f():\n    «from typing import List»\n", why: "whole module"},
		{name: "shared line", signal: "ruff/UP035", message: set, in: "x = 1; «from typing import Any, AbstractSet»\n", why: "shares"},
		{name: "other words", signal: "ruff/UP035", message: "Import from `re` instead: `Match`", in: "«from typing import Match»\n", why: "no other module"},
	})
	p := problemOf(t, ruleCase{signal: "ruff/UP035", message: list, in: "«from typing import List»\n"}, "python")
	p.Snapshot.Path = "/w/pkg/__init__.py"
	if _, err := atStatement(deprecatedAlias)(p); err == nil {
		t.Error("an import of a package's own file was removed")
	}
}
