package rules

import "testing"

func TestReturnsNone(t *testing.T) {
	const msg = "Function is missing a return type annotation"
	runCases(t, "python", []ruleCase{
		{name: "acts", signal: "mypy/no-untyped-def", message: msg, in: "«def f():\n    g()»\n", want: "def f() -> None:\n    g()\n"},
		{name: "method of several lines", signal: "mypy/no-untyped-def", message: msg, in: "class A:\n    @d\n    «async def f(\n        self, a: int,\n    ) : # c\n        '''Doc.'''\n        if a:\n            return\n        await g(a)»\n", want: "class A:\n    @d\n    async def f(\n        self, a: int,\n    ) -> None : # c\n        '''Doc.'''\n        if a:\n            return\n        await g(a)\n"},
		{name: "results of others", signal: "mypy/no-untyped-def", message: msg, in: "«def f():\n    def g(): return 1\n    class A:\n        def h(self): yield 1\n    lambda: 1\n    g()»\n", want: "def f() -> None:\n    def g(): return 1\n    class A:\n        def h(self): yield 1\n    lambda: 1\n    g()\n"},
		{name: "result", signal: "mypy/no-untyped-def", message: msg, in: "«def f():\n    if a:\n        return 1\n    g()»\n", why: "returns something"},
		{name: "generator", signal: "mypy/no-untyped-def", message: msg, in: "«def f():\n    x = yield\n    g(x)»\n", why: "generator"},
		{name: "generator in an expression", signal: "mypy/no-untyped-def", message: msg, in: "«def f():\n    g((yield 1))»\n", why: "generator"},
		{name: "hook", signal: "mypy/no-untyped-def", message: msg, in: "class A:\n    «def f(self):\n        '''Doc.'''\n        pass»\n", why: "nothing of its own"},
		{name: "abstract", signal: "mypy/no-untyped-def", message: msg, in: "class A:\n    «@abc.abstractmethod\n    def f(self):\n        g()»\n", why: "abstract or an overload"},
		{name: "raises", signal: "mypy/no-untyped-def", message: msg, in: "«def f():\n    g()\n    raise E»\n", why: "never return"},
		{name: "loops for ever", signal: "mypy/no-untyped-def", message: msg, in: "«def f():\n    while True:\n        g()»\n", why: "never return"},
		{name: "annotated", signal: "mypy/no-untyped-def", message: msg, in: "«def f() -> int:\n    g()»\n", why: "without a return type"},
		{name: "more is missing", signal: "mypy/no-untyped-def", message: "Function is missing a type annotation", in: "«def f(a):\n    g()»\n", why: "more than the type"},
	})
}
