package rules

import "testing"

func TestNegatedTest(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "in", signal: "flake8/E713", in: "if «»not a.b in c:\n    pass\n", want: "if a.b not in c:\n    pass\n"},
		{name: "is", signal: "flake8/E714", in: "x = «»not a[1] is None and d\n", want: "x = a[1] is not None and d\n"},
		{name: "at the line", signal: "flake8/E713", in: "«»while x and not f(y, z) in d: pass\n", want: "while x and f(y, z) not in d: pass\n"},
		{name: "chain", signal: "flake8/E713", in: "x = «»not a in b in c\n", why: "more than one test"},
		{name: "equal", signal: "flake8/E713", in: "x = «»not a in b == c\n", why: "more than one test"},
		{name: "is not", signal: "flake8/E714", in: "x = «»not a is not b\n", why: "more than one test"},
		{name: "a sum", signal: "flake8/E713", in: "x = «»not a + 1 in b\n", why: "more than one test"},
		{name: "none", signal: "flake8/E713", in: "x = «»a in b\n", why: "no negated test"},
	})
}

func TestOneImportALine(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "three", signal: "flake8/E401", in: "import «»os, sys as s, a.b  # all\n", want: "import os\nimport sys as s\nimport a.b  # all\n"},
		{name: "further in", signal: "pylint/multiple-imports", in: "def f():\n\timport «»os,sys\n", want: "def f():\n\timport os\n\timport sys\n"},
		{name: "in a line", signal: "flake8/E401", in: "if a: import «»os, sys\n", why: "shares its line"},
		{name: "behind another", signal: "flake8/E401", in: "a = 1; import «»os, sys\n", why: "shares its line"},
		{name: "one", signal: "flake8/E401", in: "import «»os\n", why: "one module"},
	})
}
