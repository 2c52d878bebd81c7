package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestSplitSuite(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "if", Signal: "ruff/E701", In: "if a«:» b = 1\n", Want: "if a:\n    b = 1\n"},
		{Name: "nested", Signal: "ruff/E701", In: "def f():\n  if a«:» return 1\n  return 2\n",
			Want: "def f():\n  if a:\n    return 1\n  return 2\n"},
		{Name: "tabs", Signal: "ruff/E701", In: "def f():\n\tif a«:» return 1\n", Want: "def f():\n\tif a:\n\t\treturn 1\n"},
		{Name: "comment stays", Signal: "ruff/E701", In: "if a«:» b()  # why\n", Want: "if a:\n    b()  # why\n"},
		{Name: "lambda and slice", Signal: "ruff/E701", In: "if x[1:2] and (lambda: 3)()«:» y\n",
			Want: "if x[1:2] and (lambda: 3)():\n    y\n"},
		{Name: "several statements", Signal: "ruff/E701", In: "while a«:» b(); c()\n", Want: "while a:\n    b(); c()\n"},
		{Name: "try and except", Signal: "ruff/E701", In: "try: a()\nexcept E«:» pass\n",
			Want: "try: a()\nexcept E:\n    pass\n"},
		{Name: "class", Signal: "ruff/E701", In: "class A«:» pass\n", Want: "class A:\n    pass\n"},
		{Name: "colon in string", Signal: "ruff/E701", In: "if a == ': b'«:» c = '🎉: d'\n",
			Want: "if a == ': b':\n    c = '🎉: d'\n"},
		{Name: "line join", Signal: "ruff/E701", In: "if a«:» \\\n  b()\n", Want: "if a:\n    b()\n"},
		{Name: "match case", Signal: "ruff/E701", In: "match x:\n    case {'a': 1}«:» b()\n",
			Want: "match x:\n    case {'a': 1}:\n        b()\n"},
		{Name: "no suite", Signal: "ruff/E701", In: "«x: int = 1»\n", Why: "no one-line suite"},
		{Name: "broken", Signal: "ruff/E701", In: "if a«:» b(\n", Why: "syntax error"},
	})
}

func TestSplitStatements(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "two", Signal: "ruff/E702", In: "a = 1«;» b = 2\n", Want: "a = 1\nb = 2\n"},
		{Name: "second of three", Signal: "ruff/E702", In: "a = 1; b = 2«;» c\n", Want: "a = 1; b = 2\nc\n"},
		{Name: "nested", Signal: "ruff/E702", In: "if x:\n\ta()«;» b()\n", Want: "if x:\n\ta()\n\tb()\n"},
		{Name: "inline suite", Signal: "ruff/E702", In: "if x: a()«;» b()\nc()\n", Want: "if x:\n    a()\n    b()\nc()\n"},
		{Name: "semicolon in a string", Signal: "ruff/E702", In: "a = ';'«;» b = \"x;y\"  # ;\n",
			Want: "a = ';'\nb = \"x;y\"  # ;\n"},
		{Name: "at the end", Signal: "ruff/E703", In: "a = 1«;»\nb = 2\n", Want: "a = 1\nb = 2\n"},
		{Name: "at the end with comment", Signal: "ruff/E703", In: "a = 1 «;»  # c\nb = 2\n", Want: "a = 1  # c\nb = 2\n"},
		{Name: "multi-line string", Signal: "ruff/E702", In: "a = '''x\n;y'''«;» b = 2\n", Want: "a = '''x\n;y'''\nb = 2\n"},
		{Name: "none", Signal: "ruff/E702", In: "«a = 1»\n", Why: "no semicolon"},
	})
}
