package linter

import (
	"strings"
	"testing"
)

// TestRuffTables: the tables of ruff are cut out of a pyproject.toml whole.
func TestRuffTables(t *testing.T) {
	const file = "[project]\nx = \"/a\"\n[tool.ruff]\na = [\n  \"b\",\n]\n# [c]\n[tool.ruff.lint] # d\ne = 1\n" +
		"[[tool.z]]\nf = \"~\"\n [ tool . ruff . format ]\ng = 2"
	want := "[tool.ruff]\na = [\n  \"b\",\n]\n# [c]\n[tool.ruff.lint] # d\ne = 1\n [ tool . ruff . format ]\ng = 2"
	if got := ruffTables(file); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := ruffTables(strings.ReplaceAll(file, "ruff", "rough")); got != "" {
		t.Errorf("got %q", got)
	}
}
