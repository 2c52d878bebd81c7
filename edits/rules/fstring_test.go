package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestPlainFString(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "ruff/F541", In: "a = «f\"x\"»\n", Want: "a = \"x\"\n"},
		{Name: "raw", Signal: "ruff/F541", In: "a = «rf\"\\d\"»\n", Want: "a = r\"\\d\"\n"},
		{Name: "upper", Signal: "ruff/F541", In: "a = «Fr'x'»\n", Want: "a = r'x'\n"},
		{Name: "braces", Signal: "ruff/F541", In: "a = «f\"{{x}} {{}}\"»\n", Want: "a = \"{x} {}\"\n"},
		{Name: "named escape", Signal: "ruff/F541", In: "a = «f\"\\N{EM DASH} {{\"»\n", Want: "a = \"\\N{EM DASH} {\"\n"},
		{Name: "triple", Signal: "ruff/F541", In: "a = «f'''x\n{{'''»\n", Want: "a = '''x\n{'''\n"},
		{Name: "one of a concatenation", Signal: "ruff/F541", In: "a = f\"{b}\" «f\"x\"» 'y'\n",
			Want: "a = f\"{b}\" \"x\" 'y'\n"},
		{Name: "whole concatenation", Signal: "flake8/F541", In: "a = («»f\"x\"\n     f'y')\n",
			Want: "a = (\"x\"\n     'y')\n"},
		{Name: "quotes must not meet", Signal: "ruff/F541", In: "a = \"\"«f\"\"»\n", Want: "a = \"\" \"\"\n"},
		{Name: "keyword before", Signal: "ruff/F541", In: "a = b if c else(«f'🎉'»)\n", Want: "a = b if c else('🎉')\n"},
		{Name: "has a field", Signal: "ruff/F541", In: "a = «f\"{x}\"»\n", Why: "replacement field"},
		{Name: "nothing there", Signal: "ruff/F541", In: "a = «b»\n", Why: "no f-string"},
	})
}
