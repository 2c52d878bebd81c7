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
		{name: "module", signal: "ruff/F841", message: msg, in: "«x» = g()\n", why: "not a local"},
		{name: "translations", signal: "pylint/W0612", message: "Unused variable 'x'", in: "def f():\n    «x», y = g()\n    return _(y)\n", why: "cannot be named _"},
	})
}
