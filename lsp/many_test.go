package lsp

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestVeryManyFixes: of a report with very many fixes all are made at once. By
// itself each near the cursor is checked; any other one when it is chosen.
func TestVeryManyFixes(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	const one = "def f(a):\n    if a: return 1\n\n"
	source := strings.Repeat(one, limits.FixesAlone+20)
	d := w.Open("/w/a.py", "python", source)
	at := func(i int) *testkit.MenuItem {
		return titled(w.Menu(d, i, i, map[string]any{"triggerKind": 1}), "Fix E701")
	}
	first, last := strings.Index(source, "if a"), strings.LastIndex(source, "if a")
	until(t, "the fix of the first line", func() bool { it := at(first); return it != nil && it.Edit != nil })
	all := w.Menu(d, 0, len(source), map[string]any{"only": []string{"source.fixAll"}})
	if len(all) != 1 || all[0].Edit == nil {
		t.Fatalf("fix all: %q", testkit.Titles(all))
	}
	it := at(last)
	if it == nil || it.Edit != nil {
		t.Fatalf("the last line has %+v", it)
	}
	w.Choose(*it)
	until(t, "the last line's fix", func() bool { return strings.Count(w.Text(d), ": return 1") == limits.FixesAlone+19 })
	until(t, "all fixes of the text now", func() bool {
		all = w.Menu(d, 0, len(w.Text(d)), map[string]any{"only": []string{"source.fixAll"}})
		return len(all) == 1
	})
	w.Choose(all[0])
	until(t, "all fixes", func() bool { return !strings.Contains(w.Text(d), ": return 1") })
}
