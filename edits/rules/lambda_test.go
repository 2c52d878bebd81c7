package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestLambdaToDef(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "ruff/E731", In: "«f = lambda x: x + 1»\n", Want: "def f(x):\n    return x + 1\n"},
		{Name: "no parameters, comment", Signal: "ruff/E731", In: "if a:\n\t«f = lambda: {'a': 1}»  # c\n",
			Want: "if a:\n\tdef f():\n\t\treturn {'a': 1}  # c\n"},
		{Name: "defaults and stars", Signal: "flake8/E731", In: "«»f = lambda a, b=lambda: 1, *c, **d: (a,\n    b)\n",
			Want: "def f(a, b=lambda: 1, *c, **d):\n    return (a,\n    b)\n"},
		{Name: "nested", Signal: "ruff/E731", In: "«f = lambda a: lambda b: '🎉: ' + a[b:]»\n",
			Want: "def f(a):\n    return lambda b: '🎉: ' + a[b:]\n"},
		{Name: "class", Signal: "ruff/E731", In: "class A:\n    «f = lambda self: 1»\n", Why: "method"},
		{Name: "tuple", Signal: "ruff/E731", In: "«f = lambda: 1, 2»\n", Why: "tuple"},
		{Name: "annotated", Signal: "ruff/E731", In: "«f: T = lambda: 1»\n", Why: "to a plain name"},
		{Name: "inline", Signal: "ruff/E731", In: "if a: «f = lambda: 1»\n", Why: "other statements"},
		{Name: "yield", Signal: "ruff/E731", In: "«f = lambda: (yield)»\n", Why: "yields"},
		{Name: "comment inside", Signal: "ruff/E731", In: "«f = lambda: (1,  # one\n    2)»\n", Why: "comment"},
	})
}
