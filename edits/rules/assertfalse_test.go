package rules

import "testing"

func TestAssertFalse(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "bare", signal: "ruff/B011", in: "«assert False»\n", want: "raise AssertionError()\n"},
		{name: "message", signal: "ruff/B011", in: "if a: «assert False, f'x, {y}'»  # c\n", want: "if a: raise AssertionError(f'x, {y}')  # c\n"},
		{name: "call", signal: "flake8/B011", in: "assert «False», f(\n    1, 2)\n", want: "raise AssertionError(f(\n    1, 2))\n"},
		{name: "more", signal: "ruff/B011", in: "«assert False or x»\n", why: "more than False"},
		{name: "true", signal: "ruff/B011", in: "«assert True»\n", why: "no assert False"},
	})
}
