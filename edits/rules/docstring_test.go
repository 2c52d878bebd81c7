package rules

import "testing"

func TestBlankAfterSummary(t *testing.T) {
	const msg = "1 blank line required between summary line and description"
	runCases(t, "python", []ruleCase{
		{name: "first line", signal: "ruff/D205", message: msg, in: "def f():\n    «\"\"\"Do it. 🎉 Now.\n    It helps.\n    \"\"\"»\n", want: "def f():\n    \"\"\"Do it. 🎉 Now.\n\n    It helps.\n    \"\"\"\n"},
		{name: "second line, tabs", signal: "flake8/D205", message: msg, in: "def f():\n\t«r\"\"\"\n\tDo it!\n\t:param x: y\n\t\"\"\"»\n", want: "def f():\n\tr\"\"\"\n\tDo it!\n\n\t:param x: y\n\t\"\"\"\n"},
		{name: "summary goes on", signal: "ruff/D205", message: msg, in: "«\"\"\"Do it if\n    It helps.\"\"\"»\n", why: "goes on"},
		{name: "ellipsis", signal: "ruff/D205", message: msg, in: "«\"\"\"Do it ...\n    It helps.\"\"\"»\n", why: "goes on"},
		{name: "abbreviation", signal: "ruff/D205", message: msg, in: "«\"\"\"Do it, e.g.\n    It.\"\"\"»\n", why: "may not end"},
		{name: "small letter", signal: "ruff/D205", message: msg, in: "«\"\"\"Read foo.\n    py files.\"\"\"»\n", why: "may belong"},
		{name: "one line", signal: "ruff/D205", message: msg, in: "«\"\"\"Do it.\"\"\"»\nX = 1\n", why: "one line"},
		{name: "no docstring", signal: "ruff/D205", message: msg, in: "x = «\"\"\"Do it.\n    It.\"\"\"»\n", why: "no docstring"},
		{name: "one quote", signal: "ruff/D205", message: msg, in: "«\"Do it.\\n It.\"»\n", why: "three quotes"},
	})
}

func TestImperativeSummary(t *testing.T) {
	const msg = `First line of docstring should be in imperative mood: "…"`
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "ruff/D401", message: msg, in: "def f():\n    «\"\"\"Returns the name. 🎉\"\"\"»\n", want: "def f():\n    \"\"\"Return the name. 🎉\"\"\"\n"},
		{name: "next line", signal: "flake8/D401", message: msg, in: "def f():\n    «'''\n    fetches x.\n    '''»\n", want: "def f():\n    '''\n    fetch x.\n    '''\n"},
		{name: "y", signal: "ruff/D401", message: msg, in: "«\"\"\"Applies it.\"\"\"»\n", want: "\"\"\"Apply it.\"\"\"\n"},
		{name: "e", signal: "ruff/D401", message: msg, in: "«\"\"\"Closes it.\"\"\"»\n", want: "\"\"\"Close it.\"\"\"\n"},
		{name: "sses", signal: "ruff/D401", message: msg, in: "«\"\"\"Processes it.\"\"\"»\n", want: "\"\"\"Process it.\"\"\"\n"},
		{name: "no verb", signal: "ruff/D401", message: msg, in: "«\"\"\"This is it.\"\"\"»\n", why: "known verb"},
		{name: "other form", signal: "ruff/D401", message: msg, in: "«\"\"\"Called by it.\"\"\"»\n", why: "known verb"},
		{name: "noun", signal: "ruff/D401", message: msg, in: "«\"\"\"Sets of it.\"\"\"»\n", why: "noun"},
		{name: "second verb", signal: "ruff/D401", message: msg, in: "«\"\"\"Reads it and returns\n    that.\"\"\"»\n", why: "another verb"},
		{name: "acronym", signal: "ruff/D401", message: msg, in: "«\"\"\"GETS it.\"\"\"»\n", why: "known verb"},
		{name: "one word", signal: "ruff/D401", message: msg, in: "«\"\"\"Returns.\"\"\"»\n", why: "one word"},
	})
}
