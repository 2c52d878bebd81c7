package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestBareExcept(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "ruff/E722", In: "try:\n    a()\n«except»:\n    pass\n",
			Want: "try:\n    a()\nexcept Exception:\n    pass\n"},
		{Name: "cleaning up", Signal: "ruff/E722", In: "try:\n    a()\n«except»:\n    b()\n    raise\n",
			Want: "try:\n    a()\nexcept BaseException:\n    b()\n    raise\n"},
		{Name: "nested, with comment and blank", Signal: "pylint/W0702",
			In:   "def f():\n\ttry:\n\t\ta()\n\t«except» : # 🎉 except:\n\t\tb('except:')\n",
			Want: "def f():\n\ttry:\n\t\ta()\n\texcept Exception : # 🎉 except:\n\t\tb('except:')\n"},
		{Name: "one line", Signal: "flake8/E722", In: "try: a()\n«except»: b()\n", Want: "try: a()\nexcept Exception: b()\n"},
		{Name: "names something", Signal: "ruff/E722", In: "try:\n    a()\n«except» E:\n    pass\n", Why: "no bare except"},
		{Name: "shadowed", Signal: "ruff/E722", In: "from x import Exception\ntry:\n    a()\n«except»:\n    pass\n",
			Why: "something else"},
	})
}
