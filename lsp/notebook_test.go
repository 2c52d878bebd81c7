package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestNotebook: a cell is fixed within itself, seen by the tool between the other
// cells and by the model after those before it.
func TestNotebook(t *testing.T) {
	var prompt string
	p := vscode()
	p.Capabilities = strings.Replace(p.Capabilities, `"window":`, `"notebookDocument":{"synchronization":{}},"window":`, 1)
	w := newWorld(t, worldOptions{profile: p, linter: true, gather: true, answer: func(p string) string {
		prompt = p
		return replaces("undefined_name", "first")(p)
	}})
	if !strings.Contains(string(w.Server), `"notebookDocumentSync":{"notebookSelector":[{"notebook":"jupyter-notebook","cells":[{"language":"python"}]}]`) {
		t.Errorf("not announced: %s", w.Server)
	}
	second := "%matplotlib inline\ndef f(a):\n    return undefined_name\n\nif f(1): return 1\n"
	cells := w.OpenNotebook("/w/a.ipynb", "first = '😀'\n", second, "%%bash\nundefined_name\n")
	d := cells[1]
	until(t, "the rule's fix", func() bool {
		it := titled(w.menuAt(d, "if f(1)", nil), "Fix E701")
		return it != nil && it.Edit != nil
	})
	w.Choose(*titled(w.menuAt(d, "if f(1)", nil), "Fix E701"))
	second = strings.Replace(second, "if f(1): return 1", "if f(1):\n    return 1", 1)
	if w.Text(d) != second {
		t.Fatalf("%q", w.Text(d))
	}
	until(t, "the problem that is left", func() bool { return titled(w.menuAt(d, "undefined_name", nil), "AI fix: F821") != nil })
	ends, shown := w.fixSample(d)
	if want := strings.Replace(second, "undefined_name", "first", 1); w.Text(d) != want || len(shown) > 0 ||
		!slices.Contains(ends, "F821 fixed · ruff is content") {
		t.Errorf("%q: ends %q, messages %q", w.Text(d), ends, shown)
	}
	if !strings.Contains(prompt, "cells of the notebook before this one") || !strings.Contains(prompt, "first = '😀'") || strings.Contains(prompt, "%%bash") {
		t.Errorf("prompt:\n%s", prompt)
	}
	if items := w.Menu(cells[2], 0, 0, nil); len(items) > 0 {
		t.Errorf("a cell of another language: %q", testkit.Titles(items))
	}
	if w.Text(cells[0]) != "first = '😀'\n" || w.Text(cells[2]) != "%%bash\nundefined_name\n" {
		t.Error("other cells were changed")
	}
}
