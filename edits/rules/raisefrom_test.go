package rules

import "testing"

func TestRaiseFrom(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "named", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    «raise X('y')»\n", want: "try:\n    a()\nexcept E as e:\n    raise X('y') from e\n"},
		{name: "unnamed", signal: "ruff/B904", in: "try:\n    a()\nexcept (E, F):\n    if b:\n        «raise X»  # why\n", want: "try:\n    a()\nexcept (E, F) as err:\n    if b:\n        raise X from err  # why\n"},
		{name: "err is taken", signal: "flake8/B904", in: "err = 1\ntry:\n    a()\nexcept E:\n    «raise X(\n        'y',\n    )»\n", want: "err = 1\ntry:\n    a()\nexcept E as exc:\n    raise X(\n        'y',\n    ) from exc\n"},
		{name: "err is another function's", signal: "ruff/B904", in: "def f(err):\n    g = err\n\n\nasync def g():\n    try:\n        a()\n    except E:\n        «raise X»\n", want: "def f(err):\n    g = err\n\n\nasync def g():\n    try:\n        a()\n    except E as err:\n        raise X from err\n"},
		{name: "names taken in an inner function", signal: "ruff/B904", in: "def g():\n    def h(): return err, exc\n    try:\n        a()\n    except E:\n        «raise X»\n", want: "def g():\n    def h(): return err, exc\n    try:\n        a()\n    except E as error:\n        raise X from error\n"},
		{name: "pylint", signal: "pylint/W0707", in: "try: a()\nexcept E as e: «raise X»\n", want: "try: a()\nexcept E as e: raise X from e\n"},
		{name: "bare", signal: "ruff/B904", in: "try:\n    a()\nexcept:\n    «raise X»\n", why: "bare except"},
		{name: "same", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    «raise e»\n", why: "same exception"},
		{name: "rebound", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    e = 1\n    «raise X»\n", why: "assigned again"},
		{name: "read in many ways", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    b(e, f=1, e=2)\n    x[e] = e.args = g = e\n    «raise X»\n", want: "try:\n    a()\nexcept E as e:\n    b(e, f=1, e=2)\n    x[e] = e.args = g = e\n    raise X from e\n"},
		{name: "rebound by an import", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    import e\n    «raise X»\n", why: "assigned again"},
		{name: "rebound in place", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    e += 1\n    «raise X»\n", why: "assigned again"},
		{name: "rebound with a type", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    e: int = 1\n    «raise X»\n", why: "assigned again"},
		{name: "rebound among others", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    (x, (e)) = b\n    «raise X»\n", why: "assigned again"},
		{name: "rebound by a definition", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    def e(): pass\n    «raise X»\n", why: "assigned again"},
		{name: "rebound by a loop", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    for [x, e] in b: pass\n    «raise X»\n", why: "assigned again"},
		{name: "rebound by a with", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    with b as (x, e): pass\n    «raise X»\n", why: "assigned again"},
		{name: "rebound by a pattern", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    match b:\n        case [e]: pass\n    «raise X»\n", why: "assigned again"},
		{name: "rebound by a walrus", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    if (e := b): pass\n    «raise X»\n", why: "assigned again"},
		{name: "rebound in a loop around", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    while b:\n        if c: «raise X»\n        e = 1\n", why: "assigned again"},
		{name: "own function", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    def f():\n        «raise X»\n", why: "function of its own"},
		{name: "has a cause", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    «raise X from None»\n", why: "has a cause"},
	})
}
