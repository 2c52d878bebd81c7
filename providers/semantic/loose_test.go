package semantic

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// TestLooseFolder: of a home folder that is no project only what lies in it is
// read, not everything that its owner has.
func TestLooseFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, name := range []string{"script.py", "other/deep/secret.py"} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x = 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	listed := func() (names []string) {
		root, err := files.Open(home)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		list, err := Disk(root, child.LookOptions{}).List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			names = append(names, f.Path)
		}
		return names
	}
	if got := listed(); !slices.Equal(got, []string{"script.py"}) {
		t.Errorf("a loose folder: %q", got)
	}
	if err := os.WriteFile(filepath.Join(home, "pyproject.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := listed(); !slices.Contains(got, "other/deep/secret.py") {
		t.Errorf("a project: %q", got)
	}
}
