package lsp

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
)

// Diagnostics of others, and stale edits by what made them so; random ones are in
// TestStaleProperty.

func TestMenuOfPushedDiagnosticsAlone(t *testing.T) {
	each(t, worldOptions{}, func(t *testing.T, w *world) {
		d := w.openSample()
		i := w.at(d, "    return undefined") // anywhere on the line
		if items := w.Menu(d, i, i, nil); len(items) != 1 {
			t.Errorf("%q", testkit.Titles(items))
		}
	})
}

func TestPushOfAVersionToCome(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.Open("/w/a.py", "python", "x = 1\n")
	moved := map[string]any{"start": map[string]int{"line": 1, "character": 4}, "end": map[string]int{"line": 1, "character": 9}}
	w.Notify("fettle/diagnostics", map[string]any{"uri": d.URI, "version": d.Version + 1,
		"diagnostics": []any{map[string]any{"range": moved, "severity": 1, "source": "Ruff", "code": "F821", "message": "Undefined name `later`"}}})
	if items := w.Menu(d, 0, 0, nil); len(items) > 0 {
		t.Errorf("too early: %q", testkit.Titles(items))
	}
	w.Type(d, 0, 0, "\ny = later\n")
	if items := w.menuAt(d, "later", nil); len(items) != 1 {
		t.Errorf("%q", testkit.Titles(items))
	}
}

func TestOldPositionsAreNotTrusted(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.Open("/w/a.py", "python", sample)
	old := w.f821(d)
	w.Push(d, old)
	w.Type(d, 0, 0, "import a\nimport b\n")
	w.Push(d, old)
	if items := w.menuAt(d, "undefined_name", nil); len(items) != 1 {
		t.Errorf("%q", testkit.Titles(items))
	}
	if items := w.menuAt(d, "import b", nil); len(items) != 0 {
		t.Errorf("at the old place: %q", testkit.Titles(items))
	}
}

// TestMovedOn: an edit is not sent for a text that moved on while nobody waited
// for that.
func TestMovedOn(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix")})
	d := w.openSample()
	now := func() text.Snapshot {
		w.Call("fettle/noSuchMethod", nil) // the server has read all changes
		doc, _ := w.server.docs.Get(d.URI)
		return doc.Snapshot
	}
	opened := now()
	if w.server.movedOn(opened) {
		t.Error("moved on without a change")
	}
	w.Type(d, 0, 0, "# typed\n")
	typed := now()
	if !w.server.movedOn(opened) || w.server.movedOn(typed) {
		t.Error("a change is not seen, or seen twice")
	}
	w.server.steps.Add(document.Change{Old: typed, New: next(typed)}) // on its way to the documents
	if !w.server.movedOn(typed) {
		t.Error("a change that the documents do not have yet is not seen")
	}
	w.Close(d)
	w.Open("/w/a.py", "python", w.Text(d))
	if now(); !w.server.movedOn(typed) {
		t.Error("a document that was opened anew is taken for the old one")
	}
}

// next is the same text under the next version.
func next(s text.Snapshot) text.Snapshot {
	s.Version++
	return s
}

// TestRefusedForTyping: the editor refuses an edit because of a change that it
// has not told yet. The edit follows the typing, or is given up.
func TestRefusedForTyping(t *testing.T) {
	for _, c := range []struct{ name, on, want, message string }{
		{"elsewhere", "x = 1", strings.Replace(fixedSample, "x = 1", "yx = 1", 1), ""},
		{"inside", "undefined_name", strings.Replace(sample, "undefined_name", "yundefined_name", 1), "fettle: document changed, fix not applied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix")})
			d := w.openSample()
			var typed sync.Once
			w.BeforeEdit = func() { typed.Do(func() { w.Type(d, w.at(d, c.on), w.at(d, c.on), "y") }) }
			from := w.Seen()
			w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix"))
			until(t, "the end", func() bool { return len(w.Ends(from)) > 0 })
			w.settled()
			if got, shown := w.Text(d), strings.Join(w.ended(from), "|"); got != c.want || shown != c.message {
				t.Errorf("text %q, messages %q", got, shown)
			}
		})
	}
}

// TestMessageComesAfterTheProgress: what an editor shows last is what its user
// sees, also when the editor is slower than the fix.
func TestMessageComesAfterTheProgress(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix"), answer: func(string) string { return "NO_FIX cannot" }})
	w.Answer("window/workDoneProgress/create", func(testkit.Message) (any, *testkit.WireError) {
		until(t, "the model to be asked", func() bool { return w.count(&w.asked) > 0 })
		time.Sleep(20 * time.Millisecond) // a slow editor
		return nil, nil
	})
	d := w.openSample()
	from := w.Seen()
	w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix"))
	until(t, "the message", func() bool { return len(w.ended(from)) > 0 })
	if ends := w.Ends(from); len(ends) != 1 {
		t.Errorf("ends before the message: %q", ends)
	}
}

// TestProgressSaysAIOnlyOfModels: what a rule mends is not called an AI fix.
func TestProgressSaysAIOnlyOfModels(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix"), linter: true, noModel: true})
	d := w.openSample()
	w.waitSure(d)
	w.Execute("fettle.fix", []any{map[string]any{"uri": d.URI, "lines": []int{5, 5}}})
	w.Execute("fettle.fixAll", []any{map[string]any{"uri": d.URI}})
	until(t, "both ends", func() bool { return len(w.Ends(0)) == 2 })
	for _, m := range w.Messages() {
		if m.Method == "$/progress" && strings.Contains(m.Raw, "AI fix") {
			t.Error(m.Raw)
		}
	}
}

// TestCommandKnowsWhatTheMenuWasTold: editors without glue tell what other
// servers found only when the menu is opened.
func TestCommandKnowsWhatTheMenuWasTold(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix")})
	d := w.Open("/w/a.py", "python", sample)
	explain := func() string {
		return w.Execute("fettle.explain", []any{map[string]any{"uri": d.URI, "lines": []int{2, 2}}}).Raw
	}
	if raw := explain(); strings.Contains(raw, "explained") {
		t.Errorf("known too early: %s", raw)
	}
	w.menuAt(d, "undefined_name", map[string]any{"diagnostics": []any{w.f821(d)}})
	if raw := explain(); !strings.Contains(raw, "# ruff F821") {
		t.Errorf("not known: %s", raw)
	}
	w.Type(d, 0, 0, "# typed\n")
	if raw := explain(); strings.Contains(raw, "explained") {
		t.Errorf("of another text: %s", raw)
	}
}

// TestHelpIsNoMessage: what a tool adds behind its message stays out of titles.
func TestHelpIsNoMessage(t *testing.T) {
	for in, want := range map[string]string{
		"`os` imported but unused\nhelp: Remove unused import: `os`": "`os` imported but unused",
		"expected int\nfound str":                                    "expected int\nfound str",
		"help: me":                                                   "help: me",
	} {
		if got := withoutHelp(in); got != want {
			t.Errorf("%q gave %q", in, got)
		}
	}
}
