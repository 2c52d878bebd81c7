package rules

import "testing"

func TestNoneComparison(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "equal", signal: "ruff/E711", in: "if x == «None»:\n    pass\n", want: "if x is None:\n    pass\n"},
		{name: "not equal", signal: "ruff/E711", in: "if x != «None»:\n    pass\n", want: "if x is not None:\n    pass\n"},
		{name: "reversed", signal: "ruff/E711", in: "y = «None» == x\n", want: "y = None is x\n"},
		{name: "no blanks", signal: "ruff/E711", in: "y = f(x)==«None»\n", want: "y = f(x) is None\n"},
		{name: "operator span", signal: "flake8/E711", in: "y = x «»== None and z == 1\n", want: "y = x is None and z == 1\n"},
		{name: "comment and string", signal: "ruff/E711", in: "y = x == «None»  # x == None 🎉\nz = 'x == None'\n", want: "y = x is None  # x == None 🎉\nz = 'x == None'\n"},
		{name: "second on a line", signal: "ruff/E711", in: "y = a == None or b != «None»\n", want: "y = a == None or b is not None\n"},
		{name: "multi-line", signal: "ruff/E711", in: "y = (x\n     == «None»)\n", want: "y = (x\n     is None)\n"},
		{name: "chain", signal: "ruff/E711", in: "y = a == b == «None»\n", why: "chain"},
		{name: "literal", signal: "ruff/E711", in: "y = 'a' 'b' == «None»\n", why: "literal"},
		{name: "literal in brackets", signal: "ruff/E711", in: "y = «None» != (1, 2)\n", why: "literal"},
		{name: "mask", signal: "ruff/E711", in: "y = df[df.a == «None»]\n", why: "subscript"},
		{name: "query", signal: "ruff/E711", in: "q.filter(User.name == «None»)\n", why: "filter"},
		{name: "attribute of None", signal: "ruff/E711", in: "y = x == «None».a\n", why: "no comparison"},
		{name: "inside an f-string", signal: "ruff/E711", in: "y = f\"{x:>5} {x == «None»}\"\n", want: "y = f\"{x:>5} {x is None}\"\n"},
	})
}

func TestBoolComparison(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "true", signal: "ruff/E712", in: "if «x == True»:\n    pass\n", want: "if x:\n    pass\n"},
		{name: "false", signal: "ruff/E712", in: "while «f(a, b) != False»: pass\n", want: "while f(a, b): pass\n"},
		{name: "in a list", signal: "ruff/E712", in: "y = [«x == True», 1]\n", want: "y = [x, 1]\n"},
		{name: "not true", signal: "ruff/E712", in: "if a and «x.y == False»:\n    pass\n", want: "if a and not x.y:\n    pass\n"},
		{name: "reversed", signal: "ruff/E712", in: "if «True != f(x)»:\n    pass\n", want: "if not f(x):\n    pass\n"},
		{name: "known to be a bool", signal: "ruff/E712", in: "def f(x: bool):\n    return «x == True»\n", want: "def f(x: bool):\n    return x is True\n"},
		{name: "a bool or nothing", signal: "ruff/E712", in: "def f(x: bool | None):\n    return «x == True»\n", want: "def f(x: bool | None):\n    return x\n"},
		{name: "a bool and bound anew", signal: "ruff/E712", in: "def f(x: bool):\n    x = 1\n    return «x == True»\n", want: "def f(x: bool):\n    x = 1\n    return x\n"},
		{name: "pylint", signal: "pylint/C0121", in: "y = «x == None»\n", want: "y = x is None\n"},
		{name: "mask", signal: "ruff/E712", in: "y = df[(«df.a == True») & b]\n", why: "a meaning of its own"},
		{name: "chain", signal: "ruff/E712", in: "y = «a == True in b»\n", why: "chain"},
	})
}
