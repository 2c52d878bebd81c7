package rules

import "testing"

func TestDebuggerCall(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "alone", signal: "ruff/T100", in: "a()\n«breakpoint()»  # look\nb()\n", want: "a()\nb()\n"},
		{name: "module", signal: "flake8/T100", in: "def f():\n    x = 1\n    «pdb.set_trace()»\n    return x\n", want: "def f():\n    x = 1\n    return x\n"},
		{name: "whole suite", signal: "ruff/T100", in: "if a:\n    «breakpoint()»\n", want: "if a:\n    pass\n"},
		{name: "one line", signal: "ruff/T100", in: "a(); «debugpy.listen(1234)»; b()\n", want: "a(); b()\n"},
		{name: "with its import", signal: "ruff/T100", in: "import pdb\nx = 1\n«pdb.set_trace()»\n", want: "x = 1\n"},
		{name: "with its import on the line", signal: "ruff/T100", in: "def f():\n    import pdb; «pdb.set_trace()»\n    return 1\n", want: "def f():\n    return 1\n"},
		{name: "with its import on the line, and more", signal: "ruff/T100", in: "a(); import pdb; «pdb.set_trace()»; b()\n", want: "a(); b()\n"},
		{name: "with its import, the whole suite", signal: "ruff/T100", in: "if a: import pdb; «pdb.set_trace()»\n", want: "if a: pass\n"},
		{name: "one of two calls", signal: "ruff/T100", in: "import pdb\n«pdb.set_trace()»\na()\npdb.set_trace()\n", want: "import pdb\na()\npdb.set_trace()\n"},
		{name: "imported name", signal: "ruff/T100", in: "from pdb import set_trace as st\nst()\na()\n«st»()\n", want: "from pdb import set_trace as st\nst()\na()\n"},
		{name: "import", signal: "ruff/T100", in: "«import pdb»\npdb.set_trace()\na()\npdb.pm()\n", want: "a()\n"},
		{name: "unused import", signal: "ruff/T100", in: "«import pdb»\na()\n", want: "a()\n"},
		{name: "import used for more", signal: "ruff/T100", in: "«import pdb»\nx = pdb.Pdb()\n", why: "more than to call"},
		{name: "import of several", signal: "ruff/T100", in: "«import pdb, os»\n", why: "more than one name"},
		{name: "value", signal: "ruff/T100", in: "x = «breakpoint()»\n", why: "more than call"},
		{name: "operand", signal: "ruff/T100", in: "«breakpoint()» or f()\n", why: "more than call"},
		{name: "arguments", signal: "ruff/T100", in: "«breakpoint(f())»\n", why: "may do something"},
		{name: "awaited", signal: "ruff/T100", in: "async def f():\n    return «breakpoint()»\n", why: "more than call"},
	})
}
