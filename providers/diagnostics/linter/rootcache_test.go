package linter

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// TestRootIsRemembered: the project of a document is looked for once, again
// when a mark is reported to have come or gone, and again when what is
// remembered has aged: nobody reports a new .git.
func TestRootIsRemembered(t *testing.T) {
	for _, mark := range []string{"pyproject.toml", "go.mod", "Cargo.toml", "package.json", ".git"} {
		t.Run(mark, func(t *testing.T) {
			top := t.TempDir()
			pkg := filepath.Join(top, "pkg")
			path, marked := filepath.Join(pkg, "a.py"), filepath.Join(pkg, mark)
			if err := os.MkdirAll(filepath.Join(top, ".git"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(pkg, 0o755); err != nil {
				t.Fatal(err)
			}
			now := time.Unix(1e9, 0)
			r := NewRunner(RunnerOptions{Now: func() time.Time { return now }})
			is := func(when, want string) {
				t.Helper()
				if got := r.Root(path); got != want {
					t.Errorf("%s: the root is %s, want %s", when, got, want)
				}
			}
			is("at first", top)
			if err := os.WriteFile(marked, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			is("a moment later", top)
			r.Changed(filepath.Join(pkg, "b.py"))
			is("after another file's change", top)
			r.Changed(marked)
			is("when told", pkg)
			if err := os.Remove(marked); err != nil {
				t.Fatal(err)
			}
			r.Forget()
			is("without the mark, after new settings", top)
			if err := os.WriteFile(marked, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			now = now.Add(limits.RootMemory - 1)
			is("young", top)
			now = now.Add(1)
			is("aged", pkg)
		})
	}
}

// BenchmarkRoot finds the project of a document ten folders deep.
func BenchmarkRoot(b *testing.B) {
	dir := b.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(dir, "1/2/3/4/5/6/7/8/9", "a.py")
	b.Run("remembered", func(b *testing.B) {
		r := NewRunner(RunnerOptions{})
		for b.Loop() {
			r.Root(path)
		}
	})
	b.Run("looked for", func(b *testing.B) {
		for b.Loop() {
			files.ProjectRoot(path)
		}
	})
}
