package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedLoopVariable(t *testing.T) {
	const msg = "Loop control variable `i` not used within loop body"
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "ruff/B007", Message: msg, In: "def f():\n    for «i» in g(i=1):\n        h()\n",
			Why: "used elsewhere"},
		{Name: "simple", Signal: "ruff/B007", Message: msg, In: "def f():\n    for «i» in g():\n        h()  # i\n",
			Want: "def f():\n    for _i in g():\n        h()  # i\n"},
		{Name: "unpacked", Signal: "flake8/B007", Message: "Loop control variable 'i' not used within the loop body.",
			In:   "def f():\n    «»for k, (i, v) in g():\n        h(k, v)\n",
			Want: "def f():\n    for k, (_i, v) in g():\n        h(k, v)\n"},
		{Name: "read afterwards", Signal: "ruff/B007", Message: msg,
			In: "def f():\n    for «i» in g():\n        h()\n    return i\n", Why: "used elsewhere"},
		{Name: "taken", Signal: "ruff/B007", Message: msg, In: "def f(_i):\n    for «i» in g():\n        h()\n",
			Why: "is taken"},
		{Name: "module", Signal: "ruff/B007", Message: msg, In: "for «i» in g():\n    h()\n", Why: "from outside"},
	})
}
