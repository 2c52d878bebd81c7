package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// rawMenu are the entries of the sample's problem as they came.
func (w *world) rawMenu(d *testkit.FakeDocument) []json.RawMessage {
	w.t.Helper()
	m := w.Call("textDocument/codeAction", map[string]any{"textDocument": map[string]string{"uri": d.URI},
		"range": w.f821(d)["range"], "context": map[string]any{"diagnostics": []any{w.f821(d)}, "triggerKind": 1}})
	var items []json.RawMessage
	if err := json.Unmarshal(m.Result, &items); err != nil {
		w.t.Fatal(m.Raw)
	}
	return items
}

// TestResolve: with the setting, an editor that can fetches the edit of an AI
// entry; Helix, which freezes meanwhile, keeps the command, as does everyone
// without the setting.
func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		profile, settings string
		fetches           bool
	}{
		{"vscode", `{"resolve":"auto"}`, true}, {"neovim", `{"resolve":"auto"}`, true}, {"helix", `{"resolve":"auto"}`, false},
		{"vscode", `{}`, false}, {"vscode", `{"resolve":"auto","preview":"ask"}`, false}, {"minimal", `{"resolve":"auto"}`, false},
	} {
		t.Run(tt.profile+tt.settings, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(tt.profile), settings: tt.settings, linter: true})
			d := w.openSample()
			entry := objectOf(w.rawMenu(d)[0])
			if fetches := entry.has("data") && !entry.has("command") && !entry.has("edit"); fetches != tt.fetches {
				t.Fatalf("entry: %s", entry)
			}
			if w.count(&w.asked) != 0 {
				t.Error("the menu asked the model")
			}
			if !tt.fetches {
				return
			}
			m := w.Call("codeAction/resolve", entry)
			var it testkit.MenuItem
			if err := json.Unmarshal(m.Result, &it); err != nil || it.Edit == nil || it.Title == "" {
				t.Fatalf("resolved: %s", m.Raw)
			}
			w.Choose(it)
			w.Menu(d, 0, 0, nil)
			if w.Text(d) != fixedSample {
				t.Errorf("text:\n%s", w.Text(d))
			}
			w.waitOutcomes(learning.Applied)
		})
	}
}

func TestResolveThatFails(t *testing.T) {
	for name, tt := range map[string]struct {
		answer func(string) string
		change bool
		code   int
		told   string
	}{
		"no fix":   {func(string) string { return "NO_FIX it is fine" }, false, -32803, "it is fine"},
		"rejected": {replaces("undefined_name", "undefined_name + undefined_name"), false, -32803, "rejected"},
		"stale":    {replaces("undefined_name", "__name__"), true, -32801, "document changed"},
	} {
		t.Run(name, func(t *testing.T) {
			o := worldOptions{profile: vscode(), settings: `{"resolve":"auto"}`, linter: true, answer: tt.answer}
			if tt.change {
				o.gate = make(chan struct{})
			}
			w := newWorld(t, o)
			d := w.openSample()
			entry := w.rawMenu(d)[0]
			id := w.Start("codeAction/resolve", entry)
			if tt.change {
				until(t, "the model", func() bool { return w.count(&w.asked) == 1 })
				i := w.at(d, "undefined_name")
				w.Type(d, i, i, "x")
				w.Menu(d, 0, 0, nil)
				close(o.gate)
			}
			m := w.AnswerTo(id)
			if m.Code() != tt.code || !strings.Contains(m.Raw, tt.told) {
				t.Errorf("%s", m.Raw)
			}
		})
	}
}

func TestResolveIsCancelled(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), settings: `{"resolve":"auto"}`, gate: make(chan struct{})})
	d := w.openSample()
	id := w.Start("codeAction/resolve", w.rawMenu(d)[0])
	until(t, "the model", func() bool { return w.count(&w.asked) == 1 })
	w.Notify("$/cancelRequest", map[string]any{"id": id})
	if m := w.AnswerTo(id); m.Code() != -32800 {
		t.Errorf("%s", m.Raw)
	}
}

// An entry with nothing to fetch comes back as it is.
func TestResolveOfOtherEntries(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), settings: `{"resolve":"auto"}`})
	for _, entry := range []string{`{"title":"x","kind":"quickfix"}`, `{"title":"x","data":{"id":"a1"},"edit":{}}`} {
		if m := w.Call("codeAction/resolve", json.RawMessage(entry)); string(m.Result) != entry {
			t.Errorf("%s", m.Raw)
		}
	}
	if m := w.Call("codeAction/resolve", json.RawMessage(`{"title":"x","data":{"id":"a999"}}`)); m.Code() != -32602 {
		t.Errorf("%s", m.Raw)
	}
}
