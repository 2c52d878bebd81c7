package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedVariable(t *testing.T) {
	const msg = "Local variable `x` is assigned to but never used"
	table.Run(t, "python", []ruletest.Case{
		{Name: "call stays", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x» = g()  # c\n",
			Want: "def f():\n    g()  # c\n"},
		{Name: "literal goes", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x» = 'x = 1'\n    return 1\n",
			Want: "def f():\n    return 1\n"},
		{Name: "only statement", Signal: "ruff/F841", Message: msg, In: "def f():\n\t«x» = [1, {'a': -2}]\n",
			Want: "def f():\n\tpass\n"},
		{Name: "annotated", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x»: int = g(\n        1)\n",
			Want: "def f():\n    g(\n        1)\n"},
		{Name: "handler", Signal: "ruff/F841", Message: msg,
			In:   "def f():\n    try:\n        g()\n    except (A, B) as «x»:\n        pass\n",
			Want: "def f():\n    try:\n        g()\n    except (A, B):\n        pass\n"},
		{Name: "with", Signal: "flake8/F841", Message: "local variable 'x' is assigned to but never used",
			In: "def f():\n    «»with a() as x, b() as y:\n        y\n", Want: "def f():\n    with a(), b() as y:\n        y\n"},
		{Name: "chain", Signal: "ruff/F841", Message: msg, In: "def f():\n    y = «x» = g()\n    return y\n",
			Want: "def f():\n    y = g()\n    return y\n"},
		{Name: "unpacked", Signal: "pylint/W0612", Message: "Unused variable 'x'",
			In: "def f():\n    «x», y = g()\n    return y\n", Want: "def f():\n    _, y = g()\n    return y\n"},
		{Name: "walrus", Signal: "ruff/F841", Message: msg, In: "def f():\n    if («x» := g()):\n        pass\n",
			Want: "def f():\n    if (g()):\n        pass\n"},
		{Name: "semicolon", Signal: "ruff/F841", Message: msg, In: "def f():\n    a(); «x» = 1; b()\n",
			Want: "def f():\n    a(); b()\n"},
		{Name: "assigned twice", Signal: "ruff/F841", Message: msg, In: "def f():\n    x = g()\n    «x» = h(x=1)\n",
			Want: "def f():\n    x = g()\n    h(x=1)\n"},
		{Name: "read", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x» = g()\n    return x\n", Why: "is used"},
		{Name: "in an f-string", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x» = g()\n    return f'{x}'\n",
			Why: "f-string"},
		{Name: "in a closure", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x» = g()\n    def h(): nonlocal x\n",
			Why: "is used"},
		{Name: "locals", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x» = g()\n    return locals()\n",
			Why: "by their spelling"},
		{Name: "augmented", Signal: "ruff/F841", Message: msg, In: "def f():\n    «x» += g()\n", Why: "is used"},
		{Name: "module", Signal: "ruff/F841", Message: msg, In: "«x» = g()\n", Why: "not a local"},
		{Name: "translations", Signal: "pylint/W0612", Message: "Unused variable 'x'",
			In: "def f():\n    «x», y = g()\n    return _(y)\n", Why: "cannot be named _"},
	})
}
