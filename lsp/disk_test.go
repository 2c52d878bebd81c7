package lsp

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestToolConfigurationChanged: a changed configuration file, told by the
// client or found by the server itself, makes the tool run again.
func TestToolConfigurationChanged(t *testing.T) {
	for _, c := range []struct {
		profile string
		told    bool
	}{{"vscode", true}, {"neovim", false}} {
		t.Run(c.profile, func(t *testing.T) {
			dir := t.TempDir()
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(c.profile), linter: true, root: dir})
			w.Open(filepath.Join(dir, "a.py"), "python", sample)
			until(t, "the first run", func() bool { return w.count(&w.linted) > 0 })
			time.Sleep(50 * time.Millisecond) // the watch has no "started" signal
			n := w.count(&w.linted)
			path := filepath.Join(dir, "ruff.toml")
			if c.told {
				w.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": testkit.FileURI(path), "type": 1}}})
			} else if err := os.WriteFile(path, []byte("line-length = 80\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			until(t, "the second run", func() bool { return w.count(&w.linted) > n })
		})
	}
}

// TestClosedFileChanged: what was pushed about a document is forgotten when
// its file changes while nobody has it open.
func TestClosedFileChanged(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.openSample()
	snap := func() int { doc, _ := w.server.docs.Get(d.URI); return len(w.server.diags.For(doc.Snapshot, nil)) }
	until(t, "the push", func() bool { return snap() == 1 })
	doc, _ := w.server.docs.Get(d.URI)
	w.Close(d)
	w.menuAtClosed(d)
	if n := len(w.server.diags.For(doc.Snapshot, nil)); n != 1 {
		t.Fatalf("%d after the close", n)
	}
	w.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": d.URI, "type": 2}}})
	until(t, "the drop", func() bool { return len(w.server.diags.For(doc.Snapshot, nil)) == 0 })
}

// menuAtClosed waits until the server has read everything sent so far.
func (w *world) menuAtClosed(d *testkit.FakeDocument) { w.Menu(d, 0, 0, nil) }
