package engine

import (
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestProve: what no longer imports with a set, and did, is taken out of it, and nothing else; the files stay as they
// are, whatever a module does when it is loaded.
func TestProve(t *testing.T) {
	root := t.TempDir()
	project := map[string]string{
		"pkg/__init__.py": "",
		"pkg/a.py":        "from pkg.b import x\n",
		"pkg/b.py":        "x = 1\n",
		"pkg/c.py":        "import os\n",
		"pkg/old.py":      "import nothing_of_this_name\n",
		"pkg/dies.py":     "import os\n",
		"pkg/says.py":     "print('loaded')\nopen('made', 'w').close()\n",
		"helper.py":       "y = 1\n",
		"uses.py":         "import helper\n",
		"program.py":      "raise SystemExit('run')\n",
	}
	for name, body := range project {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := NewProcess(Options{OneRun: true}).Engine(config.Default(), []string{root}, Sources{}, slog.New(slog.DiscardHandler))
	for _, tt := range []struct {
		name   string
		set    map[string]string
		out    string // files that are left out
		says   string
		proven string
	}{
		{"all well", map[string]string{"pkg/c.py": "import sys\n", "pkg/says.py": "print('later')\n"}, "", "", "pkg.c pkg.says"},
		{"who imports it", map[string]string{"pkg/b.py": "y = 1\n", "pkg/c.py": "import sys\n"}, "pkg/b.py", "ImportError: cannot import name 'x'", "pkg.b pkg.a pkg.c"},
		{"one of several", map[string]string{"pkg/__init__.py": "\n", "pkg/b.py": "x = 2\n", "pkg/c.py": "import sys\nsys.nothing\n", "pkg/says.py": "1\n"}, "pkg/c.py", "AttributeError", ""},
		{"two", map[string]string{"pkg/b.py": "1 / 0\n", "pkg/c.py": "raise KeyError(1)\n"}, "pkg/b.py pkg/c.py", "", ""},
		{"what did not work", map[string]string{"pkg/old.py": "import nothing_of_that_name\n"}, "", "", "pkg.old"},
		{"the end of the interpreter", map[string]string{"pkg/dies.py": "import os\nos._exit(3)\n"}, "pkg/dies.py", "ended the interpreter", ""},
		{"a module outside of packages", map[string]string{"helper.py": "1 / 0\n"}, "helper.py", "ZeroDivisionError", ""},
		{"a program", map[string]string{"program.py": "1 / 0\n"}, "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var set []Changed
			for _, name := range slices.Sorted(maps.Keys(tt.set)) {
				path := filepath.Join(root, filepath.FromSlash(name))
				set = append(set, Changed{text.File(path, "python", project[name]), tt.set[name]})
			}
			left, proven, err := e.Prove(t.Context(), root, set)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, u := range left {
				rel, _ := filepath.Rel(root, u.Path)
				out = append(out, filepath.ToSlash(rel))
				if !strings.Contains(u.Says, tt.says) {
					t.Errorf("%s says %q, want %q", u.Module, u.Says, tt.says)
				}
			}
			slices.Sort(out)
			if got := strings.Join(out, " "); got != tt.out {
				t.Errorf("left out %q, want %q", got, tt.out)
			}
			if got := strings.Join(proven, " "); tt.proven != "" && got != tt.proven {
				t.Errorf("imported %q, want %q", got, tt.proven)
			}
		})
	}
	for name, body := range project {
		if now, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name))); err != nil || string(now) != body {
			t.Errorf("%s is %q, %v", name, now, err)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "made")); err == nil {
		t.Error("a module has written into the project")
	}
}
