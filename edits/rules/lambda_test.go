package rules

import "testing"

func TestLambdaToDef(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "ruff/E731", in: "«f = lambda x: x + 1»\n", want: "def f(x):\n    return x + 1\n"},
		{name: "no parameters, comment", signal: "ruff/E731", in: "if a:\n\t«f = lambda: {'a': 1}»  # c\n", want: "if a:\n\tdef f():\n\t\treturn {'a': 1}  # c\n"},
		{name: "defaults and stars", signal: "flake8/E731", in: "«»f = lambda a, b=lambda: 1, *c, **d: (a,\n    b)\n", want: "def f(a, b=lambda: 1, *c, **d):\n    return (a,\n    b)\n"},
		{name: "nested", signal: "ruff/E731", in: "«f = lambda a: lambda b: '🎉: ' + a[b:]»\n", want: "def f(a):\n    return lambda b: '🎉: ' + a[b:]\n"},
		{name: "class", signal: "ruff/E731", in: "class A:\n    «f = lambda self: 1»\n", why: "method"},
		{name: "tuple", signal: "ruff/E731", in: "«f = lambda: 1, 2»\n", why: "tuple"},
		{name: "annotated", signal: "ruff/E731", in: "«f: T = lambda: 1»\n", why: "to a plain name"},
		{name: "inline", signal: "ruff/E731", in: "if a: «f = lambda: 1»\n", why: "other statements"},
		{name: "yield", signal: "ruff/E731", in: "«f = lambda: (yield)»\n", why: "yields"},
		{name: "comment inside", signal: "ruff/E731", in: "«f = lambda: (1,  # one\n    2)»\n", why: "comment"},
	})
}
