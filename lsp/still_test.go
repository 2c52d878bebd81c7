package lsp

import (
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestStillReported: what the editor's other servers report after a fix counts. Where they still report it, the user
// is shown that; not where they do not, where it is another finding, or where the user has typed on.
func TestStillReported(t *testing.T) {
	still := func(w *world, d *testkit.FakeDocument, message string) map[string]any {
		return w.Problem(d, "__name__", "basedpyright", "F821", message)
	}
	const said = "Undefined name `undefined_name`"
	for name, c := range map[string]struct {
		profile string
		after   func(w *world, d *testkit.FakeDocument)
		want    []string
	}{
		"it is gone":        {"vscode", func(w *world, d *testkit.FakeDocument) { w.Push(d) }, nil},
		"something else is": {"vscode", func(w *world, d *testkit.FakeDocument) { w.Push(d, still(w, d, "another")) }, nil},
		"it is there": {"vscode", func(w *world, d *testkit.FakeDocument) { w.Push(d, still(w, d, said)) },
			[]string{"fettle: basedpyright still reports F821; undo to take the fix back"}},
		"it is there in Neovim": {"neovim", func(w *world, d *testkit.FakeDocument) { w.Push(d, still(w, d, said)) },
			[]string{"fettle: basedpyright still reports F821; undo with u"}},
		"the user types": {"vscode", func(w *world, d *testkit.FakeDocument) {
			w.Push(d, still(w, d, said))
			w.Type(d, 0, 0, "# more\n")
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			looks := make(chan time.Time)
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(c.profile),
				later: func(time.Duration) <-chan time.Time { return looks }})
			d := w.Open("/w/a.py", "python", sample)
			w.Push(d, w.Problem(d, "undefined_name", "basedpyright", "F821", said))
			w.fixSample(d)
			from := len(w.Messages())
			c.after(w, d)
			w.Call("fettle/noSuchMethod", nil) // the server has what was sent
			looks <- time.Now()
			if c.want != nil {
				until(t, "the message", func() bool { return len(w.Shown(from)) > 0 })
			}
			w.Call("shutdown", nil) // which waits for what has begun
			if got := w.Shown(from); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
