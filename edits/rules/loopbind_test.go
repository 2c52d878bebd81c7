package rules

import "testing"

func TestBindLoopVariable(t *testing.T) {
	const msg = "Function definition does not bind loop variable `x`"
	runCases(t, "python", []ruleCase{
		{name: "lambda", signal: "ruff/B023", message: msg, in: "for x in xs:\n    fs.append(lambda v: v * «x»)\n", want: "for x in xs:\n    fs.append(lambda v, *, x=x: v * x)\n"},
		{name: "no parameters", signal: "ruff/B023", message: msg, in: "for x in xs:\n    fs[x] = lambda: «x»\n", want: "for x in xs:\n    fs[x] = lambda *, x=x: x\n"},
		{name: "by keyword only", signal: "flake8/B023", message: "Function definition does not bind loop variable 'x'.", in: "for x in xs:\n    f(lambda *a, **k: g(«»x, *a, **k), 1)\n", want: "for x in xs:\n    f(lambda *a, x=x, **k: g(x, *a, **k), 1)\n"},
		{name: "def", signal: "pylint/W0640", message: "Cell variable x defined in loop", in: "for i, x in xs:\n    def f(\n        v,\n    ):\n        return v * «»x\n    fs.append(f)\n", want: "for i, x in xs:\n    def f(\n        v, *, x=x,\n    ):\n        return v * x\n    fs.append(f)\n"},
		{name: "def without parameters", signal: "ruff/B023", message: msg, in: "for _ in xs:\n    x = read()\n    def f() -> int:\n        return «x»\n    fs.append(f)\n", want: "for _ in xs:\n    x = read()\n    def f(*, x=x) -> int:\n        return x\n    fs.append(f)\n"},
		{name: "a lambda in a def", signal: "ruff/B023", message: msg, in: "for x in xs:\n    def f(v):\n        return sorted(v, key=lambda w: w[0] - «x»)\n    fs.append(f)\n", want: "for x in xs:\n    def f(v, *, x=x):\n        return sorted(v, key=lambda w: w[0] - x)\n    fs.append(f)\n"},
		{name: "comprehension", signal: "ruff/B023", message: msg, in: "fs = [lambda v: f\"{«x»}{v}\" for x in xs]\n", want: "fs = [lambda v, *, x=x: f\"{x}{v}\" for x in xs]\n"},
		{name: "changes afterwards", signal: "ruff/B023", message: msg, in: "for x in xs:\n    f = lambda: «x»\n    x += 1\n    fs.append(f)\n", why: "changes after"},
		{name: "changes before", signal: "ruff/B023", message: msg, in: "for x in xs:\n    x = x or y\n    fs.append(lambda: «x»)\n", why: "changes in the loop"},
		{name: "keyword parameters", signal: "ruff/B023", message: msg, in: "for x in xs:\n    fs.append(lambda **k: g(«x», **k))\n", want: "for x in xs:\n    fs.append(lambda *, x=x, **k: g(x, **k))\n"},
		{name: "a parameter", signal: "ruff/B023", message: msg, in: "for x in xs:\n    fs.append(lambda v=x: v + «x»)\n", why: "is a parameter already"},
		{name: "in a while loop", signal: "ruff/B023", message: msg, in: "while go():\n    x = read()\n    f = f or (lambda: «x»)\n", why: "no loop around"},
		{name: "not in a loop", signal: "ruff/B023", message: msg, in: "def f():\n    return «x»\n", why: "no loop around"},
	})
}
