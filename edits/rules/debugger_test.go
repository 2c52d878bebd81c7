package rules

import "testing"

func TestDebuggerCall(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "alone", signal: "ruff/T100", in: "a()\n«breakpoint()»  # look\nb()\n", want: "a()\nb()\n"},
		{name: "module", signal: "flake8/T100", in: "def f():\n    x = 1\n    «pdb.set_trace()»\n    return x\n", want: "def f():\n    x = 1\n    return x\n"},
		{name: "whole suite", signal: "ruff/T100", in: "if a:\n    «breakpoint()»\n", want: "if a:\n    pass\n"},
		{name: "one line", signal: "ruff/T100", in: "a(); «debugpy.listen(1234)»; b()\n", want: "a(); b()\n"},
		{name: "import", signal: "ruff/T100", in: "«import pdb»\npdb.set_trace()\n", why: "may use the import"},
		{name: "value", signal: "ruff/T100", in: "x = «breakpoint()»\n", why: "more than call"},
		{name: "operand", signal: "ruff/T100", in: "«breakpoint()» or f()\n", why: "more than call"},
		{name: "arguments", signal: "ruff/T100", in: "«breakpoint(f())»\n", why: "may do something"},
		{name: "awaited", signal: "ruff/T100", in: "async def f():\n    return «breakpoint()»\n", why: "more than call"},
	})
}
