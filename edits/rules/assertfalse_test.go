package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestAssertFalse(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "bare", Signal: "ruff/B011", In: "«assert False»\n", Want: "raise AssertionError()\n"},
		{Name: "message", Signal: "ruff/B011", In: "if a: «assert False, f'x, {y}'»  # c\n",
			Want: "if a: raise AssertionError(f'x, {y}')  # c\n"},
		{Name: "call", Signal: "flake8/B011", In: "assert «False», f(\n    1, 2)\n",
			Want: "raise AssertionError(f(\n    1, 2))\n"},
		{Name: "more", Signal: "ruff/B011", In: "«assert False or x»\n", Why: "more than False"},
		{Name: "true", Signal: "ruff/B011", In: "«assert True»\n", Why: "no assert False"},
	})
}
