package lsp

import (
	"errors"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
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
