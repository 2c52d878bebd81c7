package rules

import "testing"

func TestUnusedVariable(t *testing.T) {
	const msg = "Local variable `x` is assigned to but never used"
	runCases(t, "python", []ruleCase{
		{name: "call stays", signal: "ruff/F841", message: msg, in: "def f():\n    «x» = g()  # c\n", want: "def f():\n    g()  # c\n"},
		{name: "literal goes", signal: "ruff/F841", message: msg, in: "def f():\n    «x» = 'x = 1'\n    return 1\n", want: "def f():\n    return 1\n"},
		{name: "only statement", signal: "ruff/F841", message: msg, in: "def f():\n\t«x» = [1, {'a': -2}]\n", want: "def f():\n\tpass\n"},
		{name: "annotated", signal: "ruff/F841", message: msg, in: "def f():\n    «x»: int = g(\n        1)\n", want: "def f():\n    g(\n        1)\n"},
		{name: "handler", signal: "ruff/F841", message: msg, in: "def f():\n    try:\n        g()\n    except (A, B) as «x»:\n        pass\n", want: "def f():\n    try:\n        g()\n    except (A, B):\n        pass\n"},
		{name: "with", signal: "flake8/F841", message: "local variable 'x' is assigned to but never used", in: "def f():\n    «»with a() as x, b() as y:\n        y\n", want: "def f():\n    with a(), b() as y:\n        y\n"},
		{name: "chain", signal: "ruff/F841", message: msg, in: "def f():\n    y = «x» = g()\n    return y\n", want: "def f():\n    y = g()\n    return y\n"},
		{name: "unpacked", signal: "pylint/W0612", message: "Unused variable 'x'", in: "def f():\n    «x», y = g()\n    return y\n", want: "def f():\n    _, y = g()\n    return y\n"},
		{name: "walrus", signal: "ruff/F841", message: msg, in: "def f():\n    if («x» := g()):\n        pass\n", want: "def f():\n    if (g()):\n        pass\n"},
		{name: "semicolon", signal: "ruff/F841", message: msg, in: "def f():\n    a(); «x» = 1; b()\n", want: "def f():\n    a(); b()\n"},
		{name: "assigned twice", signal: "ruff/F841", message: msg, in: "def f():\n    x = g()\n    «x» = h(x=1)\n", want: "def f():\n    x = g()\n    h(x=1)\n"},
		{name: "read", signal: "ruff/F841", message: msg, in: "def f():\n    «x» = g()\n    return x\n", why: "is used"},
		{name: "in an f-string", signal: "ruff/F841", message: msg, in: "def f():\n    «x» = g()\n    return f'{x}'\n", why: "f-string"},
		{name: "in a closure", signal: "ruff/F841", message: msg, in: "def f():\n    «x» = g()\n    def h(): nonlocal x\n", why: "is used"},
		{name: "locals", signal: "ruff/F841", message: msg, in: "def f():\n    «x» = g()\n    return locals()\n", why: "by their spelling"},
		{name: "augmented", signal: "ruff/F841", message: msg, in: "def f():\n    «x» += g()\n", why: "is used"},
		{name: "module", signal: "ruff/F841", message: msg, in: "«x» = g()\n", why: "no local"},
		{name: "translations", signal: "pylint/W0612", message: "Unused variable 'x'", in: "def f():\n    «x», y = g()\n    return _(y)\n", why: "cannot be named _"},
	})
}

func TestUnusedLoopVariable(t *testing.T) {
	const msg = "Loop control variable `i` not used within loop body"
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "ruff/B007", message: msg, in: "def f():\n    for «i» in g(i=1):\n        h()\n", why: "used elsewhere"},
		{name: "simple", signal: "ruff/B007", message: msg, in: "def f():\n    for «i» in g():\n        h()  # i\n", want: "def f():\n    for _i in g():\n        h()  # i\n"},
		{name: "unpacked", signal: "flake8/B007", message: "Loop control variable 'i' not used within the loop body.", in: "def f():\n    «»for k, (i, v) in g():\n        h(k, v)\n", want: "def f():\n    for k, (_i, v) in g():\n        h(k, v)\n"},
		{name: "read afterwards", signal: "ruff/B007", message: msg, in: "def f():\n    for «i» in g():\n        h()\n    return i\n", why: "used elsewhere"},
		{name: "taken", signal: "ruff/B007", message: msg, in: "def f(_i):\n    for «i» in g():\n        h()\n", why: "is taken"},
		{name: "module", signal: "ruff/B007", message: msg, in: "for «i» in g():\n    h()\n", why: "from outside"},
	})
}
