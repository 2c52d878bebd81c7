package typed

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

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
