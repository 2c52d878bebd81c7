package rules

import "testing"

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
