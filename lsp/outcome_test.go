package lsp

import (
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// outcomes are the kinds and signals of what became of fixes so far, offers
// left out.
func (w *world) outcomes() (kinds []learning.Kind, signals []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, o := range w.became {
		if o.Kind == learning.Offered {
			continue
		}
		kinds, signals = append(kinds, o.Kind), append(signals, o.Signal)
	}
	return kinds, signals
}

func (w *world) waitOutcomes(want ...learning.Kind) {
	w.t.Helper()
	until(w.t, "the outcomes", func() bool { kinds, _ := w.outcomes(); return slices.Equal(kinds, want) })
}

// waitOffer waits until the engine has heard that a menu held a fix of a signal.
func (w *world) waitOffer(signal string) {
	w.t.Helper()
	until(w.t, "the offer of "+signal, func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return slices.ContainsFunc(w.became, func(o learning.Outcome) bool { return o.Kind == learning.Offered && o.Signal == signal })
	})
}

func TestOutcomeOfADiscardedPreview(t *testing.T) {
	for _, profile := range []string{"helix", "vscode"} {
		w := newWorld(t, worldOptions{profile: testkit.NamedProfile(profile), settings: `{"preview":"ask"}`})
		w.Press = func(string, []string) string { return "Discard" }
		w.Confirm = func(string, string) bool { return false }
		w.fixSample(w.openSample())
		w.waitOutcomes(learning.Rejected)
		if _, signals := w.outcomes(); signals[0] != "ruff/F821" {
			t.Errorf("%q", signals)
		}
	}
}

// TestOutcomesInEveryEditor: applied, taken back, offered and applied from the
// menu.
func TestOutcomesInEveryEditor(t *testing.T) {
	for _, p := range testkit.ClientProfiles() {
		if p.Name == "minimal" {
			continue // knows no entries with an edit
		}
		w := newWorld(t, worldOptions{linter: true, profile: p})
		d := w.openSample()
		w.fixSample(d)
		w.waitOutcomes(learning.Applied)
		i := w.at(d, "__name__")
		w.Type(d, i, i+len("__name__"), "undefined_name")
		w.menuAt(d, "undefined_name", nil)
		w.waitOutcomes(learning.Applied, learning.Undone)
		w.Choose(w.waitSure(d))
		w.menuAt(d, "x = 1", nil)
		w.waitOutcomes(learning.Applied, learning.Undone, learning.Applied)
		w.waitOffer("ruff/E701")
		if _, signals := w.outcomes(); signals[2] != "ruff/E701" {
			t.Errorf("%s: %q", p.Name, signals)
		}
	}
}

// TestEndSaysTheCost: where the user has named a price.
func TestEndSaysTheCost(t *testing.T) {
	for price, want := range map[bool]string{true: "F821 fixed · ruff is content; 1200 tokens, cost 0.0060", false: "F821 fixed · ruff is content"} {
		w := newWorld(t, worldOptions{profile: vscode(), linter: true, price: price})
		if ends, _ := w.fixSample(w.openSample()); !slices.Equal(ends, []string{want}) {
			t.Errorf("%q, want %q", ends, want)
		}
	}
}
