package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// teller is an editor, which tells of changed files or leaves them to the
// server.
type teller struct {
	profile string
	told    bool
}

func tellers() []teller { return []teller{{"vscode", true}, {"neovim", false}} }

// TestToolConfigurationChanged: a changed configuration file, told by the
// client or found by the server itself, makes the tool run again.
func TestToolConfigurationChanged(t *testing.T) {
	for _, c := range tellers() {
		t.Run(c.profile, func(t *testing.T) {
			dir := t.TempDir()
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(c.profile), linter: true, root: dir})
			w.Open(filepath.Join(dir, "a.py"), "python", sample)
			until(t, "the first run", func() bool { return w.count(&w.linted) > 0 })
			n := w.count(&w.linted)
			w.change(dir, "ruff.toml", c.told)
			until(t, "the second run", func() bool {
				w.change(dir, "ruff.toml", c.told) // again: nobody tells when the watch has begun
				return w.count(&w.linted) > n
			})
		})
	}
}

// change writes a file of a root; the client tells of it, or leaves that to the
// server.
func (w *world) change(dir, name string, told bool) {
	path := filepath.Join(dir, name)
	if told {
		w.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": testkit.FileURI(path), "type": 1}}})
	} else if err := os.WriteFile(path, []byte("line-length = 80\n"), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// TestWorkspaceSettings: what a repository sets holds from the first menu on,
// and follows its file; what it may not set is named and ignored.
func TestWorkspaceSettings(t *testing.T) {
	for _, c := range tellers() {
		t.Run(c.profile, func(t *testing.T) {
			dir := t.TempDir()
			var off atomic.Bool
			off.Store(true)
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(c.profile), root: dir, workspace: func(roots []string) ([]config.Layer, []config.Problem) {
				if !slices.Equal(roots, []string{dir}) {
					t.Errorf("asked about %q", roots)
				}
				if !off.Load() {
					return nil, nil
				}
				return []config.Layer{{Source: config.WorkspaceFile, Values: []config.Value{
					{Key: "actions.enable", Any: false}, {Key: "model.url", Any: "http://evil.example"}}}}, nil
			}})
			until(t, "the settings", func() bool { _, s, _ := w.server.state(); return !s.Actions.Enable })
			d := w.Open(filepath.Join(dir, "a.py"), "python", sample)
			w.Push(d, w.f821(d))
			if got := w.menuAt(d, "undefined_name", nil); len(got) != 0 {
				t.Errorf("a menu: %+v", got)
			}
			if _, s, _ := w.server.state(); s.Model.URL != "" {
				t.Errorf("the repository has set model.url to %s", s.Model.URL)
			}
			off.Store(false)
			until(t, "the menu", func() bool {
				w.change(dir, config.WorkspaceFile, c.told)
				return len(w.menuAt(d, "undefined_name", nil)) > 0
			})
		})
	}
}

// TestFolderAddedIsWatched: a root that comes later is watched like the first,
// and one that is gone is not.
func TestFolderAddedIsWatched(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("neovim"), linter: true, root: first})
	w.Open(filepath.Join(second, "a.py"), "python", sample)
	folder := func(dir string) []any { return []any{map[string]any{"uri": testkit.FileURI(dir), "name": "x"}} }
	w.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": folder(second), "removed": folder(first)}})
	until(t, "the run after the change of folders", func() bool { return w.count(&w.linted) > 1 })
	n := w.count(&w.linted)
	until(t, "the run after the change of a file", func() bool {
		w.change(second, "ruff.toml", false)
		return w.count(&w.linted) > n
	})
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

// TestHiddenFoldersAreWatched: sources may lie in a folder whose name begins with a
// dot; what version control, caches and environments hold is nobody's.
func TestHiddenFoldersAreWatched(t *testing.T) {
	root := t.TempDir()
	for name, want := range map[string]bool{
		".github": true, ".github/scripts": true, "src": true,
		".git": false, ".hg": false, ".venv": false, ".mypy_cache": false, ".pnpm-store": false, "node_modules": false, "build": false, ".env311": false,
	} {
		dir := filepath.Join(root, filepath.FromSlash(name))
		must.OK(t, os.MkdirAll(dir, 0o700))
		if name == ".env311" {
			must.OK(t, os.WriteFile(filepath.Join(dir, "pyvenv.cfg"), nil, 0o600))
		}
		if got := sourceFolder(dir); got != want {
			t.Errorf("%s: watched is %v", name, got)
		}
	}
}
