package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestBlankAfterSummary(t *testing.T) {
	const msg = "1 blank line required between summary line and description"
	table.Run(t, "python", []ruletest.Case{
		{Name: "first line", Signal: "ruff/D205", Message: msg,
			In:   "def f():\n    «\"\"\"Do it. 🎉 Now.\n    It helps.\n    \"\"\"»\n",
			Want: "def f():\n    \"\"\"Do it. 🎉 Now.\n\n    It helps.\n    \"\"\"\n"},
		{Name: "second line, tabs", Signal: "flake8/D205", Message: msg,
			In:   "def f():\n\t«r\"\"\"\n\tDo it!\n\t:param x: y\n\t\"\"\"»\n",
			Want: "def f():\n\tr\"\"\"\n\tDo it!\n\n\t:param x: y\n\t\"\"\"\n"},
		{Name: "summary goes on", Signal: "ruff/D205", Message: msg, In: "«\"\"\"Do it if\n    It helps.\"\"\"»\n",
			Why: "goes on"},
		{Name: "ellipsis", Signal: "ruff/D205", Message: msg, In: "«\"\"\"Do it ...\n    It helps.\"\"\"»\n", Why: "goes on"},
		{Name: "abbreviation", Signal: "ruff/D205", Message: msg, In: "«\"\"\"Do it, e.g.\n    It.\"\"\"»\n",
			Why: "may not end"},
		{Name: "small letter", Signal: "ruff/D205", Message: msg, In: "«\"\"\"Read foo.\n    py files.\"\"\"»\n",
			Why: "may belong"},
		{Name: "one line", Signal: "ruff/D205", Message: msg, In: "«\"\"\"Do it.\"\"\"»\nX = 1\n", Why: "one line"},
		{Name: "no docstring", Signal: "ruff/D205", Message: msg, In: "x = «\"\"\"Do it.\n    It.\"\"\"»\n",
			Why: "no docstring"},
		{Name: "one quote", Signal: "ruff/D205", Message: msg, In: "«\"Do it.\\n It.\"»\n", Why: "three quotes"},
	})
}

func TestImperativeSummary(t *testing.T) {
	const msg = `First line of docstring should be in imperative mood: "…"`
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "ruff/D401", Message: msg, In: "def f():\n    «\"\"\"Returns the name. 🎉\"\"\"»\n",
			Want: "def f():\n    \"\"\"Return the name. 🎉\"\"\"\n"},
		{Name: "next line", Signal: "flake8/D401", Message: msg, In: "def f():\n    «'''\n    fetches x.\n    '''»\n",
			Want: "def f():\n    '''\n    fetch x.\n    '''\n"},
		{Name: "y", Signal: "ruff/D401", Message: msg, In: "«\"\"\"Applies it.\"\"\"»\n", Want: "\"\"\"Apply it.\"\"\"\n"},
		{Name: "e", Signal: "ruff/D401", Message: msg, In: "«\"\"\"Closes it.\"\"\"»\n", Want: "\"\"\"Close it.\"\"\"\n"},
		{Name: "sses", Signal: "ruff/D401", Message: msg, In: "«\"\"\"Processes it.\"\"\"»\n",
			Want: "\"\"\"Process it.\"\"\"\n"},
		{Name: "no verb", Signal: "ruff/D401", Message: msg, In: "«\"\"\"This is it.\"\"\"»\n", Why: "known verb"},
		{Name: "other form", Signal: "ruff/D401", Message: msg, In: "«\"\"\"Called by it.\"\"\"»\n", Why: "known verb"},
		{Name: "noun", Signal: "ruff/D401", Message: msg, In: "«\"\"\"Sets of it.\"\"\"»\n", Why: "noun"},
		{Name: "second verb", Signal: "ruff/D401", Message: msg, In: "«\"\"\"Reads it and returns\n    that.\"\"\"»\n",
			Why: "another verb"},
		{Name: "acronym", Signal: "ruff/D401", Message: msg, In: "«\"\"\"GETS it.\"\"\"»\n", Why: "known verb"},
		{Name: "one word", Signal: "ruff/D401", Message: msg, In: "«\"\"\"Returns.\"\"\"»\n", Why: "one word"},
	})
}
