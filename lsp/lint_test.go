package lsp

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// TestLintAgain: a tool that fails in passing runs again without a keystroke.
func TestLintAgain(t *testing.T) {
	slow := &linter.Error{Tool: "ruff", Kind: linter.ErrTimeout}
	t.Run("until it succeeds", func(t *testing.T) {
		w := newWorld(t, worldOptions{profile: vscode(), linter: true, fails: slow, times: 3})
		d := w.Open("/w/a.py", "python", sample)
		until(t, "the fourth run", func() bool { return w.count(&w.linted) >= 4 })
		until(t, "an entry", func() bool { return len(w.menuAt(d, "undefined_name", nil)) > 0 })
	})
	t.Run("not for ever", func(t *testing.T) {
		w := newWorld(t, worldOptions{profile: vscode(), linter: true, fails: slow, times: 1000})
		w.Open("/w/a.py", "python", sample)
		until(t, "the last run", func() bool { return w.count(&w.linted) == 1+limits.LintRetries })
		w.server.lint.mu.Lock()
		defer w.server.lint.mu.Unlock()
		for _, run := range w.server.lint.pending {
			if run.tries != limits.LintRetries {
				t.Errorf("%d tries", run.tries)
			}
		}
	})
	t.Run("not where it cannot", func(t *testing.T) {
		for _, err := range []error{&linter.Error{Tool: "ruff", Kind: linter.ErrMissing}, &linter.Error{Tool: "ruff", Kind: linter.ErrNotAllowed}, errors.New("other")} {
			if linter.Passing(err) {
				t.Error(err)
			}
		}
	})
}

// TestSlowToolsWait: a tool that takes long does not run after every pause in
// typing, but when the document is opened and saved, and when the pause lasts.
func TestSlowToolsWait(t *testing.T) {
	for _, tt := range []struct {
		name   string
		slowIn time.Duration
	}{{"a short pause", time.Hour}, {"a long one", time.Millisecond}} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: vscode(), linter: true, tools: []string{"ruff", "mypy"}, slowIn: tt.slowIn})
			runs := func(tool string) int {
				w.mu.Lock()
				defer w.mu.Unlock()
				n := 0
				for _, name := range w.ran {
					if name == tool {
						n++
					}
				}
				return n
			}
			d := w.Open("/w/a.py", "python", "def g(a):\n    pass\n")
			until(t, "both on opening", func() bool { return runs("ruff") == 1 && runs("mypy") == 1 })
			w.Type(d, 0, 0, "# a\n")
			until(t, "the quick one on typing", func() bool { return runs("ruff") == 2 })
			if tt.slowIn == time.Hour {
				w.Type(d, 0, 0, "# b\n")
				until(t, "the quick one again", func() bool { return runs("ruff") == 3 })
				if n := runs("mypy"); n != 1 {
					t.Errorf("the slow one ran %d times", n)
				}
				w.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]string{"uri": d.URI}})
			}
			until(t, "the slow one", func() bool { return runs("mypy") == 2 })
		})
	}
}

// TestLintAfterTrust: the user's word that a root is trusted, given anywhere,
// has the tools run again without a keystroke.
func TestLintAfterTrust(t *testing.T) {
	trust := filepath.Join(t.TempDir(), "fettle", "trusted.json")
	w := newWorld(t, worldOptions{profile: vscode(), linter: true, trust: trust})
	w.Open("/w/a.py", "python", sample)
	until(t, "the first run", func() bool { return w.count(&w.linted) > 0 })
	n := w.count(&w.linted)
	var written time.Time
	until(t, "another run", func() bool {
		if time.Since(written) < 4*limits.WatchSettle {
			return w.count(&w.linted) > n
		}
		written = time.Now() // again and again: nobody tells when the watch has begun
		must.Write(t, trust, "{}")
		return w.count(&w.linted) > n
	})
}

// TestNoFindingsOfToolsThatDoNotRun: what a tool has found, and the fixes made of
// it, are gone once the settings do not let it run.
func TestNoFindingsOfToolsThatDoNotRun(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true, settings: `{"linters":{"publish":true}}`})
	d := w.Open("/w/a.py", "python", "def g(a):\n    if a: return 1\n")
	until(t, "a fix", func() bool { return titled(w.menuAt(d, "if a", nil), "Fix E701") != nil })
	w.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fettle": map[string]any{"linters": map[string]any{"run": "never"}}}})
	until(t, "no entry", func() bool { return len(w.menuAt(d, "if a", nil)) == 0 })
	w.waitPublished(d, "v0")
	w.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fettle": map[string]any{"linters": map[string]any{"run": "onChange"}}}})
	until(t, "the fix again", func() bool { return titled(w.menuAt(d, "if a", nil), "Fix E701") != nil })
}

// TestIndexFollowsWithoutTools: what is typed is found by the next search,
// whether tools look at it or not.
func TestIndexFollowsWithoutTools(t *testing.T) {
	for _, settings := range []string{`{"linters":{"run":"never"}}`, `{"linters":{"run":"onSave"}}`, `{}`} {
		w := newWorld(t, worldOptions{profile: vscode(), linter: true, settings: settings})
		d := w.Open("/w/a.py", "python", sample)
		until(t, "the text that was opened", func() bool { return w.lastFollowed() == sample })
		w.Type(d, 0, 0, "y = 2\n")
		until(t, settings+": the text that was typed", func() bool { return w.lastFollowed() == "y = 2\n"+sample })
		w.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": d.URI}})
		w.Type(d, 0, 0, "z = 3\n")
		until(t, settings+": what was typed behind a save", func() bool { return w.lastFollowed() == "z = 3\ny = 2\n"+sample })
		if n := w.count(&w.linted); strings.Contains(settings, "never") && n > 0 {
			t.Errorf("tools ran %d times", n)
		}
	}
}

func (w *world) lastFollowed() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.followed
}

// TestHurryWhileToolsRun: who waits for the fixes of a text has the slow tools run
// right behind the quick ones that have begun.
func TestHurryWhileToolsRun(t *testing.T) {
	holds := make(chan struct{})
	w := newWorld(t, worldOptions{profile: vscode(), linter: true, tools: []string{"ruff", "mypy"}, slowIn: time.Hour, holds: holds})
	d := w.Open("/w/a.py", "python", "def g(a):\n    pass\n")
	until(t, "a run", func() bool { return w.count(&w.linted) > 0 }) // before the engine is made there is none
	w.Type(d, 0, 0, "# a\n")
	var over <-chan struct{}
	until(t, "the run of the quick tools", func() bool {
		doc, _ := w.server.docs.Get(d.URI)
		s := w.server
		s.lint.mu.Lock()
		run := s.lint.pending[d.URI]
		begun := run != nil && run.typed && run.text == doc.Snapshot.Hash() && doc.Snapshot.Text() == w.Text(d)
		s.lint.mu.Unlock()
		if begun {
			over = s.hurry(doc.Snapshot, false)
		}
		return begun
	})
	close(holds)
	select {
	case <-over:
	case <-time.After(testkit.WireTimeout):
		t.Fatal("the slow tools wait for a pause")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.ran); n == 0 || w.ran[n-1] != "mypy" {
		t.Errorf("ran %q", w.ran)
	}
}

// TestAskedBeforeTheToolsHaveLooked: who fixes all, or a line, right behind the opening
// of a file is not told that there is nothing to fix.
func TestAskedBeforeTheToolsHaveLooked(t *testing.T) {
	for _, command := range []string{"fettle.fixAll", "fettle.fix"} {
		holds := make(chan struct{})
		w := newWorld(t, worldOptions{profile: vscode(), linter: true, holds: holds})
		d := w.Open("/w/a.py", "python", "def g(a):\n    if a: return 1\n")
		from := w.Seen()
		w.Execute(command, []any{map[string]any{"uri": d.URI, "lines": []int{2, 2}}})
		close(holds)
		until(t, command+" mends it", func() bool { return strings.Contains(w.Text(d), "if a:\n") })
		if got := w.Shown(from); len(got) > 0 {
			t.Errorf("%s: %q", command, got)
		}
	}
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.Open("/w/a.py", "python", "x = 1\n")
	from := w.Seen()
	w.Execute("fettle.fixAll", []any{map[string]any{"uri": d.URI}})
	until(t, "a message", func() bool { return len(w.Shown(from)) > 0 })
	if got := w.Shown(from); !strings.Contains(got[0], "nothing to fix here") {
		t.Errorf("%q", got)
	}
}
