package rules

import "testing"

func TestSplitSuite(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "if", signal: "ruff/E701", in: "if a«:» b = 1\n", want: "if a:\n    b = 1\n"},
		{name: "nested", signal: "ruff/E701", in: "def f():\n  if a«:» return 1\n  return 2\n", want: "def f():\n  if a:\n    return 1\n  return 2\n"},
		{name: "tabs", signal: "ruff/E701", in: "def f():\n\tif a«:» return 1\n", want: "def f():\n\tif a:\n\t\treturn 1\n"},
		{name: "comment stays", signal: "ruff/E701", in: "if a«:» b()  # why\n", want: "if a:\n    b()  # why\n"},
		{name: "lambda and slice", signal: "ruff/E701", in: "if x[1:2] and (lambda: 3)()«:» y\n", want: "if x[1:2] and (lambda: 3)():\n    y\n"},
		{name: "several statements", signal: "ruff/E701", in: "while a«:» b(); c()\n", want: "while a:\n    b(); c()\n"},
		{name: "try and except", signal: "ruff/E701", in: "try: a()\nexcept E«:» pass\n", want: "try: a()\nexcept E:\n    pass\n"},
		{name: "class", signal: "ruff/E701", in: "class A«:» pass\n", want: "class A:\n    pass\n"},
		{name: "colon in string", signal: "ruff/E701", in: "if a == ': b'«:» c = '🎉: d'\n", want: "if a == ': b':\n    c = '🎉: d'\n"},
		{name: "line join", signal: "ruff/E701", in: "if a«:» \\\n  b()\n", want: "if a:\n    b()\n"},
		{name: "match case", signal: "ruff/E701", in: "match x:\n    case {'a': 1}«:» b()\n", want: "match x:\n    case {'a': 1}:\n        b()\n"},
		{name: "no suite", signal: "ruff/E701", in: "«x: int = 1»\n", why: "no one-line suite"},
		{name: "broken", signal: "ruff/E701", in: "if a«:» b(\n", why: "syntax error"},
	})
}

func TestSplitStatements(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "two", signal: "ruff/E702", in: "a = 1«;» b = 2\n", want: "a = 1\nb = 2\n"},
		{name: "second of three", signal: "ruff/E702", in: "a = 1; b = 2«;» c\n", want: "a = 1; b = 2\nc\n"},
		{name: "nested", signal: "ruff/E702", in: "if x:\n\ta()«;» b()\n", want: "if x:\n\ta()\n\tb()\n"},
		{name: "inline suite", signal: "ruff/E702", in: "if x: a()«;» b()\nc()\n", want: "if x:\n    a()\n    b()\nc()\n"},
		{name: "semicolon in a string", signal: "ruff/E702", in: "a = ';'«;» b = \"x;y\"  # ;\n", want: "a = ';'\nb = \"x;y\"  # ;\n"},
		{name: "at the end", signal: "ruff/E703", in: "a = 1«;»\nb = 2\n", want: "a = 1\nb = 2\n"},
		{name: "at the end with comment", signal: "ruff/E703", in: "a = 1 «;»  # c\nb = 2\n", want: "a = 1  # c\nb = 2\n"},
		{name: "multi-line string", signal: "ruff/E702", in: "a = '''x\n;y'''«;» b = 2\n", want: "a = '''x\n;y'''\nb = 2\n"},
		{name: "none", signal: "ruff/E702", in: "«a = 1»\n", why: "no semicolon"},
	})
}
