package rules

import "testing"

func TestBareExcept(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "ruff/E722", in: "try:\n    a()\n«except»:\n    pass\n", want: "try:\n    a()\nexcept Exception:\n    pass\n"},
		{name: "cleaning up", signal: "ruff/E722", in: "try:\n    a()\n«except»:\n    b()\n    raise\n", want: "try:\n    a()\nexcept BaseException:\n    b()\n    raise\n"},
		{name: "nested, with comment and blank", signal: "pylint/W0702", in: "def f():\n\ttry:\n\t\ta()\n\t«except» : # 🎉 except:\n\t\tb('except:')\n", want: "def f():\n\ttry:\n\t\ta()\n\texcept Exception : # 🎉 except:\n\t\tb('except:')\n"},
		{name: "one line", signal: "flake8/E722", in: "try: a()\n«except»: b()\n", want: "try: a()\nexcept Exception: b()\n"},
		{name: "names something", signal: "ruff/E722", in: "try:\n    a()\n«except» E:\n    pass\n", why: "no bare except"},
		{name: "shadowed", signal: "ruff/E722", in: "from x import Exception\ntry:\n    a()\n«except»:\n    pass\n", why: "something else"},
	})
}

func TestNotImplemented(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "bare", signal: "ruff/F901", in: "def f():\n    raise «NotImplemented»\n", want: "def f():\n    raise NotImplementedError\n"},
		{name: "called", signal: "ruff/F901", in: "raise «NotImplemented('x')»  # NotImplemented\n", want: "raise NotImplementedError('x')  # NotImplemented\n"},
		{name: "pyflakes words", signal: "pyflakes/", message: "'raise NotImplemented' should be 'raise NotImplementedError'", in: "«raise NotImplemented»\n", want: "raise NotImplementedError\n"},
		{name: "something else", signal: "ruff/F901", in: "raise «ValueError»\n", why: "no raise of NotImplemented"},
		{name: "shadowed", signal: "ruff/F901", in: "NotImplementedError = 3\nraise «NotImplemented»\n", why: "something else"},
	})
}

func TestRaiseFrom(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "named", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    «raise X('y')»\n", want: "try:\n    a()\nexcept E as e:\n    raise X('y') from e\n"},
		{name: "unnamed", signal: "ruff/B904", in: "try:\n    a()\nexcept (E, F):\n    if b:\n        «raise X»  # why\n", want: "try:\n    a()\nexcept (E, F) as err:\n    if b:\n        raise X from err  # why\n"},
		{name: "err is taken", signal: "flake8/B904", in: "err = 1\ntry:\n    a()\nexcept E:\n    «raise X(\n        'y',\n    )»\n", want: "err = 1\ntry:\n    a()\nexcept E as exc:\n    raise X(\n        'y',\n    ) from exc\n"},
		{name: "pylint", signal: "pylint/W0707", in: "try: a()\nexcept E as e: «raise X»\n", want: "try: a()\nexcept E as e: raise X from e\n"},
		{name: "bare", signal: "ruff/B904", in: "try:\n    a()\nexcept:\n    «raise X»\n", why: "bare except"},
		{name: "same", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    «raise e»\n", why: "same exception"},
		{name: "rebound", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    e = 1\n    «raise X»\n", why: "another value"},
		{name: "own function", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    def f():\n        «raise X»\n", why: "function of its own"},
		{name: "has a cause", signal: "ruff/B904", in: "try:\n    a()\nexcept E as e:\n    «raise X from None»\n", why: "has a cause"},
	})
}

func TestAssertFalse(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "bare", signal: "ruff/B011", in: "«assert False»\n", want: "raise AssertionError()\n"},
		{name: "message", signal: "ruff/B011", in: "if a: «assert False, f'x, {y}'»  # c\n", want: "if a: raise AssertionError(f'x, {y}')  # c\n"},
		{name: "call", signal: "flake8/B011", in: "assert «False», f(\n    1, 2)\n", want: "raise AssertionError(f(\n    1, 2))\n"},
		{name: "more", signal: "ruff/B011", in: "«assert False or x»\n", why: "more than False"},
		{name: "true", signal: "ruff/B011", in: "«assert True»\n", why: "no assert False"},
	})
}

func TestRaiseLiteral(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "string", signal: "ruff/B016", in: "raise «'x'»\n", want: "raise Exception('x')\n"},
		{name: "joined and caused", signal: "ruff/B016", in: "raise «'x' f'{y}'» from e\n", want: "raise Exception('x' f'{y}') from e\n"},
		{name: "number", signal: "ruff/B016", in: "raise «1»\n", why: "does not say"},
		{name: "bytes", signal: "ruff/B016", in: "raise «b'x'»\n", why: "does not say"},
		{name: "exception", signal: "ruff/B016", in: "raise «E('x')»\n", why: "does not say"},
	})
}
