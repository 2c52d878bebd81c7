package lsp

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// notInstalled is a tool that cannot run.
type notInstalled struct{ Engine }

func (notInstalled) Names(text.Snapshot) []string { return []string{"ruff"} }
func (notInstalled) Lint(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
	return nil, errors.New("ruff is not installed")
}

// TestHint: where nothing can report a problem, an empty menu says so: in a disabled entry,
// or where an editor shows none, in a message, once.
func TestHint(t *testing.T) {
	const said = "fettle: no linter runs on python files here"
	for profile, shows := range map[string]bool{"vscode": true, "helix": false} {
		w := newWorld(t, worldOptions{profile: testkit.NamedProfile(profile), settings: `{"linters":{"run":"onChange"}}`})
		d := w.Open("/w/a.py", "python", sample)
		w.Menu(d, 0, 0, nil)
		doc, _ := w.server.docs.Get(document.URI("/w/a.py"))
		w.server.lintWith(t.Context(), notInstalled{w.engine(false)}, doc.Snapshot, nil)

		early := w.Menu(d, 0, 0, map[string]any{"triggerKind": triggerAuto})
		early = append(early, w.Menu(d, 0, 0, map[string]any{"only": []string{"source.fixAll"}})...)
		w.Push(d, w.f821(d))
		early = append(early, w.Menu(d, 0, 0, nil)...) // another tool reports, elsewhere
		w.Push(d)
		if len(early) > 0 || len(w.Shown(0)) > 0 {
			t.Fatalf("too early: %q %q", testkit.Titles(early), w.Shown(0))
		}
		items := w.Menu(d, 0, 0, nil)
		w.Menu(d, 0, 0, nil)
		if shows {
			if len(items) != 1 || items[0].Title != said || items[0].Disabled == nil ||
				items[0].Disabled.Reason != "see fettle doctor" || len(w.Shown(0)) > 0 {
				t.Errorf("%+v %q", items, w.Shown(0))
			}
			continue
		}
		until(t, "the hint", func() bool { return len(w.Shown(0)) > 0 })
		w.Menu(d, 0, 0, nil)
		if shown := w.Shown(0); len(items) > 0 || len(shown) != 1 || shown[0] != said+"; see fettle doctor" ||
			len(shown[0]) > messageWidth {
			t.Errorf("%q %q", testkit.Titles(items), shown)
		}
		w.linter = true
		w.server.lintWith(t.Context(), w.engine(false), doc.Snapshot, nil)
		if w.server.lint.isBare("python") {
			t.Error("the tool has run")
		}
	}
}

// noModules is a tool that cannot look before somebody does something.
type noModules struct{ Engine }

func (noModules) Names(text.Snapshot) []string { return []string{"go vet"} }
func (noModules) Lint(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
	return nil, &linter.Error{Tool: "go vet", Kind: linter.ErrUnsuitable,
		Detail: "modules that it imports are not on this computer", Hint: "run go mod download"}
}

// TestTroubleIsSaid: a tool that does not look is named with what helps until it looks again,
// in the status, or where the editor has none, in the menu.
func TestTroubleIsSaid(t *testing.T) {
	for _, p := range []testkit.ClientProfile{withStatus(), testkit.NamedProfile("neovim")} {
		w := newWorld(t, worldOptions{profile: p, settings: `{"linters":{"run":"onChange"}}`})
		d := w.Open("/w/a.go", "go", "package a\n\nvar x = y\n")
		w.Menu(d, 0, 0, nil)
		doc, _ := w.server.docs.Get(d.URI)
		w.server.lintWith(t.Context(), noModules{w.engine(false)}, doc.Snapshot, nil)
		w.Push(d, w.Problem(d, "y", "compiler", "X", "what gopls says"))
		items := w.Menu(d, 0, 0, nil)
		w.Push(d)
		if p.Name == "vscode" {
			until(t, "the status", func() bool {
				return strings.Contains(strings.Join(w.statuses(), ""),
					`computer; run go mod download"`)
			})
			if len(items) > 0 {
				t.Errorf("%+v", items)
			}
		} else if len(items) != 1 || items[0].Disabled == nil || items[0].Disabled.Reason != "run go mod download" ||
			items[0].Title != "fettle: go vet cannot check this document: modules that it imports ar..." {
			t.Errorf("%+v", items)
		}
		w.server.lint.looked("go", "go vet", nil)
		w.server.lint.ran("go", true)
		if items := w.Menu(d, 0, 0, nil); len(items) > 0 || w.server.lint.troubles() != "" {
			t.Errorf("%q", testkit.Titles(items))
		}
	}
}
