package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// TestRunIsConsentToOneTool: what --run names may run, other tools and language
// servers may not, unless the folder is trusted anyway.
func TestRunIsConsentToOneTool(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // no grants
	root := t.TempDir()
	for _, name := range [...]string{"mypy.ini", "eslint.config.js"} { // the project uses both
		must.OK(t, os.WriteFile(filepath.Join(root, name), nil, 0o600))
	}
	for _, c := range []struct {
		name           string
		run, trusted   []string
		mypy, eslint   bool // may run
		trust, granted linter.Trust
	}{
		{"nothing said", nil, nil, false, false, linter.Unknown, linter.Unknown},
		{"named", []string{"mypy --strict"}, nil, true, false, linter.Trusted, linter.Unknown},
		{"trusted", nil, []string{root}, true, true, linter.Trusted, linter.Trusted},
		{"both", []string{"mypy"}, []string{root}, true, true, linter.Trusted, linter.Trusted},
	} {
		s := config.Default()
		s.Trust.Trusted = c.trusted
		p := NewProcess(Options{Run: c.run})
		if got := p.Trust(s, root); got != c.trust {
			t.Errorf("%s: %v for tools, want %v", c.name, got, c.trust)
		}
		if got := p.Engine(s, []string{root}, Sources{}, quiet()).Trusted(root, root); got != (c.granted == linter.Trusted) {
			t.Errorf("%s: servers may run %v, want %v", c.name, got, c.granted)
		}
		r := linter.NewRunner(p.runnerOptions(s, []string{root}))
		for file, tool := range map[string]string{"a.py": "mypy", "a.js": "eslint"} {
			want := c.mypy
			if tool == "eslint" {
				want = c.eslint
			}
			doc := text.File(filepath.Join(root, file), syntax.Language(file), "")
			if may, held := slices.Contains(r.Names(doc), tool), slices.Contains(r.Held(doc), tool); may != want || held == want {
				t.Errorf("%s: %s may run %v, held back %v, want %v", c.name, tool, may, held, want)
			}
		}
	}
}

// TestToolsStay: Node.js tools stay from check to check on the command line, too,
// unless the settings say that they are not to.
func TestToolsStay(t *testing.T) {
	for _, want := range []bool{true, false} {
		s := config.Default()
		s.Warm = want
		p := NewProcess(Options{OneRun: true})
		if got := p.runnerOptions(s, nil).Warm != nil; got != want {
			t.Errorf("they stay: %v, want %v", got, want)
		}
		p.Close()
	}
}
