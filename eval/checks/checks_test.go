package checks

import (
	"context"
	"strings"
	"testing"
)

// TestChecksCounts: the findings that are left are counted by what the tools list,
// not by the lines about them.
func TestChecksCounts(t *testing.T) {
	tools := checkedTools()
	for tool, said := range map[string]string{
		"ruff": "a.py:1:1: F401 [*] `os` imported but unused\na.py:2:1: E711 Comparison to `None`\n",
		"mypy": "a.py:1: error: x\na.py:1: note: y\na.py:2: error: z\nFound 2 errors in 1 file (checked 3 source files)\n",
	} {
		if n := tools[tool].count(said); n != 2 {
			t.Errorf("%s: %d findings, want 2", tool, n)
		}
		if n := tools[tool].count(""); n != 0 {
			t.Errorf("%s: %d findings in nothing", tool, n)
		}
	}
	for _, p := range releases() {
		if len(p.digest) != 64 || p.version == "" || p.module == "" {
			t.Errorf("%s is not pinned", p.name)
		}
		for _, tool := range p.tools {
			if tools[tool].count == nil {
				t.Errorf("%s: no tool %s", p.name, tool)
			}
		}
	}
	if err := runChecks(context.Background(), new(strings.Builder), checksOptions{fettle: "x", cache: t.TempDir(), only: []string{"none"}}); err != nil {
		t.Error(err)
	}
}

// TestBecause: what is left is named, also where a hint follows.
func TestBecause(t *testing.T) {
	said := "fettle: warning: x\nfettle: 108 fixed (100 proved, 8 checked), 6 more gone with them, 16 need a model, 92 declined (45× may change behaviour)\nfettle: hint: allow a model\n"
	if got, want := because(said), "6 more gone with them, 16 need a model, 92 declined (45× may change behaviour)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := because("fettle: nothing to fix\n"); got != "" {
		t.Errorf("%q", got)
	}
}
