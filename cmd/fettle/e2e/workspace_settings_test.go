package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestServerReadsWorkspaceSettings: the server obeys the repository's .fettle.toml
// as the command line does, and goes on obeying when it changes: what it denies
// gets no fix.
func TestServerReadsWorkspaceSettings(t *testing.T) {
	p := newProject(t, source, nil, "")
	p.WaitMenu(p.doc, 0, nil, titled(`^Fix F401`))
	file := filepath.Join(filepath.Dir(p.path), ".fettle.toml")
	must.OK(t, os.WriteFile(file, []byte("privacy.deny = ['app.py']\n"), 0o600))
	changed := map[string]any{"changes": []any{map[string]any{"uri": "file://" + filepath.ToSlash(file), "type": 1}}}
	p.Notify("workspace/didChangeWatchedFiles", changed)
	until(t, "no menu for a denied file", func() bool { return len(p.Menu(p.doc, 0, nil)) == 0 })
	must.OK(t, os.Remove(file))
	p.Notify("workspace/didChangeWatchedFiles", changed)
	p.WaitMenu(p.doc, 0, nil, titled(`^Fix F401`))
}
