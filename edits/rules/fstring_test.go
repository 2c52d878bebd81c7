package rules

import "testing"

func TestPlainFString(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "ruff/F541", in: "a = «f\"x\"»\n", want: "a = \"x\"\n"},
		{name: "raw", signal: "ruff/F541", in: "a = «rf\"\\d\"»\n", want: "a = r\"\\d\"\n"},
		{name: "upper", signal: "ruff/F541", in: "a = «Fr'x'»\n", want: "a = r'x'\n"},
		{name: "braces", signal: "ruff/F541", in: "a = «f\"{{x}} {{}}\"»\n", want: "a = \"{x} {}\"\n"},
		{name: "named escape", signal: "ruff/F541", in: "a = «f\"\\N{EM DASH} {{\"»\n", want: "a = \"\\N{EM DASH} {\"\n"},
		{name: "triple", signal: "ruff/F541", in: "a = «f'''x\n{{'''»\n", want: "a = '''x\n{'''\n"},
		{name: "one of a concatenation", signal: "ruff/F541", in: "a = f\"{b}\" «f\"x\"» 'y'\n", want: "a = f\"{b}\" \"x\" 'y'\n"},
		{name: "whole concatenation", signal: "flake8/F541", in: "a = («»f\"x\"\n     f'y')\n", want: "a = (\"x\"\n     'y')\n"},
		{name: "quotes must not meet", signal: "ruff/F541", in: "a = \"\"«f\"\"»\n", want: "a = \"\" \"\"\n"},
		{name: "keyword before", signal: "ruff/F541", in: "a = b if c else(«f'🎉'»)\n", want: "a = b if c else('🎉')\n"},
		{name: "has a field", signal: "ruff/F541", in: "a = «f\"{x}\"»\n", why: "replacement field"},
		{name: "nothing there", signal: "ruff/F541", in: "a = «b»\n", why: "no f-string"},
	})
}
