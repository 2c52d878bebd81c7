package typed_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestOwnMember(t *testing.T) {
	const said = `Name "fee" is not defined`
	const class = "class A:\n    def fee(self, n):\n        return n\n\n"
	of := func(name, in, want string) ruletest.Case {
		return ruletest.Case{Name: name, Signal: "mypy/name-defined", Message: said, In: in, Want: want}
	}
	declines := func(name, in, why string) ruletest.Case {
		return ruletest.Case{Name: name, Signal: "mypy/name-defined", Message: said, In: in, Why: why}
	}
	table.Run(t, "python", []ruletest.Case{
		of("a method", class+"    def f(self, n):\n        return n + «fee»(n)\n",
			class+"    def f(self, n):\n        return n + self.fee(n)\n"),
		of("in an f-string", class+"    def f(self, n):\n        return f'{«fee»(n)}'\n",
			class+"    def f(self, n):\n        return f'{self.fee(n)}'\n"),
		of("a value of the class", "class A:\n    fee: int = 0\n\n    def f(self):\n        «fee» += 1\n",
			"class A:\n    fee: int = 0\n\n    def f(self):\n        self.fee += 1\n"),
		of("a value of the object",
			"class A:\n    def __init__(self):\n        self.fee = 1\n\n    def f(self):\n        return «fee»\n",
			"class A:\n    def __init__(self):\n        self.fee = 1\n\n    def f(self):\n        return self.fee\n"),
		{Name: "pyright", Signal: "pyright/reportUndefinedVariable", Message: `"fee" is not defined`,
			In:   class + "    def f(self, n):\n        return «fee»(n)\n",
			Want: class + "    def f(self, n):\n        return self.fee(n)\n"},
		declines("the method itself", "class A:\n    def fee(self, n):\n        return «fee»(n)\n", "the method itself"),
		declines("of another class", class+"class B:\n    def f(self, n):\n        return «fee»(n)\n", "no such member"),
		declines("a name of a method",
			"class A:\n    def g(self):\n        fee = 1\n        return fee\n\n    def f(self):\n        return «fee»\n",
			"no such member"),
		declines("static", class+"    @staticmethod\n    def f(n):\n        return «fee»(n)\n", "does not take its object"),
		declines("of the class", class+"    @classmethod\n    def f(self, n):\n        return «fee»(n)\n",
			"does not take its object"),
		declines("in a function", class+"def f(n):\n    return «fee»(n)\n", "not about a name in a method"),
		declines("self is another", class+"    def f(self, n):\n        self = n\n        return «fee»(n)\n",
			"self is another"),
	})
}
