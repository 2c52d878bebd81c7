package typed_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestReturnsNone(t *testing.T) {
	const msg = "Function is missing a return type annotation"
	table.Run(t, "python", []ruletest.Case{
		{Name: "acts", Signal: "mypy/no-untyped-def", Message: msg, In: "«def f():\n    g()»\n",
			Want: "def f() -> None:\n    g()\n"},
		{Name: "method of several lines", Signal: "mypy/no-untyped-def", Message: msg,
			In: "class A:\n    @d\n    «async def f(\n        self, a: int,\n    ) : # c\n        '''Doc.'''\n        if a:\n" +
				"            return\n        await g(a)»\n",
			Want: "class A:\n    @d\n    async def f(\n        self, a: int,\n    ) -> None : # c\n        '''Doc.'''\n" +
				"        if a:\n            return\n        await g(a)\n"},
		{Name: "results of others", Signal: "mypy/no-untyped-def", Message: msg,
			In: "«def f():\n    def g(): return 1\n    class A:\n        def h(self): yield 1\n    lambda: 1\n    g()»\n",
			Want: "def f() -> None:\n    def g(): return 1\n    class A:\n        def h(self): yield 1\n    lambda: 1\n" +
				"    g()\n"},
		{Name: "result", Signal: "mypy/no-untyped-def", Message: msg,
			In: "«def f():\n    if a:\n        return 1\n    g()»\n", Why: "returns something"},
		{Name: "generator", Signal: "mypy/no-untyped-def", Message: msg, In: "«def f():\n    x = yield\n    g(x)»\n",
			Why: "generator"},
		{Name: "generator in an expression", Signal: "mypy/no-untyped-def", Message: msg,
			In: "«def f():\n    g((yield 1))»\n", Why: "generator"},
		{Name: "hook", Signal: "mypy/no-untyped-def", Message: msg,
			In: "class A:\n    «def f(self):\n        '''Doc.'''\n        pass»\n", Why: "nothing of its own"},
		{Name: "abstract", Signal: "mypy/no-untyped-def", Message: msg,
			In: "class A:\n    «@abc.abstractmethod\n    def f(self):\n        g()»\n", Why: "abstract or an overload"},
		{Name: "raises", Signal: "mypy/no-untyped-def", Message: msg, In: "«def f():\n    g()\n    raise E»\n",
			Why: "never return"},
		{Name: "loops for ever", Signal: "mypy/no-untyped-def", Message: msg,
			In: "«def f():\n    while True:\n        g()»\n", Why: "never return"},
		{Name: "annotated", Signal: "mypy/no-untyped-def", Message: msg, In: "«def f() -> int:\n    g()»\n",
			Why: "without a return type"},
		{Name: "more is missing", Signal: "mypy/no-untyped-def", Message: "Function is missing a type annotation",
			In: "«def f(a):\n    g()»\n", Why: "more than the type"},
	})
}
