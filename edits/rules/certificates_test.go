package rules

import "testing"

func TestCheckCertificates(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "argument", signal: "ruff/S501", in: "requests.get(u, «verify=False»)\n", want: "requests.get(u, verify=True)\n"},
		{name: "value", signal: "ruff/S501", in: "httpx.Client(verify = «False», timeout=1)\n", want: "httpx.Client(verify = True, timeout=1)\n"},
		{name: "call", signal: "bandit/B501", in: "x = «requests.get(\n    u,\n    verify=False,  # self-signed\n)».json(verify=1)\n", want: "x = requests.get(\n    u,\n    verify=True,  # self-signed\n).json(verify=1)\n"},
		{name: "two calls", signal: "bandit/B501", in: "«f(get(u, verify=False), get(v, verify=False))»\n", why: "several"},
		{name: "second of two calls", signal: "ruff/S501", in: "get(u, verify=False)\nget(v, «verify=False»)\n", want: "get(u, verify=False)\nget(v, verify=True)\n"},
		{name: "other form", signal: "ruff/S501", in: "«session.verify = False»\n", why: "no argument"},
		{name: "computed", signal: "ruff/S501", in: "get(u, «verify=False or x»)\n", why: "no argument"},
	})
}
