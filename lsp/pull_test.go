package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestPull: a client that fetches diagnostics is told when to, and gets what
// others get sent; nothing is sent to it.
func TestPull(t *testing.T) {
	p := vscode()
	p.Capabilities = strings.NewReplacer(`"workspace":{`, `"workspace":{"diagnostics":{"refreshSupport":true},`, `"textDocument":{`, `"textDocument":{"diagnostic":{},`).Replace(p.Capabilities)
	for _, publish := range []bool{true, false} {
		settings := `{"linters":{"publish":true}}`
		if !publish {
			settings = ""
		}
		w := newWorld(t, worldOptions{profile: p, linter: true, settings: settings})
		if announced := strings.Contains(string(w.Server), `"diagnosticProvider":{"identifier":"fettle"`); announced != publish {
			t.Errorf("publish %v, announced %v: %s", publish, announced, w.Server)
		}
		if !publish {
			continue
		}
		d := w.Open("/w/a.py", "python", sample)
		w.Wait(0, "the word to fetch", func(m testkit.Message) bool { return m.Method == "workspace/diagnostic/refresh" })
		type result struct {
			Kind, ResultID string
			Items          []struct{ Source, Code, Message string }
		}
		pull := func(before string) (r result) {
			m := w.Call("textDocument/diagnostic", map[string]any{"textDocument": map[string]string{"uri": d.URI}, "previousResultId": before})
			if err := json.Unmarshal(m.Result, &r); err != nil {
				t.Fatal(m.Raw)
			}
			return r
		}
		first := pull("")
		if first.Kind != "full" || len(first.Items) != 2 || first.Items[0].Code != "F821" || first.Items[0].Source != "fettle" {
			t.Fatalf("%+v", first)
		}
		if again := pull(first.ResultID); again.Kind != "unchanged" || again.ResultID != first.ResultID {
			t.Errorf("%+v", again)
		}
		from := w.Seen()
		w.Replace(d, "x = 1\n")
		w.Wait(from, "the word to fetch again", func(m testkit.Message) bool { return m.Method == "workspace/diagnostic/refresh" })
		until(t, "nothing wrong", func() bool { return len(pull("").Items) == 0 })
		for _, m := range w.Messages() {
			if m.Method == "textDocument/publishDiagnostics" {
				t.Errorf("sent as well: %s", m.Raw)
			}
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
