package rules

import "testing"

func TestBareExcept(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "ruff/E722", in: "try:\n    a()\n«except»:\n    pass\n", want: "try:\n    a()\nexcept Exception:\n    pass\n"},
		{name: "cleaning up", signal: "ruff/E722", in: "try:\n    a()\n«except»:\n    b()\n    raise\n", want: "try:\n    a()\nexcept BaseException:\n    b()\n    raise\n"},
		{name: "nested, with comment and blank", signal: "pylint/W0702", in: "def f():\n\ttry:\n\t\ta()\n\t«except» : # 🎉 except:\n\t\tb('except:')\n", want: "def f():\n\ttry:\n\t\ta()\n\texcept Exception : # 🎉 except:\n\t\tb('except:')\n"},
		{name: "one line", signal: "flake8/E722", in: "try: a()\n«except»: b()\n", want: "try: a()\nexcept Exception: b()\n"},
		{name: "names something", signal: "ruff/E722", in: "try:\n    a()\n«except» E:\n    pass\n", why: "no bare except"},
		{name: "shadowed", signal: "ruff/E722", in: "from x import Exception\ntry:\n    a()\n«except»:\n    pass\n", why: "something else"},
	})
}
