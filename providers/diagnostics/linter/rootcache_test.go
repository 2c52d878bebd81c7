package linter

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
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
			must.OK(t, os.MkdirAll(filepath.Join(top, ".git"), 0o755))
			must.OK(t, os.MkdirAll(pkg, 0o755))
			now := time.Unix(1e9, 0)
			r := NewRunner(RunnerOptions{Now: func() time.Time { return now }})
			is := func(when, want string) {
				t.Helper()
				if got := r.Root(path); got != want {
					t.Errorf("%s: the root is %s, want %s", when, got, want)
				}
			}
			is("at first", top)
			must.OK(t, os.WriteFile(marked, nil, 0o600))
			is("a moment later", top)
			r.Changed(filepath.Join(pkg, "b.py"))
			is("after another file's change", top)
			r.Changed(marked)
			is("when told", pkg)
			must.OK(t, os.Remove(marked))
			r.roots.forget()
			is("without the mark, after new settings", top)
			must.OK(t, os.WriteFile(marked, nil, 0o600))
			now = now.Add(limits.RootMemory - 1)
			is("young", top)
			now = now.Add(1)
			is("aged", pkg)
		})
	}
}

// TestUseIsRememberedInOneRun: which tools a folder's project uses is looked for once
// for all its files, again when its configuration changes, and again when what is
// remembered has aged. Folders are not mixed up.
func TestUseIsRememberedInOneRun(t *testing.T) {
	top := t.TempDir()
	config := filepath.Join(top, "used", "mypy.ini")
	for _, dir := range []string{"used", "other"} {
		must.OK(t, os.MkdirAll(filepath.Join(top, dir), 0o755))
	}
	now := time.Unix(1e9, 0)
	r := NewRunner(RunnerOptions{Roots: []string{top}, OneRun: true, Now: func() time.Time { return now }, Trust: func(string, string) Trust { return Trusted }})
	is := func(when string, want bool) {
		t.Helper()
		for _, file := range []string{"a.py", "b.py"} {
			names := r.Names(text.File(filepath.Join(top, "used", file), "python", ""))
			if got := slices.Contains(names, "mypy"); got != want {
				t.Errorf("%s: mypy is wanted in %s: %v, want %v", when, file, got, want)
			}
		}
		if names := r.Names(text.File(filepath.Join(top, "other", "a.py"), "python", "")); slices.Contains(names, "mypy") {
			t.Errorf("%s: mypy is wanted in the folder beside it", when)
		}
	}
	write := func() {
		must.OK(t, os.WriteFile(config, nil, 0o600))
	}
	is("at first", false)
	write()
	is("a moment later", false)
	r.Changed(config)
	is("when told", true)
	must.OK(t, os.Remove(config))
	is("a moment after it went", true)
	now = now.Add(limits.RootMemory)
	is("aged", false)
}

// BenchmarkRoot finds the project of a document ten folders deep.
func BenchmarkRoot(b *testing.B) {
	dir := b.TempDir()
	must.OK(b, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
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
