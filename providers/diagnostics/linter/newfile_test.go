package linter

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestNewFile lints documents that are not on the disk yet, in a folder that
// is not there either.
func TestNewFile(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, c := range []struct{ tool, file, body, config string }{
		{"ruff", "new/a.py", "import os\n", ""},
		{"bandit", "new/a.py", "import pickle\n", ""},
		{"mypy", "new/a.py", "x: int = 's'\n", ""},
		{"go", "new/a.go", "package new\n\nfunc F() int {}\n", "go.mod"},
		{"go vet", "a.go", "package m\n\nimport \"fmt\"\n\nfunc F() { fmt.Printf(\"%d\", \"s\") }\n", "go.mod"},
		{"eslint", "new/a.js", "x = = 1\n", "eslint.config.js"},
		{"tsc", "new/a.ts", "const x: number = 's';\n", ""},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			spec, _ := Find(c.tool)
			program := testkit.Tool(t, spec.Binary)
			dir := t.TempDir()
			for name, data := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "eslint.config.js": "module.exports = [];\n"} {
				if name == c.config {
					must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
				}
			}
			l, err := New(c.tool, Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
			must.OK(t, err)
			list, err := l.Lint(t.Context(), text.File(filepath.Join(dir, filepath.FromSlash(c.file)), langOf(c.file), c.body))
			if err != nil || len(list) == 0 {
				t.Errorf("got %v, %v", list, err)
			}
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(c.file))); err == nil {
				t.Error("the file was written")
			}
		})
	}
}

// TestOutsideTheBuild lints a Go file that its constraints leave out: no tool
// may call it clean.
func TestOutsideTheBuild(t *testing.T) {
	for _, tool := range []string{"go", "go vet", "staticcheck"} {
		spec, _ := Find(tool)
		program := testkit.Tool(t, spec.Binary)
		dir := t.TempDir()
		must.WriteAll(t, dir, map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "b.go": "package m\n"})
		l, err := New(tool, Options{Argv: []string{program}, Root: dir, CacheDir: t.TempDir()})
		must.OK(t, err)
		for name, body := range map[string]string{"a_plan9.go": "package m\n\nvar X int = \"s\"\n", "a.go": "//go:build never\n\npackage m\n\nvar X int = \"s\"\n"} {
			if list, err := l.Lint(t.Context(), text.File(filepath.Join(dir, name), "go", body)); !errors.Is(err, ErrUnsuitable) {
				t.Errorf("%s, %s: %v, %v", tool, name, list, err)
			}
		}
	}
}
