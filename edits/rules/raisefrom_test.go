package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestRaiseFrom(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "named", Signal: "ruff/B904", In: "try:\n    a()\nexcept E as e:\n    «raise X('y')»\n",
			Want: "try:\n    a()\nexcept E as e:\n    raise X('y') from e\n"},
		{Name: "unnamed", Signal: "ruff/B904", In: "try:\n    a()\nexcept (E, F):\n    if b:\n        «raise X»  # why\n",
			Want: "try:\n    a()\nexcept (E, F) as err:\n    if b:\n        raise X from err  # why\n"},
		{Name: "err is taken", Signal: "flake8/B904",
			In:   "err = 1\ntry:\n    a()\nexcept E:\n    «raise X(\n        'y',\n    )»\n",
			Want: "err = 1\ntry:\n    a()\nexcept E as exc:\n    raise X(\n        'y',\n    ) from exc\n"},
		{Name: "err is another function's", Signal: "ruff/B904",
			In: "def f(err):\n    g = err\n\n\nasync def g():\n    try:\n        a()\n    except E:\n        «raise X»\n",
			Want: "def f(err):\n    g = err\n\n\nasync def g():\n    try:\n        a()\n    except E as err:\n" +
				"        raise X from err\n"},
		{Name: "names taken in an inner function", Signal: "ruff/B904",
			In: "def g():\n    def h(): return err, exc\n    try:\n        a()\n    except E:\n        «raise X»\n",
			Want: "def g():\n    def h(): return err, exc\n    try:\n        a()\n    except E as error:\n" +
				"        raise X from error\n"},
		{Name: "pylint", Signal: "pylint/W0707", In: "try: a()\nexcept E as e: «raise X»\n",
			Want: "try: a()\nexcept E as e: raise X from e\n"},
		{Name: "bare", Signal: "ruff/B904", In: "try:\n    a()\nexcept:\n    «raise X»\n", Why: "bare except"},
		{Name: "same", Signal: "ruff/B904", In: "try:\n    a()\nexcept E as e:\n    «raise e»\n", Why: "same exception"},
		{Name: "rebound", Signal: "ruff/B904", In: "try:\n    a()\nexcept E as e:\n    e = 1\n    «raise X»\n",
			Why: "assigned again"},
		{Name: "read in many ways", Signal: "ruff/B904",
			In:   "try:\n    a()\nexcept E as e:\n    b(e, f=1, e=2)\n    x[e] = e.args = g = e\n    «raise X»\n",
			Want: "try:\n    a()\nexcept E as e:\n    b(e, f=1, e=2)\n    x[e] = e.args = g = e\n    raise X from e\n"},
		{Name: "rebound by an import", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    import e\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound in place", Signal: "ruff/B904", In: "try:\n    a()\nexcept E as e:\n    e += 1\n    «raise X»\n",
			Why: "assigned again"},
		{Name: "rebound with a type", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    e: int = 1\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound among others", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    (x, (e)) = b\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound by a definition", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    def e(): pass\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound by a loop", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    for [x, e] in b: pass\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound by a with", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    with b as (x, e): pass\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound by a pattern", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    match b:\n        case [e]: pass\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound by a walrus", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    if (e := b): pass\n    «raise X»\n", Why: "assigned again"},
		{Name: "rebound in a loop around", Signal: "ruff/B904",
			In: "try:\n    a()\nexcept E as e:\n    while b:\n        if c: «raise X»\n        e = 1\n", Why: "assigned again"},
		{Name: "own function", Signal: "ruff/B904", In: "try:\n    a()\nexcept E as e:\n    def f():\n        «raise X»\n",
			Why: "function of its own"},
		{Name: "has a cause", Signal: "ruff/B904", In: "try:\n    a()\nexcept E as e:\n    «raise X from None»\n",
			Why: "has a cause"},
	})
}
