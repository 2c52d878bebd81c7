package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestNoneComparison(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "equal", Signal: "ruff/E711", In: "if x == «None»:\n    pass\n", Want: "if x is None:\n    pass\n"},
		{Name: "not equal", Signal: "ruff/E711", In: "if x != «None»:\n    pass\n", Want: "if x is not None:\n    pass\n"},
		{Name: "reversed", Signal: "ruff/E711", In: "y = «None» == x\n", Want: "y = None is x\n"},
		{Name: "no blanks", Signal: "ruff/E711", In: "y = f(x)==«None»\n", Want: "y = f(x) is None\n"},
		{Name: "operator span", Signal: "flake8/E711", In: "y = x «»== None and z == 1\n",
			Want: "y = x is None and z == 1\n"},
		{Name: "comment and string", Signal: "ruff/E711", In: "y = x == «None»  # x == None 🎉\nz = 'x == None'\n",
			Want: "y = x is None  # x == None 🎉\nz = 'x == None'\n"},
		{Name: "second on a line", Signal: "ruff/E711", In: "y = a == None or b != «None»\n",
			Want: "y = a == None or b is not None\n"},
		{Name: "multi-line", Signal: "ruff/E711", In: "y = (x\n     == «None»)\n", Want: "y = (x\n     is None)\n"},
		{Name: "chain", Signal: "ruff/E711", In: "y = a == b == «None»\n", Why: "chain"},
		{Name: "literal", Signal: "ruff/E711", In: "y = 'a' 'b' == «None»\n", Why: "literal"},
		{Name: "literal in brackets", Signal: "ruff/E711", In: "y = «None» != (1, 2)\n", Why: "literal"},
		{Name: "mask", Signal: "ruff/E711", In: "y = df[df.a == «None»]\n", Why: "subscript"},
		{Name: "query", Signal: "ruff/E711", In: "q.filter(User.name == «None»)\n", Why: "filter"},
		{Name: "attribute of None", Signal: "ruff/E711", In: "y = x == «None».a\n", Why: "no comparison"},
		{Name: "inside an f-string", Signal: "ruff/E711", In: "y = f\"{x:>5} {x == «None»}\"\n",
			Want: "y = f\"{x:>5} {x is None}\"\n"},
	})
}

func TestBoolComparison(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "true", Signal: "ruff/E712", In: "if «x == True»:\n    pass\n", Want: "if x:\n    pass\n"},
		{Name: "false", Signal: "ruff/E712", In: "while «f(a, b) != False»: pass\n", Want: "while f(a, b): pass\n"},
		{Name: "in a list", Signal: "ruff/E712", In: "y = [«x == True», 1]\n", Want: "y = [x, 1]\n"},
		{Name: "not true", Signal: "ruff/E712", In: "if a and «x.y == False»:\n    pass\n",
			Want: "if a and not x.y:\n    pass\n"},
		{Name: "reversed", Signal: "ruff/E712", In: "if «True != f(x)»:\n    pass\n", Want: "if not f(x):\n    pass\n"},
		{Name: "known to be a bool", Signal: "ruff/E712", In: "def f(x: bool):\n    return «x == True»\n",
			Want: "def f(x: bool):\n    return x is True\n"},
		{Name: "a bool or nothing", Signal: "ruff/E712", In: "def f(x: bool | None):\n    return «x == True»\n",
			Want: "def f(x: bool | None):\n    return x\n"},
		{Name: "a bool and bound anew", Signal: "ruff/E712", In: "def f(x: bool):\n    x = 1\n    return «x == True»\n",
			Want: "def f(x: bool):\n    x = 1\n    return x\n"},
		{Name: "pylint", Signal: "pylint/C0121", In: "y = «x == None»\n", Want: "y = x is None\n"},
		{Name: "mask", Signal: "ruff/E712", In: "y = df[(«df.a == True») & b]\n", Why: "a meaning of its own"},
		{Name: "chain", Signal: "ruff/E712", In: "y = «a == True in b»\n", Why: "chain"},
	})
}
