package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// publishedFor is what the editor was told last of a document: version and
// problems, "" if nothing.
func (w *world) publishedFor(d *testkit.FakeDocument) string {
	last := ""
	for _, m := range w.Messages() {
		var p struct {
			URI         string
			Version     int
			Diagnostics []struct {
				Range                 lspRange
				Severity              int
				Code, Source, Message string
				Description           struct{ Href string } `json:"codeDescription"`
			}
		}
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil || p.URI != d.URI {
			continue
		}
		last = fmt.Sprintf("v%d", p.Version)
		for _, x := range p.Diagnostics {
			last += fmt.Sprintf("|%d:%d %s %s %d %s", x.Range.Start.Line, x.Range.Start.Character, x.Source, x.Code, x.Severity, x.Message)
			if !strings.HasSuffix(x.Description.Href, "/undefined-name/") {
				last += " without its page " + x.Description.Href
			}
		}
	}
	return last
}

func (w *world) waitPublished(d *testkit.FakeDocument, want string) {
	w.t.Helper()
	until(w.t, "published: "+want, func() bool { return w.publishedFor(d) == want })
}

// TestPublish: off, nothing is published; on, what our own runs find, moved
// along by the next run; nothing when it is switched off, or the document closed.
func TestPublish(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.Open("/w/é.py", "python", "é = undefined_name\n")
	set := func(publish bool) {
		w.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fettle": map[string]any{"linters": map[string]any{"publish": publish}}}})
	}
	until(t, "the entry of our own run", func() bool { return titled(w.menuAt(d, "undefined", nil), "AI fix: F821") != nil })
	if got := w.publishedFor(d); got != "" {
		t.Errorf("published unasked: %q", got)
	}
	const problem = "0:4 fettle F821 1 ruff: Undefined name `undefined_name`"
	set(true)
	w.waitPublished(d, "v1|"+problem)
	w.Type(d, 0, 0, "\n")
	w.waitPublished(d, "v2|"+strings.Replace(problem, "0:4", "1:4", 1))
	set(false)
	w.waitPublished(d, "v0")
	set(true)
	w.waitPublished(d, "v2|"+strings.Replace(problem, "0:4", "1:4", 1))
	w.Close(d)
	w.waitPublished(d, "v0")
}

// TestPublishedComeBack: editors send what we published with their requests. It
// is no other tool's, whose fixes would be left to its server.
func TestPublishedComeBack(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true, settings: `{"linters":{"publish":true}}`})
	d := w.Open("/w/a.py", "python", "def g(a):\n    if a: return 1\n")
	until(t, "it is published", func() bool { return strings.Contains(w.publishedFor(d), "E701") })
	echo := w.Problem(d, ": return 1", publishSource, "E701", "ruff: Multiple statements on one line (colon)")
	var items []testkit.MenuItem
	until(t, "the rule's fix", func() bool {
		items = w.menuAt(d, "if a", map[string]any{"diagnostics": []any{echo}})
		it := titled(items, "Fix E701")
		return it != nil && it.Edit != nil
	})
	if len(items) != 1 {
		t.Errorf("%q", testkit.Titles(items))
	}
}
