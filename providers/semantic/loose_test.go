package semantic

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestLooseFolder: of a home folder that is no project only what lies in it is
// read, not everything that its owner has.
func TestLooseFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, name := range []string{"script.py", "other/deep/secret.py"} {
		path := filepath.Join(home, name)
		must.Write(t, path, "x = 1\n")
	}
	listed := func() (names []string) {
		root, err := files.Open(home)
		must.OK(t, err)
		defer root.Close()
		list, err := Disk(root, child.LookOptions{}).List(t.Context())
		must.OK(t, err)
		for _, f := range list {
			names = append(names, f.Path)
		}
		return names
	}
	if got := listed(); !slices.Equal(got, []string{"script.py"}) {
		t.Errorf("a loose folder: %q", got)
	}
	must.OK(t, os.WriteFile(filepath.Join(home, "pyproject.toml"), nil, 0o600))
	if got := listed(); !slices.Contains(got, "other/deep/secret.py") {
		t.Errorf("a project: %q", got)
	}
}
