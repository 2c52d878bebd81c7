package linter

import (
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestExtend: ruff looks for rules that its configuration leaves out once it is asked
// to, for those that it knows; a code cannot be anything else of its command line.
func TestExtend(t *testing.T) {
	program := testkit.Tool(t, "ruff")
	root := t.TempDir()
	path := filepath.Join(root, "a.py")
	must.WriteAll(t, root, map[string]string{
		"ruff.toml": "lint.select = [\"F\"]\n[lint.per-file-ignores]\n\"a.py\" = [\"E711\"]\n", "a.py": ""})
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}}})
	s := text.File(path, "python", "import os\nif x == None: pass\n")
	codes := func() (out []string) {
		t.Helper()
		list, err := r.Lint(t.Context(), "ruff", s)
		must.OK(t, err)
		for _, d := range list {
			out = append(out, d.Code)
		}
		return out
	}
	want := func(n int, last string) {
		t.Helper()
		if got := codes(); len(got) != n || got[n-1] != last {
			t.Errorf("%q, want %d and %s", got, n, last)
		}
	}
	want(2, "F821")
	for _, none := range [][]string{{"F99999"}, {"--fix"}, {"E701,W"}, {"ABC123"}, {"E711x"}} {
		if r.Extend(t.Context(), "ruff", s, none) {
			t.Errorf("%q", none)
		}
	}
	want(2, "F821")
	if !r.Extend(t.Context(), "ruff", s, []string{"ABC123", "E701", "E711", "ABC124"}) {
		t.Error("nothing new")
	}
	want(3, "E701") // E711 is ignored in this file
	// Two who ask at the same time both have to look again.
	if !r.Extend(t.Context(), "ruff", s, []string{"E701", "ABC123"}) {
		t.Error("it no longer looks for E701")
	}
	if r.Extend(t.Context(), "ruff", s, []string{"ABC123"}) {
		t.Error("it looks for what it does not know")
	}
	if r.Extend(t.Context(), "mypy", s, []string{"E701"}) {
		t.Error("mypy was asked for a rule")
	}
}
