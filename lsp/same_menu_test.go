package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestSameMenus: the same line has the same entries in the three editors, in the same order, whatever each of them
// announces, passes on and draws. A problem that needs a model where none is set has one entry in each: disabled where
// the editor shows such entries, else one that says so when it is chosen.
func TestSameMenus(t *testing.T) {
	const source = unusedLine + "\n\ndef f(a):\n    if a: return 1\n    return undefined_name\n"
	for _, noModel := range []bool{false, true} {
		for on, wanted := range map[string]string{"import string": "Fix F401", "if a": "Fix E701",
			"undefined_name": "AI fix: F821", "def f": ""} {
			var first []string
			for _, name := range []string{"vscode", "neovim-plugin", "helix"} {
				w := newWorld(t, worldOptions{profile: testkit.NamedProfile(name), linter: true, noModel: noModel})
				d := w.Open("/w/a.py", "python", source)
				var titles []string
				until(t, name+" "+on, func() bool {
					menu := w.MenuAt(d, func(s string) (int, int) {
						i := strings.Index(s, on)
						return i, i
					}, map[string]any{"triggerKind": 1})
					titles = testkit.Titles(menu)
					at := slices.IndexFunc(titles, func(s string) bool { return strings.HasPrefix(s, wanted) })
					// The finished fix is there, or the entry of the model.
					return wanted == "" || at >= 0 && (wanted[0] == 'A' || menu[at].Edit != nil)
				})
				if first == nil {
					first = titles
				}
				if !slices.Equal(titles, first) {
					t.Errorf("%q without a model %v: %s has\n%s\nVS Code\n%s", on, noModel, name, strings.Join(titles, "\n"),
						strings.Join(first, "\n"))
				}
				causes := 0
				for _, title := range titles {
					if strings.Contains(title, "fix: F821") || strings.HasPrefix(title, "Fix F") || strings.HasPrefix(title, "Fix E") {
						causes++
					}
				}
				if wanted != "" && causes != 1 {
					t.Errorf("%s has %d entries for one cause: %q", name, causes, titles)
				}
			}
		}
	}
}
