package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

const fixedSample = "def f(a):\n    return __name__\n\ndef g(a):\n    if a: return 1\n\nx = 1\n"

// fixSample starts the AI fix of the sample and waits for its end.
func (w *world) fixSample(d *testkit.FakeDocument) (ends, shown []string) {
	w.t.Helper()
	from := w.Seen()
	w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix"))
	if w.P.Name != "minimal" {
		until(w.t, "the end", func() bool { return len(w.Ends(from)) > 0 })
	}
	w.settled()
	return w.Ends(from), w.ended(from)
}

func TestPreviewByCapability(t *testing.T) {
	each(t, worldOptions{settings: `{"preview":"ask"}`}, func(t *testing.T, w *world) {
		d := w.openSample()
		var asked []string
		w.Confirm = func(label, description string) bool {
			asked = append(asked, label)
			if !strings.Contains(description, "+    return __name__") || strings.Count(description, "\n") > 13 {
				t.Errorf("description %q", description)
			}
			return true
		}
		pressed := 0
		w.Press = func(message string, buttons []string) string {
			asked = append(asked, message)
			if len(message) > 80 {
				t.Errorf("message %q", message)
			}
			pressed++
			if pressed == 1 && slices.Contains(buttons, "Show diff") {
				return "Show diff"
			}
			files, _ := filepath.Glob(filepath.Join(w.state, "shown", "*.diff"))
			if slices.Contains(buttons, "Show diff") {
				if len(files) != 1 {
					t.Fatalf("files: %q", files)
				}
				diff, _ := os.ReadFile(files[0])
				info, _ := os.Stat(files[0])
				if !strings.Contains(string(diff), "-    return undefined_name\n+    return __name__\n") || info.Mode().Perm() != 0o600 {
					t.Errorf("%v %s", info.Mode(), diff)
				}
			}
			return "Apply"
		}
		_, shown := w.fixSample(d)
		switch w.P.Name {
		case "minimal", "characters": // neither shows messages with buttons
			if w.Text(d) != sample || len(shown) != 1 || !strings.Contains(shown[0], "cannot show a preview") {
				t.Errorf("%q, text %q", shown, w.Text(d))
			}
			return
		case "helix", "eglot":
			if pressed != 2 {
				t.Errorf("asked %q", asked)
			}
		case "zed":
			if pressed != 1 {
				t.Errorf("asked %q", asked)
			}
		default:
			if pressed != 0 || len(asked) != 1 {
				t.Errorf("asked %q", asked)
			}
		}
		if strings.Contains(w.P.Capabilities, "changeAnnotationSupport") && asked[0] != "AI fix F821: +1 -1; unchecked" {
			t.Errorf("the label says no verdict: %q", asked)
		}
		if !strings.Contains(asked[0], "AI fix F821: +1 -1") || w.Text(d) != fixedSample {
			t.Errorf("asked %q, text %q", asked, w.Text(d))
		}
		if left, _ := filepath.Glob(filepath.Join(w.state, "shown", "*.diff")); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	})
}

func TestPreviewDiscarded(t *testing.T) {
	for _, answer := range []string{"Discard", "", "something"} {
		w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix"), settings: `{"preview":"ask"}`})
		w.Press = func(string, []string) string { return answer }
		d := w.openSample()
		ends, shown := w.fixSample(d)
		if w.Text(d) != sample || !slices.Equal(ends, []string{"not applied"}) || len(shown) > 0 {
			t.Errorf("%q: ends %q, messages %q", answer, ends, shown)
		}
	}
}

func TestChangeDuringPreview(t *testing.T) {
	for _, c := range []struct {
		profile, on string
		applied     bool
	}{{"helix", "undefined_name", false}, {"helix", "x = 1", true}, {"vscode", "undefined_name", false}} {
		t.Run(c.profile+" "+c.on, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(c.profile), settings: `{"preview":"ask"}`})
			d := w.openSample()
			change := func() { w.Type(d, w.at(d, c.on), w.at(d, c.on), "y") }
			w.Press = func(string, []string) string { change(); return "Apply" }
			w.Confirm = func(string, string) bool { change(); return true }
			ends, shown := w.fixSample(d)
			if got := strings.Contains(w.Text(d), "return __name__"); got != c.applied {
				t.Errorf("applied %v: %q", got, w.Text(d))
			}
			if !c.applied && (len(shown) != 1 || !slices.Equal(ends, []string{"not applied"})) {
				t.Errorf("ends %q, messages %q", ends, shown)
			}
		})
	}
}

// TestPreviewOfSome: what no tool could look at is shown first unless the user wants to see none.
func TestPreviewOfSome(t *testing.T) {
	for settings, want := range map[string]bool{`{}`: true, `{"preview":"unverified"}`: true, `{"preview":"off"}`: false} {
		for _, checked := range []bool{true, false} {
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix"), settings: settings, linter: checked})
			asked := false
			w.Press = func(string, []string) string { asked = true; return "Apply" }
			d := w.openSample()
			if w.fixSample(d); asked != (want && !checked) || w.Text(d) != fixedSample {
				t.Errorf("%s, checked %v: asked %v, text %q", settings, checked, asked, w.Text(d))
			}
		}
	}
}

// TestPreviewDiscardedInTheEditor: an editor that shows the edit itself only says that
// it was not applied.
func TestPreviewDiscardedInTheEditor(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), settings: `{"preview":"ask"}`})
	w.Confirm = func(string, string) bool { return false }
	d := w.openSample()
	ends, shown := w.fixSample(d)
	if w.Text(d) != sample || !slices.Equal(ends, []string{"not applied"}) || len(shown) > 0 {
		t.Errorf("ends %q, messages %q", ends, shown)
	}
}

// TestDiscardedIsAskedAnew: what was discarded once is not offered again; chosen
// again, the model is asked for something else, and told what.
func TestDiscardedIsAskedAnew(t *testing.T) {
	var prompts []string
	w := newWorld(t, worldOptions{profile: vscode(), settings: `{"preview":"ask"}`, linter: true, cache: true, answer: func(p string) string {
		prompts = append(prompts, p)
		return replaces("undefined_name", []string{"__file__", "__name__"}[len(prompts)-1])(p)
	}})
	seen := 0
	w.Confirm = func(string, string) bool { seen++; return seen > 1 }
	d := w.openSample()
	w.fixSample(d)
	again := titled(w.menuAt(d, "undefined_name", nil), "AI fix: F821")
	if again == nil || again.Edit != nil || strings.Contains(again.Title, "ready") {
		t.Fatalf("%+v", again)
	}
	w.fixSample(d)
	if seen != 2 || w.Text(d) != fixedSample || len(prompts) != 2 {
		t.Fatalf("previews %d, model calls %d, text %q", seen, len(prompts), w.Text(d))
	}
	if !strings.Contains(prompts[1], "does not want it") || !strings.Contains(prompts[1], "return __file__") {
		t.Errorf("the model is not told:\n%s", prompts[1])
	}
}

// TestPreviewHoldsNoSlot: more previews than slots, and still a fix goes
// through.
func TestPreviewHoldsNoSlot(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix"), settings: `{"preview":"ask"}`})
	let := make(chan struct{})
	w.Press = func(string, []string) string { <-let; return "Discard" }
	for i := range 6 {
		d := w.Open("/w/b"+string(rune('0'+i))+".py", "python", sample)
		w.Push(d, w.f821(d))
		w.Execute("fettle.fix", []any{map[string]any{"uri": d.URI, "lines": []int{2, 2}}})
	}
	asked := func(m testkit.Message) bool { return m.Method == "window/showMessageRequest" }
	until(t, "six previews", func() bool {
		n := 0
		for _, m := range w.Messages() {
			if asked(m) {
				n++
			}
		}
		return n == 6
	})
	close(let)
}

// TestShow: an answer is shown as a document that is no source.
func TestShow(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix")})
	d := w.openSample()
	if m := w.Execute("fettle.explain", []any{map[string]any{"uri": d.URI, "lines": []int{2, 2}, "show": true}}); m.Error != nil {
		t.Fatal(m.Raw)
	}
	path := filepath.Join(w.state, "shown", "explain.md")
	text, err := os.ReadFile(path)
	if info, _ := os.Stat(path); err != nil || !strings.HasPrefix(string(text), "# ruff F821") || info.Mode().Perm() != 0o600 {
		t.Fatalf("%s, %v", text, err)
	}
	shown := w.Wait(0, "showDocument", func(m testkit.Message) bool { return m.Method == "window/showDocument" })
	if !strings.Contains(shown.Raw, "explain.md") {
		t.Error(shown.Raw)
	}
	doc := w.Open(path, "markdown", string(text))
	if m := w.Execute("fettle.explain", []any{map[string]any{"uri": doc.URI, "lines": []int{1, 1}}}); m.Code() != -32602 {
		t.Errorf("a shown document is taken as a source: %s", m.Raw)
	}
}
