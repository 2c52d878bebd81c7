package typed_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestOptionalDefault(t *testing.T) {
	const mypy = `Incompatible default for parameter "b" (default has type "None", parameter has type "int")`
	const pyre = "b is declared to have type `int` but is used as type `None`."
	const pyright = "Expression of type \"None\" cannot be assigned to parameter of type \"int\"\n" +
		"  \"None\" is not assignable to \"int\""
	const variable = `Incompatible types in assignment (expression has type "None", variable has type "int")`
	table.Run(t, "python", []ruletest.Case{
		{Name: "Optional is imported", Signal: "mypy/assignment", Message: mypy,
			In:   "from typing import Optional as O\ndef f(a: int, b: int = «None») -> None: ...\n",
			Want: "from typing import Optional as O\ndef f(a: int, b: O[int] = None) -> None: ...\n"},
		{Name: "typing is imported", Signal: "mypy/assignment", Message: mypy,
			In:   "import typing as t\ndef f(b: t.List['int'] = «None»): ...\n",
			Want: "import typing as t\ndef f(b: t.Optional[t.List['int']] = None): ...\n"},
		{Name: "nothing is imported", Signal: "mypy/assignment", Message: mypy,
			In:   "'''Doc.'''\nimport os\ndef f(b: int = «None»): ...\n",
			Want: "'''Doc.'''\nimport os\nfrom typing import Optional\ndef f(b: Optional[int] = None): ...\n"},
		{Name: "typing brings others", Signal: "mypy/assignment", Message: mypy,
			In:   "from typing import Any, Union\ndef f(b: Union[int, str] = «None»): ...\n",
			Want: "from typing import Any, Optional, Union\ndef f(b: Optional[Union[int, str]] = None): ...\n"},
		{Name: "bars are used", Signal: "mypy/assignment", Message: mypy,
			In:   "def g(c: str | None): ...\nasync def f(*, b: int | str=«None»): ...\n",
			Want: "def g(c: str | None): ...\nasync def f(*, b: int | str | None=None): ...\n"},
		{Name: "future annotations", Signal: "pyright/reportArgumentType", Message: pyright,
			In:   "from __future__ import annotations\ndef f(a: int = None, b: int = «None»): ...\n",
			Want: "from __future__ import annotations\ndef f(a: int = None, b: int | None = None): ...\n"},
		{Name: "string", Signal: "mypy/assignment", Message: mypy, In: "def f(b: 'A' = «None»): ...\n",
			Want: "def f(b: 'A | None' = None): ...\n"},
		{Name: "string beside Optional", Signal: "mypy/assignment", Message: mypy,
			In:   "from typing import Optional\ndef f(a: Optional[int], b: \"A\" = «None»): ...\n",
			Want: "from typing import Optional\ndef f(a: Optional[int], b: Optional[\"A\"] = None): ...\n"},
		{Name: "string beside bars", Signal: "mypy/assignment", Message: mypy,
			In:   "from typing import Optional\ndef g(c: str | None): ...\ndef f(b: \"A\" = «None»): ...\n",
			Want: "from typing import Optional\ndef g(c: str | None): ...\ndef f(b: \"A | None\" = None): ...\n"},
		{Name: "pyre names it", Signal: "pyre/9", Message: pyre,
			In:   "from typing import Optional\ndef f(\n    «a»: int = None,\n    b: int = None,\n): ...\n",
			Want: "from typing import Optional\ndef f(\n    a: int = None,\n    b: Optional[int] = None,\n): ...\n"},
		{Name: "pyrefly", Signal: "pyrefly/bad-function-definition",
			Message: "Default `None` is not assignable to parameter `b` with type `int`",
			In:      "from typing import Optional\ndef f(b: int = «None»): ...\n",
			Want:    "from typing import Optional\ndef f(b: Optional[int] = None): ...\n"},
		{Name: "ty", Signal: "ty/invalid-parameter-default",
			Message: "Default value of type `None` is not assignable to annotated parameter type `int`",
			In:      "from typing import Optional\ndef f(a: int = None, «b: int = None»): ...\n",
			Want:    "from typing import Optional\ndef f(a: int = None, b: Optional[int] = None): ...\n"},
		{Name: "variable", Signal: "mypy/assignment", Message: variable,
			In:   "from typing import Optional\nclass A:\n    x: int = «None»  # later\n",
			Want: "from typing import Optional\nclass A:\n    x: Optional[int] = None  # later\n"},
		{Name: "attribute", Signal: "mypy/assignment", Message: variable,
			In:  "from typing import Optional\nclass A:\n    def __init__(self):\n        self.x: int = «None»\n",
			Why: "nothing that is annotated"},
		{Name: "later assignment", Signal: "mypy/assignment", Message: variable, In: "x: int = 1\nx = «None»\n",
			Why: "nothing that is annotated"},
		{Name: "admits None inside only", Signal: "mypy/assignment", Message: mypy,
			In:   "from typing import Optional\ndef f(b: list[Optional[int]] = «None»): ...\n",
			Want: "from typing import Optional\ndef f(b: Optional[list[Optional[int]]] = None): ...\n"},
		{Name: "admits None", Signal: "mypy/assignment", Message: mypy,
			In: "import typing\ndef f(b: typing.Union[int, None] = «None»): ...\n", Why: "allows None already"},
		{Name: "odd string", Signal: "mypy/assignment", Message: mypy, In: "def f(b: '''A''' = «None»): ...\n",
			Why: "unusual form"},
		{Name: "taken name", Signal: "mypy/assignment", Message: mypy,
			In: "class Optional: ...\ndef f(b: int = «None»): ...\n", Why: "given a meaning"},
		{Name: "comment", Signal: "mypy/assignment", Message: mypy,
			In: "from typing import Optional\ndef f(b: Dict[  # why\n    int, int] = «None»): ...\n", Why: "comment"},
		{Name: "other default", Signal: "mypy/assignment", Message: mypy, In: "def f(b: int = «g(None)»): ...\n",
			Why: "nothing that is annotated"},
		{Name: "other message", Signal: "mypy/assignment",
			Message: `Incompatible types in assignment (expression has type "str", variable has type "int")`,
			In:      "x: int = «'a'»\n", Why: "not about a default"},
	})
}
