package linter

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestHookExcludes: what a hook leaves out is read in each of the ways in which such files
// are written, and that of other hooks is theirs.
func TestHookExcludes(t *testing.T) {
	const config = `exclude: '^docs/'
repos:
- repo: https://github.com/astral-sh/ruff-pre-commit
  rev: v0.1
  hooks:
  - id: ruff
    exclude: ^ruff/
  - id: bandit
    name: security  # exclude: nothing
    args: ["-c", "pyproject.toml"]
    exclude: |
        (?x)^(
            tests/.*|       # asserts
            setup\.py
        )$
  - id: mypy
    exclude: ^mypy/
  - repo: local
    hooks:
    -   id: "bandit"
        exclude: "\\.gen\\.py$" # made
`
	if d := cmp.Diff([]string{"^docs/", `^(tests/.*|setup\.py)$`, `\.gen\.py$`}, excludesOf(config, "bandit")); d != "" {
		t.Error(d)
	}
	root, list := surveyedProject(t, map[string]string{".pre-commit-config.yaml": config, ".bandit": "[bandit]\n", "a.py": "x = 1\n", "tests/t.py": "assert 1\n", "docs/conf.py": "x = 1\n", "ruff/a.py": "x = 1\n"})
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir()})
	for _, s := range list {
		rel, err := filepath.Rel(root, s.Path)
		must.OK(t, err)
		if got, want := slices.Contains(r.Names(s), "bandit"), rel == "a.py" || rel == filepath.Join("ruff", "a.py"); got != want {
			t.Errorf("bandit looks at %s: %v", rel, got)
		}
	}
	must.OK(t, os.WriteFile(filepath.Join(root, ".pre-commit-config.yaml"), []byte("repos: []\n"), 0o600))
	r.Changed(filepath.Join(root, ".pre-commit-config.yaml"))
	if s := list[len(list)-1]; !slices.Contains(r.Names(text.File(s.Path, s.Lang, s.Text())), "bandit") {
		t.Errorf("bandit does not look at %s after the change", s.Path)
	}
}
