package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestIndexProgress: an index that takes its time is shown, with its share, and
// goes when it is built; a quick one is not. Clients with a status bar of their
// own get the status alone.
func TestIndexProgress(t *testing.T) {
	reports := func(w *world, kind string) (out []string) {
		for _, m := range w.Messages() {
			if s := string(m.Params); m.Method == "$/progress" && strings.Contains(s, `"kind":"`+kind+`"`) {
				out = append(out, s)
			}
		}
		return out
	}
	long := func(w *world) {
		w.server.display.mu.Lock()
		w.server.display.since = time.Now().Add(-limits.IndexShown)
		w.server.display.mu.Unlock()
	}
	w := newWorld(t, worldOptions{profile: vscode()})
	w.server.indexing("/w", 0, 200)
	w.server.indexing("/w", 100, 200)
	w.server.indexing("/w", 200, 200)
	w.server.indexing("/w", 0, 200)
	long(w)
	w.server.indexing("/w", 50, 200)
	until(t, "the display", func() bool { return len(reports(w, "begin")) == 1 })
	w.server.indexing("/w", 100, 200)
	w.server.indexing("/v", 0, 200)
	until(t, "a report", func() bool { return len(reports(w, "report")) > 0 })
	w.server.indexing("/w", 200, 200)
	w.server.indexing("/v", 200, 200)
	until(t, "its end", func() bool { return len(reports(w, "end")) == 1 })
	got := fmt.Sprint(reports(w, "begin"), reports(w, "report"))
	for _, want := range []string{`"title":"fettle: indexing"`, `"cancellable":false`, `"percentage":25`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}

	w = newWorld(t, worldOptions{profile: withStatus()})
	w.Wait(0, "the status", func(m testkit.Message) bool { return m.Method == "fettle/status" })
	w.server.indexing("/w", 0, 200)
	long(w)
	w.server.indexing("/w", 50, 200)
	w.Call("fettle/none", nil)
	if got := reports(w, "begin"); len(got) > 0 {
		t.Errorf("beside the status: %v", got)
	}
}
