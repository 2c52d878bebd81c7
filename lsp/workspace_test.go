package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// fixWorkspace runs the command and returns how it ended, in progress and messages.
func (w *world) fixWorkspace(more map[string]any) (ends, shown []string) {
	w.t.Helper()
	from := w.Seen()
	w.Execute("fettle.fixWorkspace", []any{more})
	w.settled()
	return w.Ends(from), w.ended(from)
}

// openFolder opens two documents of a folder that have something to fix; a third one is clean.
func openFolder(w *world) (a, b *testkit.FakeDocument) {
	const rest = "x = 1\n"
	for _, name := range []string{"/w/a.py", "/w/b.py", "/w/c.py"} {
		w.folder = append(w.folder, text.File(name, "python", rest))
	}
	return w.Open("/w/a.py", "python", unusedLine+rest), w.Open("/w/b.py", "python", unusedLine+rest)
}

// TestFixWorkspace: the documents are fixed as they stand in the editor, with one edit that the user has seen; the
// same words in each editor.
func TestFixWorkspace(t *testing.T) {
	const end = "2 fixed; 2 of 3 files changed"
	for _, name := range []string{"vscode", "neovim-plugin", "helix", "zed", "eglot"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(name)})
			var asked []string
			w.Press = func(message string, buttons []string) string {
				if asked = append(asked, message); len(asked) == 1 && slices.Contains(buttons, "Show diff") {
					return "Show diff"
				}
				shown, _ := filepath.Glob(filepath.Join(w.state, "shown", "*.diff"))
				for _, file := range shown {
					if body, _ := os.ReadFile(file); strings.Count(string(body), "-import string") != 2 {
						t.Errorf("the diff is\n%s", body)
					}
				}
				return "Apply"
			}
			a, b := openFolder(w)
			ends, shown := w.fixWorkspace(nil)
			if w.Text(a) != "x = 1\n" || w.Text(b) != "x = 1\n" || len(w.Edits()) != 2 {
				t.Errorf("texts %q %q, edits %+v", w.Text(a), w.Text(b), w.Edits())
			}
			if !slices.Equal(ends, []string{end}) || len(shown) > 0 {
				t.Errorf("ends %q, messages %q", ends, shown)
			}
			if len(asked) == 0 || !strings.HasPrefix(asked[0], "Fix workspace: 2 problems in 2 files") {
				t.Errorf("asked %q", asked)
			}
		})
	}
}

// TestFixWorkspaceAsksForMore: what is only checked is fixed on request.
func TestFixWorkspaceAsksForMore(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix")})
	openFolder(w)
	ends, _ := w.fixWorkspace(map[string]any{"checked": true})
	if len(ends) != 1 || !strings.HasPrefix(ends[0], "2 fixed, 3 need a model; 2 of 3 files changed") {
		t.Errorf("ends %q", ends)
	}
	why := w.Execute("fettle.why", []any{map[string]any{}})
	if !strings.Contains(why.Raw, "c.py, line 1, E1: asked for more") {
		t.Errorf("why %s", why.Raw)
	}
}

// TestFixWorkspaceLeft: an edit that the user does not want, or that came too late, changes nothing; one that cannot be
// shown is not made.
func TestFixWorkspaceLeft(t *testing.T) {
	for _, c := range []struct {
		name, profile, end, shown string
		press                     func(w *world, a *testkit.FakeDocument) string
	}{
		{"discarded", "helix", "not applied", "", func(*world, *testkit.FakeDocument) string { return "Discard" }},
		{"typed meanwhile", "helix", "not applied", "a.py has changed meanwhile, nothing was applied",
			func(w *world, a *testkit.FakeDocument) string { w.Type(a, 0, 0, "y = 1\n"); return "Apply" }},
		{"without a preview", "minimal", "", "cannot show what would change", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(c.profile)})
			a, b := openFolder(w)
			w.Press = func(string, []string) string { return c.press(w, a) }
			ends, shown := w.fixWorkspace(nil)
			if !strings.Contains(w.Text(a), unusedLine) || !strings.Contains(w.Text(b), unusedLine) {
				t.Errorf("texts %q %q", w.Text(a), w.Text(b))
			}
			said := strings.Join(shown, "|")
			if strings.Join(ends, "|") != c.end || c.shown == "" && said != "" || !strings.Contains(said, c.shown) {
				t.Errorf("ends %q, messages %q", ends, shown)
			}
		})
	}
}

// TestFixWorkspaceCancelled: it ends at once, and nothing is changed.
func TestFixWorkspaceCancelled(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("vscode"), holds: make(chan struct{})})
	a, _ := openFolder(w)
	from := w.Seen()
	w.Execute("fettle.fixWorkspace", []any{map[string]any{}})
	until(t, "the job", func() bool {
		w.server.jobs.mu.Lock()
		defer w.server.jobs.mu.Unlock()
		return len(w.server.jobs.byKey) == 1
	})
	w.Execute("fettle.cancel", []any{})
	w.settled()
	if ends := w.Ends(from); !slices.Equal(ends, []string{"cancelled"}) || !strings.Contains(w.Text(a), unusedLine) {
		t.Errorf("ends %q, text %q", ends, w.Text(a))
	}
}

// TestFixWorkspaceOnDisk: what is not open has no version, and is changed only as it was read.
func TestFixWorkspaceOnDisk(t *testing.T) {
	for _, meanwhile := range []string{"", "y = 2\n"} {
		w := newWorld(t, worldOptions{profile: testkit.NamedProfile("zed")})
		path := filepath.Join(t.TempDir(), "d.py")
		must.OK(t, os.WriteFile(path, []byte(unusedLine+"x = 1\n"), 0o600))
		w.folder = []text.Snapshot{text.File(path, "python", unusedLine+"x = 1\n")}
		w.Press = func(string, []string) string {
			if meanwhile != "" {
				_ = os.WriteFile(path, []byte(meanwhile), 0o600)
			}
			return "Apply"
		}
		var sent testkit.WorkspaceEdit
		w.Answer("workspace/applyEdit", func(m testkit.Message) (any, *testkit.WireError) {
			var p struct{ Edit testkit.WorkspaceEdit }
			if err := json.Unmarshal(m.Params, &p); err != nil {
				t.Error(err)
			}
			sent = p.Edit
			return map[string]bool{"applied": true}, nil
		})
		ends, shown := w.fixWorkspace(nil)
		if meanwhile != "" {
			if len(sent.DocumentChanges) > 0 || !strings.Contains(strings.Join(shown, "|"), "d.py has changed meanwhile") {
				t.Errorf("sent %+v, messages %q", sent, shown)
			}
			continue
		}
		if len(sent.DocumentChanges) != 1 || sent.DocumentChanges[0].TextDocument.Version != nil ||
			sent.DocumentChanges[0].TextDocument.URI != testkit.FileURI(path) ||
			!slices.Equal(ends, []string{"1 fixed; 1 of 1 file changed"}) {
			t.Errorf("sent %+v, ends %q", sent, ends)
		}
	}
}

// TestFoldersAreAnnounced: clients tell only servers that say so of folders that
// come and go.
func TestFoldersAreAnnounced(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	if !strings.Contains(string(w.Server), `"workspaceFolders":{"supported":true,"changeNotifications":true}`) {
		t.Errorf("%s", w.Server)
	}
}
