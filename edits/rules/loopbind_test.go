package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestBindLoopVariable(t *testing.T) {
	const msg = "Function definition does not bind loop variable `x`"
	table.Run(t, "python", []ruletest.Case{
		{Name: "lambda", Signal: "ruff/B023", Message: msg, In: "for x in xs:\n    fs.append(lambda v: v * «x»)\n",
			Want: "for x in xs:\n    fs.append(lambda v, *, x=x: v * x)\n"},
		{Name: "no parameters", Signal: "ruff/B023", Message: msg, In: "for x in xs:\n    fs[x] = lambda: «x»\n",
			Want: "for x in xs:\n    fs[x] = lambda *, x=x: x\n"},
		{Name: "by keyword only", Signal: "flake8/B023", Message: "Function definition does not bind loop variable 'x'.",
			In:   "for x in xs:\n    f(lambda *a, **k: g(«»x, *a, **k), 1)\n",
			Want: "for x in xs:\n    f(lambda *a, x=x, **k: g(x, *a, **k), 1)\n"},
		{Name: "def", Signal: "pylint/W0640", Message: "Cell variable x defined in loop",
			In:   "for i, x in xs:\n    def f(\n        v,\n    ):\n        return v * «»x\n    fs.append(f)\n",
			Want: "for i, x in xs:\n    def f(\n        v, *, x=x,\n    ):\n        return v * x\n    fs.append(f)\n"},
		{Name: "def without parameters", Signal: "ruff/B023", Message: msg,
			In:   "for _ in xs:\n    x = read()\n    def f() -> int:\n        return «x»\n    fs.append(f)\n",
			Want: "for _ in xs:\n    x = read()\n    def f(*, x=x) -> int:\n        return x\n    fs.append(f)\n"},
		{Name: "a lambda in a def", Signal: "ruff/B023", Message: msg,
			In:   "for x in xs:\n    def f(v):\n        return sorted(v, key=lambda w: w[0] - «x»)\n    fs.append(f)\n",
			Want: "for x in xs:\n    def f(v, *, x=x):\n        return sorted(v, key=lambda w: w[0] - x)\n    fs.append(f)\n"},
		{Name: "comprehension", Signal: "ruff/B023", Message: msg, In: "fs = [lambda v: f\"{«x»}{v}\" for x in xs]\n",
			Want: "fs = [lambda v, *, x=x: f\"{x}{v}\" for x in xs]\n"},
		{Name: "changes afterwards", Signal: "ruff/B023", Message: msg,
			In: "for x in xs:\n    f = lambda: «x»\n    x += 1\n    fs.append(f)\n", Why: "changes after"},
		{Name: "changes before", Signal: "ruff/B023", Message: msg,
			In: "for x in xs:\n    x = x or y\n    fs.append(lambda: «x»)\n", Why: "changes in the loop"},
		{Name: "keyword parameters", Signal: "ruff/B023", Message: msg,
			In:   "for x in xs:\n    fs.append(lambda **k: g(«x», **k))\n",
			Want: "for x in xs:\n    fs.append(lambda *, x=x, **k: g(x, **k))\n"},
		{Name: "a parameter", Signal: "ruff/B023", Message: msg, In: "for x in xs:\n    fs.append(lambda v=x: v + «x»)\n",
			Why: "is a parameter already"},
		{Name: "in a while loop", Signal: "ruff/B023", Message: msg,
			In: "while go():\n    x = read()\n    f = f or (lambda: «x»)\n", Why: "no loop around"},
		{Name: "not in a loop", Signal: "ruff/B023", Message: msg, In: "def f():\n    return «x»\n", Why: "no loop around"},
	})
}
