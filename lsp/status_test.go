package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// statuses are the states that a client was told of, in order.
func (w *world) statuses() []string {
	var out []string
	for _, m := range w.Messages() {
		if m.Method == "fettle/status" {
			out = append(out, string(m.Params))
		}
	}
	return out
}

func withStatus() testkit.ClientProfile {
	p := vscode()
	p.Capabilities = strings.Replace(p.Capabilities, "{", `{"experimental":{"fettleStatus":true},`, 1)
	return p
}

func TestStatus(t *testing.T) {
	const ready = `{"model":"played","indexed":100}`
	w := newWorld(t, worldOptions{profile: withStatus()})
	w.Wait(0, "the status", func(m testkit.Message) bool { return m.Method == "fettle/status" })
	w.server.indexing("/w", 64, 200)
	w.server.indexing("/w", 65, 200) // the same percentage
	w.server.indexing("/v", 100, 100)
	w.server.indexing("/v", 0, 200)
	w.server.indexing("/w", 0, 0)
	w.server.indexing("/v", 200, 200)
	w.Call("fettle/none", nil) // what was sent before its answer has come
	want := []string{ready, `{"model":"played","indexed":32}`, `{"model":"played","indexed":16}`, `{"model":"played","indexed":0}`, ready}
	if got := w.statuses(); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestStatusWithoutModel(t *testing.T) {
	w := newWorld(t, worldOptions{profile: withStatus(), noModel: true})
	m := w.Wait(0, "the status", func(m testkit.Message) bool { return m.Method == "fettle/status" })
	var got status
	if err := json.Unmarshal(m.Params, &got); err != nil || got != (status{Why: "set model.backend", Indexed: 100}) {
		t.Error(string(m.Params), err)
	}
}

func TestStatusIsNotForEveryClient(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	w.openSample()
	w.server.indexing("/w", 1, 2)
	w.Call("fettle/none", nil)
	if got := w.statuses(); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}

// A value of null takes back what the client said before, so that the user's
// file counts again.
func TestNullTakesASettingBack(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), settings: `{"actions": {"enable": true}}`})
	d := w.openSample()
	for _, c := range []struct {
		settings string
		offered  bool
	}{
		{`{"actions": {"enable": false}}`, false},
		{`{"actions": {"enable": null}}`, true},
	} {
		from := w.Seen()
		w.Notify("workspace/didChangeConfiguration", map[string]any{"settings": json.RawMessage(c.settings)})
		if got := len(w.menuAt(d, "undefined_name", nil)) > 0; got != c.offered {
			t.Errorf("%s: offered %v", c.settings, got)
		}
		if shown := w.Shown(from); len(shown) > 0 {
			t.Errorf("%s: %q", c.settings, shown)
		}
	}
}
