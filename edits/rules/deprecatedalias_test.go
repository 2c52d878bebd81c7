package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestDeprecatedAlias(t *testing.T) {
	list := "`typing.List` is deprecated, use `list` instead"
	set := "`typing.AbstractSet` is deprecated, use `collections.abc.Set` instead"
	table.Run(t, "python", []ruletest.Case{
		{Name: "builtin", Signal: "ruff/UP035", Message: list,
			In:   "«from typing import Any, List»\n\nx: List[List[Any]] = f(List)\na.List\n",
			Want: "from typing import Any\n\nx: list[list[Any]] = f(list)\na.List\n"},
		{Name: "builtin by another name", Signal: "ruff/UP035", Message: "`typing.Dict` is deprecated, use `dict` instead",
			In: "«from typing import Dict as D»  # c\nclass A(D[str, int]): ...\n", Want: "class A(dict[str, int]): ...\n"},
		{Name: "elsewhere", Signal: "flake8/UP035", Message: set, In: "«from typing import AbstractSet»; x: AbstractSet\n",
			Want: "from collections.abc import Set as AbstractSet; x: AbstractSet\n"},
		{Name: "elsewhere, one of several", Signal: "ruff/UP035", Message: set,
			In:   "if a:\n\t«from typing import (\n\t\tAny,  # é\n\t\tAbstractSet,\n\t)»\n",
			Want: "if a:\n\tfrom collections.abc import Set as AbstractSet\n\tfrom typing import (\n\t\tAny,  # é\n\t)\n"},
		{Name: "elsewhere, with a comment of its own", Signal: "ruff/UP035", Message: set,
			In: "«from typing import (\n    AbstractSet,  # why\n    Any,\n)»\n", Why: "comment"},
		{Name: "elsewhere, as it is called there", Signal: "ruff/UP035", Message: set,
			In: "«from typing import AbstractSet as Set»\n", Want: "from collections.abc import Set\n"},
		{Name: "in a string", Signal: "ruff/UP035", Message: list, In: "«from typing import List»\nx: 'List[int]'\n",
			Why: "string"},
		{Name: "in a type comment", Signal: "ruff/UP035", Message: list,
			In: "«from typing import List»\nx = []  # type: List[int]\n", Why: "comment"},
		{Name: "taken builtin", Signal: "ruff/UP035", Message: list,
			In: "«from typing import List»\nx: List\ndef list(): ...\n", Why: "something else"},
		{Name: "builtin unpacked into", Signal: "ruff/UP035", Message: list,
			In: "«from typing import List»\nx: List\nlist, y = 1, 2\n", Why: "something else"},
		{Name: "builtin as a field", Signal: "ruff/UP035", Message: list,
			In: "«from typing import List»\nclass A:\n    list: List[int]\n", Why: "something else"},
		{Name: "taken name", Signal: "ruff/UP035", Message: list, In: "«from typing import List»\nclass List: ...\n",
			Why: "another meaning"},
		{Name: "parameter of the name", Signal: "ruff/UP035", Message: list,
			In: "«from typing import List»\ndef f(a, List): return List\n", Why: "another meaning"},
		{Name: "keyword of a call", Signal: "ruff/UP035", Message: list, In: "«from typing import List»\nf(List=1)\n",
			Why: "another meaning"},
		{Name: "in a function", Signal: "ruff/UP035", Message: list, In: "def f():\n    «from typing import List»\n",
			Why: "whole module"},
		{Name: "shared line", Signal: "ruff/UP035", Message: set, In: "x = 1; «from typing import Any, AbstractSet»\n",
			Why: "shares"},
		{Name: "other words", Signal: "ruff/UP035", Message: "Import from `re` instead: `Match`",
			In: "«from typing import Match»\n", Why: "no other module"},
	})
	p := ruletest.Case{Signal: "ruff/UP035", Message: list, In: "«from typing import List»\n"}.Problem(t, "python")
	p.Snapshot.Path = "/w/pkg/__init__.py"
	if _, err := atStatement(deprecatedAlias)(p); err == nil {
		t.Error("an import of a package's own file was removed")
	}
}
