package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestIgnoredWhileOpen has a document that an ignore file forbids while it is
// being edited: what was typed in it is not shown any more, and its menu offers
// nothing.
func TestIgnoredWhileOpen(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	const app = "from notes import vat_rate\n\n\ndef show_rate(country):\n    return vat_rate(country) - vat_rate_iner(country)\n"
	const notes = "import os\n\n\ndef vat_rate(country):\n    return 7\n"
	root := filepath.Join(home(t), "w")
	writeAll(t, root, map[string]string{"pyproject.toml": "", "app.py": app, "notes.py": notes})
	server := testkit.StartChild(t, inProject(t, root, home(t), "serve"))
	e := testkit.NewFake(t, server.Wire, testkit.NamedProfile("helix"), root, nil)
	doc := e.Open(filepath.Join(root, "app.py"), "python", app)
	other := e.Open(filepath.Join(root, "notes.py"), "python", notes)
	e.Push(doc, e.Problem(doc, "vat_rate_iner(", "ruff", "F821", "Undefined name `vat_rate_iner`"))
	e.Push(other, e.Problem(other, "os", "ruff", "F401", "`os` imported but unused"))
	at := strings.Index(notes, "7")
	e.Type(other, at, at+1, "len(country)  # canary")
	e.Flush()
	// shown is the context of the fix, which names both what the other file declares
	// and what was changed in it.
	shown := func() string {
		m := e.Call("workspace/executeCommand", map[string]any{"command": "fettle.showContext", "arguments": []any{map[string]any{"uri": doc.URI, "lines": []int{5, 5}}}})
		return string(m.Result)
	}
	until(t, "what was typed, in the declaration and in the change", func() bool { return strings.Count(shown(), "canary") == 2 })
	until(t, "a menu", func() bool { return len(e.Menu(other, 0, 0, nil)) > 0 })

	writeAll(t, root, map[string]string{".aiignore": "notes.py\n"})
	e.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{
		map[string]any{"uri": testkit.FileURI(filepath.Join(root, ".aiignore")), "type": 1}}})
	until(t, "a context without what was typed", func() bool {
		context := shown()
		return strings.Contains(context, "# ruff F821, line 5") && !strings.Contains(context, "canary")
	})
	until(t, "an empty menu", func() bool { return len(e.Menu(other, 0, 0, nil)) == 0 })
}
