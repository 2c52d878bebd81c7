package rules

import "testing"

func TestIncrement(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "plus", signal: "ruff/B002", in: "def f(n):\n    «++n»  # ++n\n", want: "def f(n):\n    n += 1  # ++n\n"},
		{name: "minus, attribute", signal: "flake8/B002", in: "if a: «--self.n»; b()\n", want: "if a: self.n -= 1; b()\n"},
		{name: "value", signal: "ruff/B002", in: "x = «++n»\n", why: "inside an expression"},
		{name: "call", signal: "ruff/B002", in: "«++f()»\n", why: "not a plain name"},
		{name: "number", signal: "ruff/B002", in: "«++1»\n", why: "not a plain name"},
		{name: "apart", signal: "ruff/B002", in: "«+ +n»\n", why: "two signs"},
	})
}
