package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestSelectionAsksForAnInstruction: the entry is there for an explicit
// selection without problems, in editors that can ask for the words.
func TestSelectionAsksForAnInstruction(t *testing.T) {
	invoked := map[string]any{"triggerKind": 1}
	for _, tt := range []struct {
		name, settings string
		from, length   int
		context        map[string]any
		want           bool
	}{
		{"selection", `{"client":{"askInstruction":true}}`, 0, 5, invoked, true},
		{"cursor of one character", `{"client":{"askInstruction":true}}`, 0, 1, invoked, false},
		{"light bulb", `{"client":{"askInstruction":true}}`, 0, 5, map[string]any{"triggerKind": 2}, false},
		{"save", `{"client":{"askInstruction":true}}`, 0, 5, map[string]any{"triggerKind": 2, "only": []string{"refactor"}}, false},
		{"other kind", `{"client":{"askInstruction":true}}`, 0, 5, map[string]any{"triggerKind": 1, "only": []string{"quickfix"}}, false},
		{"asked for", `{"client":{"askInstruction":true}}`, 0, 5, map[string]any{"triggerKind": 1, "only": []string{"refactor.rewrite"}}, true},
		{"cannot ask", `{}`, 0, 5, invoked, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: vscode(), settings: tt.settings})
			d := w.openSample()
			at := w.at(d, "x = 1")
			it := titled(w.Menu(d, at+tt.from, at+tt.from+tt.length, tt.context), "AI edit: selection...")
			if (it != nil) != tt.want {
				t.Fatalf("entry: %+v", it)
			}
			if it != nil && (it.Kind != editKind || it.Edit != nil || it.Command.Command != "fettle.edit") {
				t.Errorf("entry: %+v", it)
			}
		})
	}
}

// TestEditCommandInEveryEditor: the command's lines, its place and the edit fit
// every editor's encoding and manners.
func TestEditCommandInEveryEditor(t *testing.T) {
	each(t, worldOptions{linter: true, answer: replaces("x = 1", "y = 1")}, func(t *testing.T, w *world) {
		d := w.openSample()
		w.Execute("fettle.edit", []any{map[string]any{"path": "/w/a.py", "lines": []int{7, 7}, "instruction": "call it y"}})
		until(t, "the edit", func() bool { return strings.HasSuffix(w.Text(d), "y = 1\n") })
		w.menuAt(d, "y = 1", nil) // some editors tell of a change only before a request
		if n := w.count(&w.asked); n != 1 {
			t.Errorf("asked %d times", n)
		}
	})
}

func TestTodoComments(t *testing.T) {
	for _, tt := range []struct{ lang, text, line, what, scope string }{
		{"python", "def f():\n    # TODO: use sum\n    return 0\n\nx = 1\n", "TODO", "use sum", "def f():\n    # TODO: use sum\n    return 0\n"},
		{"python", "# FIXME(anna) - split this\nx = [1,\n  2]\ny = 1\n", "FIXME", "split this", "# FIXME(anna) - split this\nx = [1,\n  2]\n"},
		{"go", "package p\n\n/* TODO drop it */\nvar x = 1\n", "TODO", "drop it", "/* TODO drop it */\nvar x = 1\n"},
		{"python", "TODO = 1\n", "TODO", "", ""},
		{"python", "# TODO\nx = 1\n", "TODO", "", ""},
	} {
		s := text.File("/w/a", tt.lang, tt.text)
		line := s.LineAt(strings.Index(tt.text, tt.line))
		what, at, ok := todoOn(s, text.Lines{Start: line, End: line + 1})
		if ok != (tt.what != "") || what != tt.what {
			t.Errorf("%q: %q, %v", tt.text, what, ok)
		}
		if scope := s.Slice(s.LinesSpan(todoScope(s, at))); ok && scope != tt.scope {
			t.Errorf("%q: about %q", tt.text, scope)
		}
	}
}

func TestEditArguments(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.openSample()
	for _, tt := range []struct {
		arguments map[string]any
		code      int
		told      string
	}{
		{map[string]any{"uri": d.URI, "lines": []int{7, 7}}, 0, "needs an instruction"},
		{map[string]any{"uri": d.URI, "lines": []int{7, 7}, "instruction": strings.Repeat("x", 5000)}, 0, "too long"},
		{map[string]any{"textDocument": map[string]any{"uri": d.URI, "version": 99}, "instruction": "x",
			"range": map[string]any{"start": map[string]int{"line": 6}, "end": map[string]int{"line": 6, "character": 5}}}, 0, "select again"},
		{map[string]any{"uri": "file:///w/closed.py", "lines": []int{1, 1}, "instruction": "x"}, -32602, "not open"},
		{map[string]any{"path": "a.py", "instruction": "x"}, -32602, ""},
	} {
		t.Run(fmt.Sprint(tt.told, tt.code), func(t *testing.T) {
			from := w.Seen()
			m := w.Execute("fettle.edit", []any{tt.arguments})
			if m.Code() != tt.code {
				t.Errorf("%s", m.Raw)
			}
			if tt.told != "" {
				w.Wait(from, "a message", func(m testkit.Message) bool {
					return m.Method == "window/showMessage" && strings.Contains(string(m.Params), tt.told)
				})
			}
		})
	}
	if n := w.count(&w.asked); n != 0 {
		t.Errorf("asked %d times", n)
	}
}
