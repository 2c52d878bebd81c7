package typed

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// TestCall: a plain function of the file whose result is wanted is called.
func TestCall(t *testing.T) {
	const got = `Incompatible return value type (got "Callable[[], str]", expected "str")`
	const class = "class A:\n    def name(self) -> str:\n        return ''\n\n"
	const use = "    def f(self) -> str:\n        return «self.name»\n"
	ruletest.Run(t, "python", At(Call), []ruletest.Case{
		{Name: "a method", Message: got, In: class + use,
			Want: class + "    def f(self) -> str:\n        return self.name()\n"},
		{Name: "an argument, pyright",
			Message: `Argument of type "() -> int" cannot be assigned to parameter "n" of type "int" in function "g"`,
			In:      "def one() -> int: return 1\n\n\ng(«one»)\n", Want: "def one() -> int: return 1\n\n\ng(one())\n"},
		{Name: "a variable",
			Message: `Incompatible types in assignment (expression has type "Callable[[], int]", variable has type "int")`,
			In:      "def one() -> int: return 1\n\n\nx: int = «one»\n",
			Want:    "def one() -> int: return 1\n\n\nx: int = one()\n"},
		{Name: "decorated", Message: got,
			In: "class A:\n    @cached\n    def name(self) -> str:\n        return ''\n\n" + use, Why: "decorated"},
		{Name: "of another file", Message: got, In: "class A(B):\n" + use, Why: "not defined in this file"},
		{Name: "another result", Message: `Incompatible return value type (got "Callable[[], int]", expected "str")`,
			In: class + use, Why: "not about a function"},
		{Name: "defined twice", Message: got, In: class + "    def name(self): ...\n\n" + use, Why: "more than once"},
	})
}

// TestReturn: the value that a function ends with is returned.
func TestReturn(t *testing.T) {
	const said = "Missing return statement"
	in := func(s string) string { return "def f(a: int, b: int) -> int:\n" + s }
	mark := func(s string) string { return "«def f(a: int, b: int) -> int»:\n" + s }
	const loses = "does not end with a value"
	ruletest.Run(t, "python", At(Return), []ruletest.Case{
		{Name: "a sum", Message: said, In: mark("    g()\n    a + b\n"), Want: in("    g()\n    return a + b\n")},
		{Name: "a call in a sum", Message: said, In: mark("    g()\n    g(a) + b\n"),
			Want: in("    g()\n    return g(a) + b\n")},
		{Name: "a name", Message: said, In: mark("    g()\n    a\n"), Want: in("    g()\n    return a\n")},
		{Name: "a call alone", Message: said, In: mark("    '''Do.'''\n    g(a)\n"),
			Want: in("    '''Do.'''\n    return g(a)\n")},
		{Name: "a call behind others", Message: said, In: mark("    h()\n    g(a)\n"), Why: loses},
		{Name: "an assignment", Message: said, In: mark("    a = b\n"), Why: loses},
		{Name: "one that adds", Message: said, In: mark("    a += b\n"), Why: loses},
		{Name: "a branch", Message: said, In: mark("    if a:\n        return 1\n"), Why: loses},
		{Name: "a docstring", Message: said, In: mark("    '''Do.'''\n"), Why: loses},
		{Name: "to come", Message: said, In: mark("    ...\n"), Why: loses},
		{Name: "waits", Message: said, In: mark("    h()\n    await g(a)\n"), Why: loses},
	})
}
