package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestFailureHasAWayOn: what does not fit into the line is one command away.
func TestFailureHasAWayOn(t *testing.T) {
	reason := strings.TrimSpace(strings.Repeat("because of this and that ", 7))
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("neovim"), settings: `{"client":{"details":":Fettle why"}}`,
		answer: func(string) string { return "NO_FIX " + reason }})
	d := w.openSample()
	_, shown := w.fixSample(d)
	if len(shown) != 1 || len(shown[0]) > 80 || !strings.HasSuffix(shown[0], "... (more: :Fettle why)") {
		t.Errorf("%q", shown)
	}
	var answer struct{ Markdown string }
	if err := json.Unmarshal(w.Execute("fettle.why", nil).Result, &answer); err != nil || !strings.Contains(answer.Markdown, reason) || !strings.Contains(answer.Markdown, "F821") {
		t.Errorf("%v %q", err, answer.Markdown)
	}
}

// TestEveryEndIsKept: fettle.why is about the fix that ended last, also where it
// ended without a word.
func TestEveryEndIsKept(t *testing.T) {
	for want, o := range map[string]worldOptions{
		"discarded": {profile: testkit.NamedProfile("helix"), settings: `{"preview":"ask"}`},
		"cancelled": {profile: vscode(), gate: make(chan struct{})},
		"the editor says that it applied the edit": {profile: vscode(), confirmIn: time.Millisecond},
	} {
		t.Run(want, func(t *testing.T) {
			w := newWorld(t, o)
			w.Press = func(string, []string) string { return "Discard" }
			d := w.openSample()
			if o.confirmIn > 0 {
				w.Answer("workspace/applyEdit", func(testkit.Message) (any, *testkit.WireError) {
					return map[string]any{"applied": true}, nil
				})
			}
			w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix"))
			if o.gate != nil {
				until(t, "the model", func() bool { return w.count(&w.asked) == 1 })
				w.Execute("fettle.cancel", nil)
			}
			until(t, "the end", func() bool { return len(w.Ends(0)) > 0 })
			var answer struct{ Markdown string }
			if err := json.Unmarshal(w.Execute("fettle.why", nil).Result, &answer); err != nil || !strings.Contains(answer.Markdown, want) {
				t.Errorf("%v %q", err, answer.Markdown)
			}
		})
	}
}

// TestFailedTellsWhatHelps: a client with buttons of its own gets the reason and
// what to offer beside it, in place of a message.
func TestFailedTellsWhatHelps(t *testing.T) {
	p := vscode()
	p.Capabilities = strings.Replace(p.Capabilities, `"window":`, `"experimental":{"fettleFailed":true},"window":`, 1)
	w := newWorld(t, worldOptions{profile: p, answer: func(string) string { return "NO_FIX it is meant so" }})
	_, shown := w.fixSample(w.openSample())
	m := w.Wait(0, "the failure", func(m testkit.Message) bool { return m.Method == "fettle/failed" })
	var got failed
	if err := json.Unmarshal(m.Params, &got); err != nil || len(shown) > 0 || !strings.Contains(string(got.Message), "it is meant so") ||
		!strings.Contains(string(got.Details), "Asks of the model: 1") || got.Next != "log" {
		t.Errorf("%v %+v, messages %q", err, got, shown)
	}
}

// TestMissingModelTellsWhatHelps: a client with buttons of its own has an entry to choose where
// a model is missing, which says so with the button that sets one up.
func TestMissingModelTellsWhatHelps(t *testing.T) {
	p := vscode()
	p.Capabilities = strings.Replace(p.Capabilities, `"window":`, `"experimental":{"fettleFailed":true},"window":`, 1)
	w := newWorld(t, worldOptions{profile: p, noModel: true, linter: true})
	d := w.openSample()
	w.waitSure(d) // by then it is known that no rule mends the other one
	w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix: F821 undefined name undefined_name (no model)"))
	m := w.Wait(0, "the message", func(m testkit.Message) bool { return m.Method == "fettle/failed" })
	var got failed
	if err := json.Unmarshal(m.Params, &got); err != nil || got.Next != "model" ||
		!strings.Contains(string(got.Message), "set model.backend") || len(w.Shown(0)) > 0 {
		t.Errorf("%v %+v %q", err, got, w.Shown(0))
	}
}

// TestSuccessIsSaid: what was mended and who has looked, also for an edit that the
// editor applied itself; nothing where the user wants it quiet.
func TestSuccessIsSaid(t *testing.T) {
	for setting, want := range map[string][]string{"true": {"E701 fixed · ruff is content", "F821 fixed · ruff is content"}, "false": {"", ""}} {
		w := newWorld(t, worldOptions{profile: vscode(), linter: true, settings: `{"messages":{"success":` + setting + `}}`})
		d := w.openSample()
		w.Choose(w.waitSure(d))
		var ends []string
		if setting == "true" {
			until(t, "the word on it", func() bool { ends = w.Ends(0); return len(ends) > 0 })
		} else {
			ends = []string{""}
		}
		w.Push(d, w.f821(d))
		more, shown := w.fixSample(d)
		if ends = append(ends, more...); !slices.Equal(ends, want) || len(shown) > 0 {
			t.Errorf("%s: ends %q, messages %q", setting, ends, shown)
		}
	}
}

// TestNotVerifiedSaysWhy: and what would change it.
func TestNotVerifiedSaysWhy(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	ends, _ := w.fixSample(w.openSample())
	if want := []string{"F821 changed, unchecked: ruff does not run here; install it, see fettle doctor"}; !slices.Equal(ends, want) {
		t.Errorf("%q", ends)
	}
}

// TestTakesNoEdits: a client that applies no edits is told before a job starts.
func TestTakesNoEdits(t *testing.T) {
	p := vscode()
	p.Capabilities = strings.Replace(p.Capabilities, `"applyEdit":true`, `"applyEdit":false`, 1)
	w := newWorld(t, worldOptions{profile: p})
	d := w.openSample()
	for _, command := range []string{"fettle.fix", "fettle.fixAll", "fettle.edit"} {
		from := w.Seen()
		w.Execute(command, []any{map[string]any{"uri": d.URI, "lines": []int{2, 2}, "instruction": "x"}})
		if shown := w.Shown(from); !slices.Equal(shown, []string{"fettle: this client takes no edits; use fettle fix in a terminal"}) || w.count(&w.asked) > 0 {
			t.Errorf("%s: %q", command, shown)
		}
	}
}
