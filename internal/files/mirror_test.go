package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestMirror(t *testing.T) {
	root, to := t.TempDir(), filepath.Join(t.TempDir(), "tree")
	put(t, root, "go.mod", "module m")
	put(t, root, "pkg/sub/a.go", "on disk")
	put(t, root, "pkg/sub/b.go", "b")
	put(t, root, "other/c.go", "c")
	put(t, root, "pkg/__pycache__/a.pyc", "old")
	put(t, root, "target/CACHEDIR.TAG", "")
	link(t, "go.mod", filepath.Join(root, "probe"))
	must.OK(t, Mirror(root, to, MirrorOptions{
		Texts: map[string][]byte{filepath.Join("pkg", "sub", "a.go"): []byte("in memory")}, Copy: []string{"go.mod"}}))
	for name, want := range map[string]string{"pkg/sub/a.go": "in memory", "pkg/sub/b.go": "b", "other/c.go": "c", "go.mod": "module m"} {
		if got, err := Read(filepath.Join(to, filepath.FromSlash(name)), 0); err != nil || string(got.Data) != want {
			t.Errorf("%s: %q, %v", name, got.Data, err)
		}
	}
	for _, name := range []string{"pkg/__pycache__", "target"} {
		if _, err := os.Lstat(filepath.Join(to, filepath.FromSlash(name))); err == nil {
			t.Errorf("%s is a cache", name)
		}
	}
	// What a tool may rewrite is no link to the user's file.
	must.OK(t, os.WriteFile(filepath.Join(to, "go.mod"), []byte("changed"), 0o600))
	must.OK(t, os.RemoveAll(to))
	for name, want := range map[string]string{"pkg/sub/a.go": "on disk", "pkg/sub/b.go": "b", "other/c.go": "c", "go.mod": "module m"} {
		if got, err := Read(filepath.Join(root, filepath.FromSlash(name)), 0); err != nil || string(got.Data) != want {
			t.Errorf("the root's %s: %q, %v", name, got.Data, err)
		}
	}
	if err := Mirror(root, to, MirrorOptions{Texts: map[string][]byte{filepath.Join("new", "folder", "x.go"): []byte("x")}}); err != nil {
		t.Errorf("a new file: %v", err)
	}
	if err := Mirror(root, filepath.Join(t.TempDir(), "t"), MirrorOptions{Texts: map[string][]byte{filepath.Join("..", "x.go"): nil}}); !errors.Is(err, ErrOutside) {
		t.Errorf("outside: %v", err)
	}
}

func TestMirrorOfManyFiles(t *testing.T) {
	root, to := t.TempDir(), filepath.Join(t.TempDir(), "tree")
	for _, name := range []string{"top.py", "-odd/a.py", "pkg/a.py", "pkg/b.py", "pkg/sub/deep/c.py", "pkg/sub/d.py", "far/e.py"} {
		put(t, root, name, "on disk")
	}
	texts := map[string][]byte{}
	for _, name := range []string{"top.py", "-odd/a.py", "pkg/a.py", "pkg/sub/deep/c.py"} {
		texts[filepath.FromSlash(name)] = []byte("new " + name)
	}
	must.OK(t, Mirror(root, to, MirrorOptions{Texts: texts}))
	for _, name := range []string{"top.py", "-odd/a.py", "pkg/a.py", "pkg/b.py", "pkg/sub/deep/c.py", "pkg/sub/d.py", "far/e.py"} {
		want := "on disk"
		if _, changed := texts[filepath.FromSlash(name)]; changed {
			want = "new " + name
		}
		if got, err := Read(filepath.Join(to, filepath.FromSlash(name)), 0); err != nil || string(got.Data) != want {
			t.Errorf("%s: %q, %v, want %q", name, got.Data, err, want)
		}
		if got, err := Read(filepath.Join(root, filepath.FromSlash(name)), 0); err != nil || string(got.Data) != "on disk" {
			t.Errorf("the root's %s: %q, %v", name, got.Data, err)
		}
	}
}
