package rules

import "testing"

func TestOptionalDefault(t *testing.T) {
	const mypy = `Incompatible default for parameter "b" (default has type "None", parameter has type "int")`
	const pyre = "b is declared to have type `int` but is used as type `None`."
	const pyright = "Expression of type \"None\" cannot be assigned to parameter of type \"int\"\n  \"None\" is not assignable to \"int\""
	const variable = `Incompatible types in assignment (expression has type "None", variable has type "int")`
	runCases(t, "python", []ruleCase{
		{name: "Optional is imported", signal: "mypy/assignment", message: mypy, in: "from typing import Optional as O\ndef f(a: int, b: int = «None») -> None: ...\n", want: "from typing import Optional as O\ndef f(a: int, b: O[int] = None) -> None: ...\n"},
		{name: "typing is imported", signal: "mypy/assignment", message: mypy, in: "import typing as t\ndef f(b: t.List['int'] = «None»): ...\n", want: "import typing as t\ndef f(b: t.Optional[t.List['int']] = None): ...\n"},
		{name: "nothing is imported", signal: "mypy/assignment", message: mypy, in: "'''Doc.'''\nimport os\ndef f(b: int = «None»): ...\n", want: "'''Doc.'''\nimport os\nfrom typing import Optional\ndef f(b: Optional[int] = None): ...\n"},
		{name: "typing brings others", signal: "mypy/assignment", message: mypy, in: "from typing import Any, Union\ndef f(b: Union[int, str] = «None»): ...\n", want: "from typing import Any, Optional, Union\ndef f(b: Optional[Union[int, str]] = None): ...\n"},
		{name: "bars are used", signal: "mypy/assignment", message: mypy, in: "def g(c: str | None): ...\nasync def f(*, b: int | str=«None»): ...\n", want: "def g(c: str | None): ...\nasync def f(*, b: int | str | None=None): ...\n"},
		{name: "future annotations", signal: "pyright/reportArgumentType", message: pyright, in: "from __future__ import annotations\ndef f(a: int = None, b: int = «None»): ...\n", want: "from __future__ import annotations\ndef f(a: int = None, b: int | None = None): ...\n"},
		{name: "string", signal: "mypy/assignment", message: mypy, in: "def f(b: 'A' = «None»): ...\n", want: "def f(b: 'A | None' = None): ...\n"},
		{name: "string beside Optional", signal: "mypy/assignment", message: mypy, in: "from typing import Optional\ndef f(a: Optional[int], b: \"A\" = «None»): ...\n", want: "from typing import Optional\ndef f(a: Optional[int], b: Optional[\"A\"] = None): ...\n"},
		{name: "string beside bars", signal: "mypy/assignment", message: mypy, in: "from typing import Optional\ndef g(c: str | None): ...\ndef f(b: \"A\" = «None»): ...\n", want: "from typing import Optional\ndef g(c: str | None): ...\ndef f(b: \"A | None\" = None): ...\n"},
		{name: "pyre names it", signal: "pyre/assignment", message: pyre, in: "from typing import Optional\ndef f(\n    «a»: int = None,\n    b: int = None,\n): ...\n", want: "from typing import Optional\ndef f(\n    a: int = None,\n    b: Optional[int] = None,\n): ...\n"},
		{name: "variable", signal: "mypy/assignment", message: variable, in: "from typing import Optional\nclass A:\n    x: int = «None»  # later\n", want: "from typing import Optional\nclass A:\n    x: Optional[int] = None  # later\n"},
		{name: "attribute", signal: "mypy/assignment", message: variable, in: "from typing import Optional\nclass A:\n    def __init__(self):\n        self.x: int = «None»\n", why: "nothing that is annotated"},
		{name: "later assignment", signal: "mypy/assignment", message: variable, in: "x: int = 1\nx = «None»\n", why: "nothing that is annotated"},
		{name: "admits None inside only", signal: "mypy/assignment", message: mypy, in: "from typing import Optional\ndef f(b: list[Optional[int]] = «None»): ...\n", want: "from typing import Optional\ndef f(b: Optional[list[Optional[int]]] = None): ...\n"},
		{name: "admits None", signal: "mypy/assignment", message: mypy, in: "import typing\ndef f(b: typing.Union[int, None] = «None»): ...\n", why: "allows None already"},
		{name: "odd string", signal: "mypy/assignment", message: mypy, in: "def f(b: '''A''' = «None»): ...\n", why: "unusual form"},
		{name: "taken name", signal: "mypy/assignment", message: mypy, in: "class Optional: ...\ndef f(b: int = «None»): ...\n", why: "given a meaning"},
		{name: "comment", signal: "mypy/assignment", message: mypy, in: "from typing import Optional\ndef f(b: Dict[  # why\n    int, int] = «None»): ...\n", why: "comment"},
		{name: "other default", signal: "mypy/assignment", message: mypy, in: "def f(b: int = «g(None)»): ...\n", why: "nothing that is annotated"},
		{name: "other message", signal: "mypy/assignment", message: `Incompatible types in assignment (expression has type "str", variable has type "int")`, in: "x: int = «'a'»\n", why: "not about a default"},
	})
}
