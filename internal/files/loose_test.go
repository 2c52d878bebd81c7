package files

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestLoose(t *testing.T) {
	home := filepath.Join(t.TempDir(), "users", "me")
	project := filepath.Join(home, "project")
	must.OK(t, os.MkdirAll(project, 0o700))
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for dir, want := range map[string]bool{
		filepath.VolumeName(home) + string(filepath.Separator): true,
		filepath.Dir(home): true, home: true, filepath.Clean(os.TempDir()): true,
		project: false, home + "2": false, filepath.Join(os.TempDir(), "x"): false,
	} {
		if got := Loose(dir); got != want {
			t.Errorf("%s: loose %v", dir, got)
		}
	}
	must.OK(t, os.WriteFile(filepath.Join(home, "pyproject.toml"), nil, 0o600))
	if Loose(home) {
		t.Error("a home folder that is a project is loose")
	}
}
