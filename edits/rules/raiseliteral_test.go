package rules

import "testing"

func TestRaiseLiteral(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "string", signal: "ruff/B016", in: "raise «'x'»\n", want: "raise Exception('x')\n"},
		{name: "joined and caused", signal: "ruff/B016", in: "raise «'x' f'{y}'» from e\n", want: "raise Exception('x' f'{y}') from e\n"},
		{name: "number", signal: "ruff/B016", in: "raise «1»\n", why: "does not say"},
		{name: "bytes", signal: "ruff/B016", in: "raise «b'x'»\n", why: "does not say"},
		{name: "exception", signal: "ruff/B016", in: "raise «E('x')»\n", why: "does not say"},
	})
}
