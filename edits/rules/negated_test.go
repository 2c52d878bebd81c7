package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestNegatedTest(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "in", Signal: "flake8/E713", In: "if «»not a.b in c:\n    pass\n", Want: "if a.b not in c:\n    pass\n"},
		{Name: "is", Signal: "flake8/E714", In: "x = «»not a[1] is None and d\n", Want: "x = a[1] is not None and d\n"},
		{Name: "at the line", Signal: "flake8/E713", In: "«»while x and not f(y, z) in d: pass\n",
			Want: "while x and f(y, z) not in d: pass\n"},
		{Name: "chain", Signal: "flake8/E713", In: "x = «»not a in b in c\n", Why: "more than one test"},
		{Name: "equal", Signal: "flake8/E713", In: "x = «»not a in b == c\n", Why: "more than one test"},
		{Name: "is not", Signal: "flake8/E714", In: "x = «»not a is not b\n", Why: "more than one test"},
		{Name: "a sum", Signal: "flake8/E713", In: "x = «»not a + 1 in b\n", Why: "more than one test"},
		{Name: "none", Signal: "flake8/E713", In: "x = «»a in b\n", Why: "no negated test"},
	})
}

func TestOneImportALine(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "three", Signal: "flake8/E401", In: "import «»os, sys as s, a.b  # all\n",
			Want: "import os\nimport sys as s\nimport a.b  # all\n"},
		{Name: "further in", Signal: "pylint/multiple-imports", In: "def f():\n\timport «»os,sys\n",
			Want: "def f():\n\timport os\n\timport sys\n"},
		{Name: "in a line", Signal: "flake8/E401", In: "if a: import «»os, sys\n", Why: "shares its line"},
		{Name: "behind another", Signal: "flake8/E401", In: "a = 1; import «»os, sys\n", Why: "shares its line"},
		{Name: "one", Signal: "flake8/E401", In: "import «»os\n", Why: "one module"},
	})
}
