package linter

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestExcluded: what ruff and bandit pass over by their settings is told from what they
// find nothing in.
func TestExcluded(t *testing.T) {
	ruff, bandit := testkit.Tool(t, "ruff"), testkit.Tool(t, "bandit")
	root, list := surveyedProject(t, map[string]string{
		"pyproject.toml": "[tool.ruff]\nextend-exclude = [\"gen\"]\n", ".bandit": "[bandit]\nexclude: /tests\n", ".pre-commit-config.yaml": "repos:\n- hooks:\n  - id: bandit\n    exclude: ^docs/\n",
		"a.py": "import os\nassert 1\n", "clean.py": "x = 1\n", "gen/b.py": "import os\n", "dist/c.py": "import os\n", "tests/t.py": "assert 1\n", "docs/conf.py": "assert 1\n",
	})
	cache := t.TempDir()
	for _, run := range []string{"first", "second"} { // what is kept of the first must not hide it
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: cache, OneRun: true,
			Tools: map[string]ToolOptions{"ruff": {Argv: []string{ruff}}, "bandit": {Argv: []string{bandit}},
				"pyright": {Off: true}}})
		r.Survey(context.Background(), list, func(s text.Snapshot) []string { return r.Names(s) })
		got := map[string]string{}
		for _, x := range r.Excluded(context.Background(), list) {
			rel, err := filepath.Rel(root, x.Path)
			must.OK(t, err)
			got[filepath.ToSlash(rel)+" "+x.Tool] = x.Why
		}
		want := map[string]string{
			"gen/b.py ruff": "its settings exclude it", "dist/c.py ruff": "its settings exclude it",
			"tests/t.py bandit": "its settings exclude it", "docs/conf.py bandit": "the hook in .pre-commit-config.yaml excludes it",
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s run\n%s", run, d)
		}
	}
}

// TestESLintLeavesOut: nobody has looked at a file that ESLint's configuration ignores, neither on the disk nor with
// another text, and whoever asks for many files is not given an empty list for it.
func TestESLintLeavesOut(t *testing.T) {
	program := testkit.Tool(t, "eslint")
	root, list := surveyedProject(t, map[string]string{"package.json": "{}", "lib/a.js": "x();\n", "gen/b.js": "x();\n",
		"eslint.config.js": "module.exports = [{ ignores: [\"gen/\"] }, { rules: { \"no-undef\": 2 } }];\n"})
	list = slices.DeleteFunc(list, func(s text.Snapshot) bool { return filepath.Dir(s.Path) == root })
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), OneRun: true,
		Trust: func(_, _ string) Trust { return Trusted },
		Tools: map[string]ToolOptions{"eslint": {Argv: []string{program}}}})
	r.Survey(t.Context(), list, func(text.Snapshot) []string { return []string{"eslint"} })
	gen := filepath.Join(root, "gen", "b.js")
	if got := r.Excluded(t.Context(), list); len(got) != 1 || got[0].Path != gen || got[0].Tool != "eslint" {
		t.Errorf("left out on the disk: %v", got)
	}
	changed := map[string]bool{}
	for i, s := range list {
		list[i], changed[s.Path] = text.File(s.Path, s.Lang, "y();\n"), true
	}
	got, err := r.Together(t.Context(), "eslint", Texts{Root: root, Files: list, Changed: changed})
	if _, looked := got[gen]; err != nil || looked || len(got[filepath.Join(root, "lib", "a.js")]) != 1 {
		t.Errorf("with other texts: %v, %v", got, err)
	}
}
