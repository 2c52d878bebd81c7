package lsp

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/providers/signal"
)

// counting answers every call with another number, also calls at the same time.
func counting() func(string) string {
	var calls atomic.Int64
	return func(prompt string) string {
		return replaces("undefined_name", fmt.Sprintf("__name__%s", strings.Repeat(" + __name__", int(calls.Add(1)))))(prompt)
	}
}

// TestReadyInEveryEditor: a fix that was undone is in the next menu, finished,
// and costs no call; a save gets none of it.
func TestReadyInEveryEditor(t *testing.T) {
	for _, p := range testkit.ClientProfiles() {
		if p.Name == "minimal" {
			continue // knows no entries with an edit
		}
		t.Run(p.Name, func(t *testing.T) {
			w := newWorld(t, worldOptions{linter: true, cache: true, profile: p})
			d := w.openSample()
			w.fixSample(d)
			i := w.at(d, "__name__")
			w.Type(d, i, i+len("__name__"), "undefined_name")
			w.Push(d, w.f821(d))
			items := w.menuAt(d, "undefined_name", nil)
			it := titled(items, "AI fix: F821 ")
			if it == nil || it.Edit == nil || it.Command != nil || it.Preferred || it.Kind != aiKind || !strings.HasSuffix(it.Title, " (ready, +1 -1)") {
				t.Fatalf("menu: %q, %+v", testkit.Titles(items), it)
			}
			for _, only := range []string{"quickfix", "quickfix.fettle", "source.fixAll.fettle"} {
				for _, e := range w.Menu(d, 0, len(w.Text(d)), map[string]any{"only": []string{only}, "triggerKind": 1, "diagnostics": []any{}}) {
					if strings.HasPrefix(e.Title, "AI") {
						t.Errorf("a save gets %q", e.Title)
					}
				}
			}
			w.Choose(*it)
			w.Menu(d, 0, 0, nil) // some editors tell of a change only before a request
			if !strings.Contains(w.Text(d), "return __name__") || w.count(&w.asked) != 1 {
				t.Errorf("%d calls\n%s", w.count(&w.asked), w.Text(d))
			}
		})
	}
}

// TestCandidates: several answers are chosen from by buttons where they stay,
// else from the menu, and cost as many calls.
func TestCandidates(t *testing.T) {
	for _, tt := range []struct {
		profile, press string
		entries        int
	}{
		{"helix", "2", 0}, {"helix", "None", 3}, {"neovim", "3", 0}, {"vscode", "", 3},
	} {
		t.Run(tt.profile+tt.press, func(t *testing.T) {
			w := newWorld(t, worldOptions{linter: true, cache: true, profile: testkit.NamedProfile(tt.profile),
				settings: `{"fix":{"candidates":3}}`, answer: counting()})
			w.Press = func(_ string, buttons []string) string {
				for _, b := range buttons {
					if strings.HasPrefix(b, tt.press) {
						return b
					}
				}
				return "None"
			}
			d := w.openSample()
			from := w.Seen()
			w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix: F821"))
			w.WaitFix(from, "end")
			if w.count(&w.asked) != 3 {
				t.Errorf("%d calls", w.count(&w.asked))
			}
			if tt.entries == 0 {
				until(t, "the edit", func() bool { return w.Text(d) != sample })
				w.Menu(d, 0, 0, nil)
				if strings.Contains(w.Text(d), "undefined_name") {
					t.Errorf("text:\n%s", w.Text(d))
				}
				return
			}
			n := 0
			for _, it := range w.menuAt(d, "undefined_name", nil) {
				if strings.Contains(it.Title, "(ready, ") && it.Edit != nil {
					n++
				}
			}
			if n != tt.entries || w.Text(d) != sample {
				t.Errorf("%d entries\n%s", n, w.Text(d))
			}
		})
	}
}

func TestReadyTitle(t *testing.T) {
	d := signal.Diagnostic{Code: "F821", Message: strings.Repeat("very ", 30)}
	if got := readyTitle(d, "ready, +1 -1"); len(got) > titleWidth || !strings.HasSuffix(got, "... (ready, +1 -1)") {
		t.Errorf("%d: %s", len(got), got)
	}
}
