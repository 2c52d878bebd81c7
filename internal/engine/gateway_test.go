package engine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestProtectedPath: no fix touches what steers tools and editors, however it
// is spelled.
func TestProtectedPath(t *testing.T) {
	for path, want := range map[string]bool{
		"/p/.git/hooks/pre.py": true, "/p/.vscode/x.ts": true, "/p/.VSCode/x.ts": true, "/p/.Git/a.py": true,
		"/p/Cargo.lock": true, "/p/.ENVRC": true, "/p/src/app.py": false, "/p/git/app.py": false, "/p/.github/x.py": false,
	} {
		if got := protectedPath(path) != ""; got != want {
			t.Errorf("%s: protected %v, want %v", path, got, want)
		}
	}
	dir := t.TempDir()
	must.OK(t, os.Mkdir(filepath.Join(dir, ".vscode"), 0o755))
	link := filepath.Join(dir, "plain.py")
	must.OK(t, os.WriteFile(filepath.Join(dir, ".vscode", "x.py"), nil, 0o644))
	must.OK(t, os.Symlink(filepath.Join(".vscode", "x.py"), link))
	s := config.Default()
	if testProcess().Engine(s, nil, Sources{}, quiet()).Protected(link) == "" {
		t.Error("a link to a protected file is not protected")
	}
}
