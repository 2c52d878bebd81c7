package typed_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestMissingSelf(t *testing.T) {
	const said = `Method must have at least one argument. Did you forget the "self" argument?`
	of := func(name, in, want string) ruletest.Case {
		return ruletest.Case{Name: name, Signal: "mypy/misc", Message: said, In: in, Want: want}
	}
	declines := func(name, in, why string) ruletest.Case {
		return ruletest.Case{Name: name, Signal: "mypy/misc", Message: said, In: in, Why: why}
	}
	table.Run(t, "python", []ruletest.Case{
		of("a method", "class A:\n    «def f() -> int»:\n        return 1\n",
			"class A:\n    def f(self) -> int:\n        return 1\n"),
		of("that uses it", "class A:\n    «def f()»:\n        return f'{self.x}'\n",
			"class A:\n    def f(self):\n        return f'{self.x}'\n"),
		of("by name only", "class A:\n    «def f(*, n: int)»:\n        return n\n",
			"class A:\n    def f(self, *, n: int):\n        return n\n"),
		of("a property", "class A:\n    @property\n    «def f() -> int»:\n        return 1\n",
			"class A:\n    @property\n    def f(self) -> int:\n        return 1\n"),
		of("of the class", "class A:\n    @classmethod\n    «def f()»:\n        return cls()\n",
			"class A:\n    @classmethod\n    def f(cls):\n        return cls()\n"),
		of("asynchronous", "class A:\n    «async def f()»:\n        return 1\n",
			"class A:\n    async def f(self):\n        return 1\n"),
		of("called of the class", "class A:\n    «def f()»:\n        return 1\n\n\nprint(f'{A.f()}')\n",
			"class A:\n    @staticmethod\n    def f():\n        return 1\n\n\nprint(f'{A.f()}')\n"),
		of("of an object", "class A:\n    «def f()»:\n        return 1\n\n\na = A()\nprint(a.f(), A.f(a))\n",
			"class A:\n    def f(self):\n        return 1\n\n\na = A()\nprint(a.f(), A.f(a))\n"),
		{Name: "pyright", Signal: "pyright/reportSelfClsParameterName",
			Message: `Instance methods should take a "self" parameter`, In: "class A:\n    def «f»():\n        return 1\n",
			Want: "class A:\n    def f(self):\n        return 1\n"},
		{Name: "pylint", Signal: "pylint/E0211", Message: `Method 'f' has no argument`,
			In: "class A:\n    «def f()»:\n        return 1\n", Want: "class A:\n    def f(self):\n        return 1\n"},
		{Name: "another name", Signal: "pyright/reportSelfClsParameterName",
			Message: `Instance methods should take a "self" parameter`, In: "class A:\n    def f(«x»):\n        return x\n",
			Why: "no method that takes nothing"},
		declines("its body asks for the class", "class A:\n    «def f()»:\n        return cls()\n", "asks for another"),
		declines("it needs the object, and is called of the class",
			"class A:\n    «def f()»:\n        return self.x\n\n\nA.f()\n", "asks for another"),
		declines("of a class of classes", "class A(type):\n    «def f()»:\n        return 1\n", "may be given its class"),
		declines("of Python's own", "class A:\n    «def __init_subclass__()»:\n        return 1\n", "may be given its class"),
		declines("decorated", "class A:\n    @validator('x')\n    «def f()»:\n        return 1\n", "not known"),
		declines("decorated, and called of the class",
			"class A:\n    @property\n    «def f()»:\n        return 1\n\n\nA.f()\n", "decorated"),
		declines("called as the class is made", "class A:\n    «def f()»:\n        return 1\n\n    x = f()\n",
			"as it is made"),
		declines("no method", "class A:\n    def f(self):\n        «def g()»:\n            return 1\n", "no method"),
	})
}
