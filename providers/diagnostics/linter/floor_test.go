package linter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestFloor: the floor sees a name without a meaning where the project looks for
// nothing and hides it, and what the project's oldest Python does not have; it says nothing of what is a matter of
// taste.
func TestFloor(t *testing.T) {
	root := t.TempDir()
	settings := "[project]\nrequires-python = '>=3.9'\n[tool.ruff.lint]\nselect = [\"E711\"]\nignore = [\"F821\"]\n"
	must.OK(t, os.WriteFile(filepath.Join(root, "pyproject.toml"), []byte(settings), 0o600))
	l, err := New(Floor, Options{Argv: []string{testkit.Tool(t, "ruff")}, Root: root, CacheDir: t.TempDir()})
	must.OK(t, err)
	for body, want := range map[string]string{
		"x = y  # noqa\n":               "F821",
		"__all__ = ['y']\n":             "F822",
		"def f(:\n":                     "invalid-syntax invalid-syntax",
		"import os\nx = None == None\n": "",
		"x: int | None = 1\n":           "FA102",
		"match x:\n    case 1: pass\n":  "invalid-syntax F821",
		"if (y := 1): pass\n":           "",
	} {
		found, err := l.Lint(t.Context(), text.File(filepath.Join(root, "a.py"), "python", body))
		must.OK(t, err)
		got := ""
		for _, f := range found {
			got = strings.TrimSpace(got + " " + f.Code)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	}
}
