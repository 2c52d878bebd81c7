package lsp

import (
	"context"
	"errors"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/signal"
)

// notInstalled is a tool that cannot run.
type notInstalled struct{ Engine }

func (notInstalled) Names(text.Snapshot) []string { return []string{"ruff"} }
func (notInstalled) Lint(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
	return nil, errors.New("ruff is not installed")
}

// TestHint: where nothing can report a problem, an empty menu is explained once.
func TestHint(t *testing.T) {
	const said = "fettle: no linter runs on python files here; see fettle doctor"
	w := newWorld(t, worldOptions{profile: vscode(), settings: `{"linters":{"run":"onChange"}}`})
	d := w.Open("/w/a.py", "python", sample)
	w.Menu(d, 0, 0, nil)
	doc, _ := w.server.docs.Get(document.URI("/w/a.py"))
	w.server.lintWith(t.Context(), notInstalled{w.engine(false)}, doc.Snapshot, nil)

	w.Menu(d, 0, 0, map[string]any{"triggerKind": triggerAuto})
	w.Menu(d, 0, 0, map[string]any{"only": []string{"source.fixAll"}})
	w.Push(d, w.f821(d))
	w.Menu(d, 0, 0, nil) // another tool reports, elsewhere
	w.Push(d)
	if shown := w.Shown(0); len(shown) > 0 {
		t.Fatalf("too early: %q", shown)
	}
	w.Menu(d, 0, 0, nil)
	w.Menu(d, 0, 0, nil)
	until(t, "the hint", func() bool { return len(w.Shown(0)) > 0 })
	w.Menu(d, 0, 0, nil)
	if shown := w.Shown(0); len(shown) != 1 || shown[0] != said || len(said) > messageWidth {
		t.Errorf("%q", shown)
	}
	w.linter = true
	w.server.lintWith(t.Context(), w.engine(false), doc.Snapshot, nil)
	if w.server.lint.isBare("python") {
		t.Error("the tool has run")
	}
}
