package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// The manners of the menu: what an editor sees, and what costs nothing.

func vscode() testkit.ClientProfile { return testkit.NamedProfile("vscode") }

// each runs a test for every editor.
func each(t *testing.T, o worldOptions, f func(t *testing.T, w *world)) {
	for _, p := range testkit.ClientProfiles() {
		t.Run(p.Name, func(t *testing.T) {
			o := o
			o.profile = p
			f(t, newWorld(t, o))
		})
	}
}

func TestAutomaticMenuCostsNothing(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.openSample()
	for range 8 {
		id := w.Start("textDocument/codeAction", map[string]any{"textDocument": map[string]string{"uri": d.URI},
			"range": w.f821(d)["range"], "context": map[string]any{"diagnostics": []any{w.f821(d)}, "triggerKind": 2}})
		w.Notify("$/cancelRequest", map[string]any{"id": id})
		if m := w.AnswerTo(id); m.Code() != 0 && m.Code() != -32800 {
			t.Error(m.Raw)
		}
	}
	if items := w.menuAt(d, "undefined_name", map[string]any{"triggerKind": 2}); titled(items, "AI fix: F821") == nil {
		t.Errorf("%q", testkit.Titles(items))
	}
	if w.count(&w.asked) != 0 || w.count(&w.linted) != 0 {
		t.Errorf("%d model calls, %d runs", w.count(&w.asked), w.count(&w.linted))
	}
}

// waitSure waits until the deterministic fix of the sample is ready.
func (w *world) waitSure(d *testkit.FakeDocument) testkit.MenuItem {
	w.t.Helper()
	var it *testkit.MenuItem
	until(w.t, "the rule's fix", func() bool {
		it = titled(w.menuAt(d, "if a: ", nil), "Fix E701")
		return it != nil && it.Edit != nil
	})
	return *it
}

func TestSavesApplyNoAI(t *testing.T) {
	for _, c := range []struct {
		profile string
		trigger int
		only    []string
	}{
		{"vscode", 2, []string{"quickfix"}},
		{"helix", 1, []string{"source.fixAll"}}, {"helix", 1, []string{"quickfix"}}, {"helix", 1, []string{"quickfix.fettle"}},
	} {
		t.Run(fmt.Sprint(c.profile, c.only), func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: testkit.NamedProfile(c.profile), linter: true})
			d := w.openSample()
			w.waitSure(d)
			items := w.Menu(d, 0, len(sample), map[string]any{"triggerKind": c.trigger, "only": c.only, "diagnostics": []any{w.f821(d)}})
			for _, it := range items {
				if it.Command != nil || it.Edit == nil || it.Kind == aiKind {
					t.Errorf("%+v", it)
				}
			}
			if c.only[0] == "quickfix" && len(items) == 0 {
				t.Error("not even the deterministic fix")
			}
			if n := w.count(&w.asked); n > 0 {
				t.Errorf("%d model calls", n)
			}
		})
	}
}

func TestFixAllInTheMenu(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.openSample()
	w.waitSure(d)
	items := w.Menu(d, 0, len(sample), map[string]any{"only": []string{"source.fixAll.fettle"}})
	if len(items) != 1 || items[0].Edit == nil || items[0].Kind != "source.fixAll.fettle" {
		t.Fatalf("%+v", items)
	}
	for only, want := range map[string]int{"source.fixAll": 1, "source": 1, "refactor": 0, "source.organizeImports": 0, "source.fixAll.ruff": 0} {
		if items := w.Menu(d, 0, len(sample), map[string]any{"only": []string{only}}); len(items) != want {
			t.Errorf("%s: %q", only, testkit.Titles(items))
		}
	}
	w.Choose(items[0])
	if got := w.Text(d); got != strings.Replace(sample, "if a: return 1", "if a:\n        return 1", 1) {
		t.Errorf("%q", got)
	}
}

// TestSaveLeavesWhatIsBeingWritten: an import that was typed since the last save is not removed
// because nothing uses it yet; after the save it is, and whoever asks for it gets it at once.
func TestSaveLeavesWhatIsBeingWritten(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.Open("/w/a.py", "python", "x = 1\n")
	w.Type(d, 0, 0, unusedLine)
	until(t, "the fix", func() bool {
		doc, _ := w.server.docs.Get(d.URI)
		return len(w.server.prepared.All(doc.Snapshot, func(fixer.Fix) bool { return true })) > 0
	})
	ask := func(trigger int) int {
		asked := map[string]any{"only": []string{"source.fixAll"}, "triggerKind": trigger}
		return len(w.Menu(d, 0, len(w.Text(d)), asked))
	}
	if onSave, asked := ask(2), ask(1); onSave != 0 || asked != 1 {
		t.Errorf("typed since the last save: %d on save, %d when asked for", onSave, asked)
	}
	w.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]string{"uri": d.URI}})
	if onSave := ask(2); onSave != 1 {
		t.Errorf("saved: %d on save", onSave)
	}
}

// Who saves right behind a key gets the fixes of exactly this text, all of them: VS
// Code applies what source.fixAll answers without asking.
func TestFixAllBehindTyping(t *testing.T) {
	const two = "import string\n\ndef f(a):\n    if a: return 1\n"
	for name, o := range map[string]worldOptions{
		"as one types": {},
		"a slow tool":  {tools: []string{"ruff", "mypy"}, slowIn: time.Hour},
		"on save":      {settings: `{"linters":{"run":"onSave"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			o.profile, o.linter = vscode(), true
			w := newWorld(t, o)
			d := w.Open("/w/a.py", "python", two)
			until(t, "a run", func() bool { return w.count(&w.linted) > 0 }) // before the engine is made there is none
			for typed := 1; typed <= 10; typed++ {
				at := w.at(d, "\n    if a")
				w.Type(d, at, at, "  # x")
				items := w.Menu(d, 0, len(w.Text(d)), map[string]any{"only": []string{"source.fixAll"}, "triggerKind": 2})
				if len(items) != 1 {
					t.Fatalf("%q", testkit.Titles(items))
				}
				if typed < 10 {
					continue
				}
				w.Choose(items[0])
				if got, want := w.Text(d), "\ndef f(a):"+strings.Repeat("  # x", typed)+"\n    if a:\n        return 1\n"; got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
}

// A tool that does not end keeps nobody from saving.
func TestFixAllDoesNotHang(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true, holds: make(chan struct{}), saveWait: time.Millisecond})
	d := w.Open("/w/a.py", "python", sample)
	until(t, "a run", func() bool { return w.count(&w.linted) > 0 })
	if items := w.Menu(d, 0, len(sample), map[string]any{"only": []string{"source.fixAll"}, "triggerKind": 2}); len(items) != 0 {
		t.Errorf("%q", testkit.Titles(items))
	}
}

func TestFormOfEntries(t *testing.T) {
	each(t, worldOptions{linter: true}, func(t *testing.T, w *world) {
		d := w.Open("/w/a.py", "python", sample)
		w.Push(d, w.Problem(d, "undefined_name", "Ruff", "F821", "Undefined\nname "+strings.Repeat("`very_long`", 30)))
		items := w.menuAt(d, "undefined_name", nil)
		if len(items) == 0 {
			t.Fatal("no menu")
		}
		if w.P.Name != "minimal" {
			items = append(items, w.waitSure(d))
		}
		for _, it := range items {
			if len(it.Title) > 72 || strings.ContainsAny(it.Title, "\r\n\t") {
				t.Errorf("title %q", it.Title)
			}
			ai := strings.HasPrefix(it.Title, "AI fix")
			if ai && (it.Preferred || len(it.Tags) > 0 != (w.P.Name == "vscode") || it.Kind != aiKind && w.P.Name != "minimal") {
				t.Errorf("%+v", it)
			}
			if !ai && (it.Kind != "quickfix" || len(it.Tags) > 0 || !it.Preferred) {
				t.Errorf("%+v", it)
			}
		}
	})
}

// TestHelixOrder sorts as Helix does: the kind, +2 with diagnostics, +1 when
// preferred; ties in order of arrival.
func TestHelixOrder(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix"), gate: make(chan struct{})})
	d := w.openSample()
	with := map[string]any{"diagnostics": []any{w.f821(d)}}
	ours := w.menuAt(d, "undefined_name", with)
	if ai := titled(ours, "AI fix: F821"); ai == nil || len(ai.Diagnostics) > 0 {
		t.Fatalf("%+v", ours)
	}
	score := func(it testkit.MenuItem) int {
		n := 0
		switch {
		case strings.HasPrefix(it.Kind, "quickfix"):
			n = 28
		case strings.HasPrefix(it.Kind, "source"):
			n = 4
		}
		if len(it.Diagnostics) > 0 {
			n += 2
		}
		if it.Preferred {
			n++
		}
		return n
	}
	ruff := []testkit.MenuItem{{Title: "Ruff: fix", Kind: "quickfix", Diagnostics: []json.RawMessage{[]byte("{}")}}, {Title: "Ruff: all", Kind: "source.fixAll.ruff"}}
	for _, menu := range [][]testkit.MenuItem{slices.Concat(ours, ruff), slices.Concat(ruff, ours)} {
		slices.SortStableFunc(menu, func(a, b testkit.MenuItem) int { return score(b) - score(a) })
		if got := testkit.Titles(menu); got[0] != "Ruff: fix" || !strings.HasPrefix(got[1], "AI fix") || got[2] != "Ruff: all" {
			t.Errorf("%q", got)
		}
	}
	w.Choose(*titled(ours, "AI fix: F821"))
	if c := titled(w.menuAt(d, "undefined_name", with), "AI fix: cancel"); c == nil || len(c.Diagnostics) > 0 { // sorted as the entry in whose place it stands
		t.Errorf("cancel entry: %+v", c)
	}
}

func TestMenuIsBounded(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	line := "    return undefined_name, b0, b1, b2, b3, b4, b5, b6, b7, b8"
	d := w.Open("/w/a.py", "python", "def f():\n"+line+"\n")
	list := []any{w.f821(d)}
	for i := range 9 {
		list = append(list, w.Problem(d, fmt.Sprint("b", i), "Ruff", "F821", fmt.Sprintf("Undefined name `b%d`", i)))
	}
	w.Push(d, list...)
	until(t, "the own run", func() bool { return w.count(&w.linted) > 0 })
	items := w.menuAt(d, "undefined_name", map[string]any{"diagnostics": list})
	if len(items) != 6 || items[5].Title != "AI fix: all 10 problems on this line" {
		t.Errorf("%q", testkit.Titles(items))
	}
	// The same problem from the request, a push and the own run is one.
	w.Push(d, w.f821(d))
	if items := w.menuAt(d, "undefined_name", map[string]any{"diagnostics": []any{w.f821(d)}}); len(items) != 1 {
		t.Errorf("%q", testkit.Titles(items))
	}
}

// TestMenuWithoutModel: each problem that needs a model has one entry that says so, disabled
// where the editor shows such entries, and opening a menu shows no message.
func TestMenuWithoutModel(t *testing.T) {
	for profile, disabled := range map[string]bool{"vscode": true, "helix": false} {
		w := newWorld(t, worldOptions{profile: testkit.NamedProfile(profile), linter: true, noModel: true})
		d := w.openSample()
		w.Push(d, w.f821(d), w.Problem(d, "return", "mypy", "misc", "other"))
		w.waitSure(d) // by then it is known that no rule mends the other one
		from := w.Seen()
		if items := w.menuAt(d, "undefined_name", map[string]any{"triggerKind": 2}); len(items) > 0 {
			t.Errorf("automatic: %q", testkit.Titles(items))
		}
		items := w.menuAt(d, "undefined_name", map[string]any{"triggerKind": 1})
		want := []string{"AI fix: F821 undefined name undefined_name (no model)", "AI fix: misc other (no model)"}
		if got := testkit.Titles(items); !slices.Equal(got, want) {
			t.Fatalf("%s: %q", profile, got)
		}
		if off := items[0].Disabled != nil; off != disabled || off && items[0].Disabled.Reason != "set model.backend" ||
			off && items[0].Command != nil {
			t.Errorf("%s: %+v", profile, items[0])
		}
		if got := w.Shown(from); len(got) != 0 {
			t.Errorf("messages: %q", got)
		}
		if disabled {
			continue
		}
		w.Choose(items[0])
		until(t, "the reason", func() bool { return strings.Contains(strings.Join(w.Shown(from), ""), "set model.backend") })
	}
}

// TestCauseUnderCursorFirst: the problem at the cursor comes before one with a sure fix
// elsewhere on the line, which a key for what is preferred must not apply.
func TestCauseUnderCursorFirst(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.Open("/w/a.py", "python", "def f(a):\n    if a: return 1, undefined_name\n")
	until(t, "the rule's fix", func() bool {
		it := titled(w.menuAt(d, ": return", nil), "Fix E701")
		return it != nil && it.Edit != nil
	})
	first := func(on string) testkit.MenuItem {
		items := w.menuAt(d, on, nil)
		if len(items) != 2 {
			t.Fatalf("%q", testkit.Titles(items))
		}
		return items[0]
	}
	if it := first(": return"); !strings.HasPrefix(it.Title, "Fix E701") || !it.Preferred {
		t.Errorf("%+v", it)
	}
	if it := first("undefined_name"); !strings.HasPrefix(it.Title, "AI fix: F821") || it.Preferred {
		t.Errorf("%+v", it)
	}
	if items := w.menuAt(d, "undefined_name", nil); items[1].Preferred {
		t.Errorf("%+v", items[1])
	}
}

// TestServedAtTheCursor: what a tool's own server mends only where the cursor is on it has our
// entry elsewhere on its line; in Neovim, where that server offers it on the whole line, none.
func TestServedAtTheCursor(t *testing.T) {
	for profile, want := range map[string]int{"vscode": 1, "neovim-plugin": 0} {
		w := newWorld(t, worldOptions{profile: testkit.NamedProfile(profile), linter: true})
		d := w.Open("/w/a.py", "python", unusedLine+"x = 1\n")
		until(t, "the fix", func() bool {
			doc, ok := w.server.docs.Get(d.URI) // once the server has read that it is open
			return ok && len(w.server.prepared.All(doc.Snapshot, func(fixer.Fix) bool { return true })) > 0
		})
		unused := w.Problem(d, "string", "Ruff", "F401", "`string` imported but unused")
		w.Push(d, unused)
		if items := w.menuAt(d, "import", nil); len(items) != want {
			t.Errorf("%s: %q", profile, testkit.Titles(items))
		}
		if items := w.menuAt(d, "string", map[string]any{"diagnostics": []any{unused}}); len(items) != 0 {
			t.Errorf("%s, at the cursor: %q", profile, testkit.Titles(items))
		}
	}
}

// TestFixAllWithoutModel: what starts no model says so.
func TestFixAllWithoutModel(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), noModel: true})
	d := w.Open("/w/a.py", "python", "def f(a):\n    if a: return a; pass; pass\n")
	second := w.Problem(d, "; pass\n", "Ruff", "E702", "Multiple statements on one line (semicolon)")
	w.Push(d, second, w.Problem(d, "; pass", "Ruff", "E702", "Multiple statements on one line (semicolon)"),
		w.Problem(d, ": return", "Ruff", "E701", "Multiple statements on one line (colon)"))
	items := w.menuAt(d, "return", nil)
	all := titled(items, "Fix all 3 problems on this line")
	if all == nil || all.Kind != quickFix || len(all.Tags) > 0 || titled(items, "AI fix: all") != nil {
		t.Errorf("%q: %+v", testkit.Titles(items), all)
	}
}

// A fix that a rule would make is no AI fix because no tool has looked at it yet, and
// says what it does. What no rule mends here is no job that can only fail.
func TestTitleSaysWhetherAModelIsAsked(t *testing.T) {
	for _, noModel := range []bool{false, true} {
		w := newWorld(t, worldOptions{profile: vscode(), noModel: noModel, settings: `{"actions":{"toolFixes":"always"}}`})
		d := w.Open("/w/a.py", "python", "def f():\n    return os.name, missing_name\n")
		w.Push(d, w.Problem(d, "os", "basedpyright", "reportUndefinedVariable", `"os" is not defined`),
			w.Problem(d, "missing_name", "basedpyright", "reportUndefinedVariable", `"missing_name" is not defined`))
		items := w.menuAt(d, "os", map[string]any{"triggerKind": 1})
		it := titled(items, "Fix reportUndefinedVariable: import the missing name: os")
		if it == nil || it.Kind != quickFix || len(it.Tags) > 0 || titled(items, "AI fix: reportUndefinedVariable os") != nil {
			t.Errorf("%q", testkit.Titles(items))
		}
		if ai := titled(items, "AI fix: reportUndefinedVariable missing_name"); ai == nil || noModel != (ai.Disabled != nil) || titled(items, "Fix reportUndefinedVariable missing") != nil {
			t.Errorf("%q", testkit.Titles(items))
		}
	}
}

// Nor is it one where the tool, which was not asked yet, may have a fix of its own.
func TestTitleBeforeTheToolIsAsked(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true, settings: `{"actions":{"toolFixes":"always"},"linters":{"run":"onSave"}}`})
	d := w.Open("/w/a.py", "python", "print(os.name, missing_name)\n")
	w.Push(d, w.Problem(d, "os", "Ruff", "F821", "Undefined name `os`"), w.Problem(d, "missing_name", "Ruff", "F821", "Undefined name `missing_name`"))
	if items := w.menuAt(d, "os", map[string]any{"triggerKind": 1}); titled(items, "Fix F821: import the missing name: os") == nil || titled(items, "AI fix: F821 undefined name os") != nil {
		t.Errorf("%q", testkit.Titles(items))
	}
	if items := w.menuAt(d, "missing_name", map[string]any{"triggerKind": 1}); titled(items, "AI fix: F821 undefined name missing_name") == nil {
		t.Errorf("%q", testkit.Titles(items))
	}
}

func TestMenuSwitches(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.openSample()
	offered := func(trigger int) bool {
		return len(w.menuAt(d, "undefined_name", map[string]any{"triggerKind": trigger})) > 0
	}
	for _, c := range []struct {
		off, on string
		trigger int
	}{
		{`{"actions":{"enable":false}}`, `{"actions":{"enable":true}}`, 1},
		{`{"settings":{"actions":{"languages":{"python":false}}}}`, `{"settings":{"actions":{"languages":{"python":true}}}}`, 1},
		{`{"fettle":{"actions":{"exclude":["ruff/*"]}}}`, `{"fettle":{"actions":{"exclude":[]}}}`, 1},
		{`{"actions":{"automatic":false}}`, `{"actions":{"automatic":true}}`, 2},
	} {
		for _, step := range []struct {
			settings string
			want     bool
		}{{c.off, false}, {c.on, true}} {
			w.Notify("workspace/didChangeConfiguration", map[string]any{"settings": json.RawMessage(step.settings)})
			if got := offered(c.trigger); got != step.want {
				t.Errorf("%s: offered %v", step.settings, got)
			}
		}
	}
	w.Answer("workspace/configuration", func(testkit.Message) (any, *testkit.WireError) {
		return []any{map[string]any{"actions": map[string]any{"enable": false}}}, nil
	})
	w.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	until(t, "the pulled setting", func() bool { return !offered(1) })
	w.Notify("workspace/didChangeConfiguration", map[string]any{"settings": json.RawMessage(`{"actions":{"enable":true,"minSeverity":"error"}}`)})
	hint := w.f821(d)
	hint["severity"], hint["message"] = 2, "less severe"
	w.Push(d, hint)
	if offered(1) {
		t.Error("a warning is offered where only errors are wanted")
	}
}

func TestEveryEndOfAJobIsTold(t *testing.T) {
	testkit.Panics(t)
	for name, answer := range map[string]string{
		"applied": "", "no fix": "NO_FIX it is meant so", "no script": "I cannot tell.", "long": "NO_FIX " + strings.Repeat("because ", 50),
		"unchanged": "EDIT replace L1:aa\n~~~\ndef f(a):\n~~~\nEND\n", "panic": "panic",
	} {
		t.Run(name, func(t *testing.T) {
			o := worldOptions{profile: vscode()}
			switch {
			case answer == "panic":
				o.answer = func(string) string { panic("played") }
			case answer != "":
				o.answer = func(string) string { return answer }
			}
			w := newWorld(t, o)
			d := w.openSample()
			from := w.Seen()
			w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix"))
			until(t, "the end", func() bool { return len(w.Ends(from)) > 0 })
			w.settled()
			shown, edits := w.Shown(from), len(w.Edits())
			if len(shown)+edits != 1 || len(w.Ends(from)) != 1 {
				t.Errorf("%d edits, messages %q, ends %q", edits, shown, w.Ends(from))
			}
			for _, m := range shown {
				if len(m) > 80 || !strings.HasPrefix(m, "fettle: ") {
					t.Errorf("message %q", m)
				}
			}
		})
	}
}

func TestSelectionFindsTheProblem(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.openSample()
	items := w.Menu(d, 0, w.at(d, "undefined_name"), nil) // lines 1 and 2
	if len(items) != 1 {
		t.Fatalf("%q", testkit.Titles(items))
	}
	w.Choose(items[0])
	until(t, "the edit", func() bool { return w.Text(d) == strings.Replace(sample, "undefined_name", "__name__", 1) })
}

func TestSelectionWithoutProblem(t *testing.T) {
	each(t, worldOptions{}, func(t *testing.T, w *world) {
		d := w.openSample()
		for _, n := range []int{1, 3} {
			i := w.at(d, "x = 1")
			if items := w.Menu(d, i, i+n, map[string]any{"triggerKind": 1}); len(items) > 0 {
				t.Errorf("%d characters: %q", n, testkit.Titles(items))
			}
		}
	})
}

func TestMenuCancels(t *testing.T) {
	for _, how := range []string{"entry", "all", "progress", "close"} {
		t.Run(how, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: vscode(), gate: make(chan struct{})})
			d := w.openSample()
			w.Choose(*titled(w.menuAt(d, "undefined_name", nil), "AI fix"))
			until(t, "the model", func() bool { return w.count(&w.asked) == 1 })
			items := w.menuAt(d, "undefined_name", nil)
			if len(items) != 1 || !strings.HasPrefix(items[0].Title, "AI fix: cancel F821 (running ") || len(items[0].Tags) > 0 {
				t.Fatalf("%+v", items)
			}
			switch how {
			case "entry":
				w.Choose(items[0])
			case "all":
				w.Execute("fettle.cancel", nil)
			case "progress":
				m := w.Wait(0, "progress", func(m testkit.Message) bool { return m.Method == "$/progress" })
				var p struct{ Token json.RawMessage }
				_ = json.Unmarshal(m.Params, &p)
				w.Notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
			case "close":
				w.Close(d)
			}
			until(t, "the end", func() bool { return len(w.Ends(0)) > 0 })
			if how != "close" && titled(w.menuAt(d, "undefined_name", nil), "AI fix: F821") == nil {
				t.Error("the fix is not offered again")
			}
			w.settled()
			if ends := w.Ends(0); !slices.Equal(ends, []string{"cancelled"}) || len(w.Shown(0)) > 0 {
				t.Errorf("ends %q, messages %q", ends, w.Shown(0))
			}
			w.Execute("fettle.cancel", nil)
			until(t, "a word that there is nothing to cancel", func() bool { return slices.Equal(w.Shown(0), []string{"fettle: nothing is running"}) })
		})
	}
}

// TestMenuOfAJobThatFinishedMeanwhile: a problem whose job runs has one entry, also where the
// same fix was made ahead of the menu meanwhile and the editor is slow to answer.
func TestMenuOfAJobThatFinishedMeanwhile(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.openSample()
	w.waitSure(d)
	let := make(chan struct{})
	w.Answer("workspace/applyEdit", func(testkit.Message) (any, *testkit.WireError) {
		<-let
		return map[string]any{"applied": false}, nil
	})
	w.Execute("fettle.fix", []any{map[string]any{"uri": d.URI, "lines": []int{5, 5}}})
	on := func() []string { return testkit.Titles(w.menuAt(d, "if a: ", nil)) }
	until(t, "the job", func() bool {
		return slices.ContainsFunc(on(), func(s string) bool { return strings.HasPrefix(s, "Fix: cancel E701") })
	})
	if titles := on(); len(titles) != 1 {
		t.Errorf("%q", titles)
	}
	close(let)
	until(t, "the end", func() bool { return len(w.Ends(0)) > 0 })
	w.waitSure(d)
}

// TestKeyPressedAgain: who binds a key to our fixes and presses it again while one
// runs gets nothing to apply, and the menu offers to cancel as before.
func TestKeyPressedAgain(t *testing.T) {
	each(t, worldOptions{gate: make(chan struct{})}, func(t *testing.T, w *world) {
		d := w.openSample()
		key := map[string]any{"only": []string{aiKind}, "triggerKind": 1}
		w.Choose(w.menuAt(d, "undefined_name", key)[0])
		until(t, "the model", func() bool { return w.count(&w.asked) == 1 })
		if items := w.menuAt(d, "undefined_name", key); len(items) > 0 {
			t.Errorf("the key again: %q", testkit.Titles(items))
		}
		for _, only := range [][]string{nil, {quickFix}, {aiKind, quickFix}} {
			if titled(w.menuAt(d, "undefined_name", map[string]any{"only": only}), "AI fix: cancel F821") == nil {
				t.Errorf("only %q: no cancel entry", only)
			}
		}
	})
}

func TestCommandArguments(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix")})
	d := w.openSample()
	w.Type(d, 0, 0, "\n")
	w.Push(d, w.f821(d))
	whole := map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 9, "character": 0}}
	first := map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 0, "character": 0}}
	for _, c := range []struct {
		name     string
		args     any
		code     int
		message  string
		explains bool
	}{
		{"unopened", []any{map[string]any{"path": "/w/other.py"}}, -32602, "fettle: that file is not open in this editor", false},
		{"beyond", []any{map[string]any{"uri": d.URI, "lines": []int{900, 901}}}, 0, "fettle: no diagnostic here; if you see one, open the menu on it first", false},
		{"range wins", []any{map[string]any{"uri": d.URI, "lines": []int{1, 1}, "range": whole}}, 0, "", true},
		{"range wins against", []any{map[string]any{"uri": d.URI, "lines": []int{1, 9}, "range": first}}, 0, "fettle: no diagnostic here; if you see one, open the menu on it first", false},
	} {
		from := w.Seen()
		m := w.Execute("fettle.explain", c.args)
		shown := strings.Join(w.Shown(from), "|")
		if m.Code() != c.code || shown != c.message || strings.Contains(m.Raw, "# ruff F821") != c.explains {
			t.Errorf("%s: %s, %q", c.name, m.Raw, shown)
		}
	}
	w.menuAt(d, "undefined_name", nil)
	if m := w.Execute("fettle.explain", []any{}); !strings.Contains(m.Raw, "# ruff F821") {
		t.Errorf("without arguments: %s", m.Raw)
	}
}

// TestNothingHere: who has no plugin that forwards diagnostics is told how fettle
// hears of one.
func TestNothingHere(t *testing.T) {
	for settings, want := range map[string]string{
		"":                                   "fettle: no diagnostic here; if you see one, open the menu on it first",
		`{"client":{"askInstruction":true}}`: "fettle: no diagnostic here",
	} {
		w := newWorld(t, worldOptions{profile: testkit.NamedProfile("neovim"), settings: settings})
		from := w.Seen()
		w.Execute("fettle.explain", []any{map[string]any{"uri": w.openSample().URI, "lines": []int{1, 1}}})
		if got := strings.Join(w.Shown(from), "|"); got != want {
			t.Errorf("%s: %q", settings, got)
		}
	}
}
