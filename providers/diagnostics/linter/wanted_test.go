package linter

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestMypyFiles: a project that says which of its files mypy checks does not want its findings in other folders.
func TestMypyFiles(t *testing.T) {
	all := []string{"src/a.py", "src/deep/a.py", "tests/a.py", "top.py"}
	for name, c := range map[string]struct {
		file, config string
		want         []string
	}{
		"says nothing": {"pyproject.toml", "[tool.mypy]\nstrict = true\n", all},
		"a list": {"pyproject.toml", "[tool.mypy]\nfiles = [\n  \"src\", # not tests\n]\n\n[tool.x]\nfiles = [\"tests\"]\n",
			[]string{"src/a.py", "src/deep/a.py", "top.py"}},
		"a file of a folder": {"mypy.ini", "[mypy]\nfiles =\n    src/deep/a.py,\n",
			[]string{"src/a.py", "src/deep/a.py", "top.py"}},
		"of other sections": {"setup.cfg", "[mypy-tests.*]\nfiles = a\n[mypy]\nstrict = True\n[mypy-b]\nfiles = b\n",
			all},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			must.OK(t, os.WriteFile(filepath.Join(root, c.file), []byte(c.config), 0o600))
			r := NewRunner(RunnerOptions{Roots: []string{root}, Trust: func(string, string) Trust { return Trusted }})
			for _, file := range all {
				got := slices.Contains(r.Names(text.File(filepath.Join(root, file), "python", "")), "mypy")
				if got != slices.Contains(c.want, file) {
					t.Errorf("mypy is wanted in %s: %v", file, got)
				}
			}
		})
	}
}
