package changeset

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestGrowthOfSets: a set of many fixes is checked, in one file and in as many.
func TestGrowthOfSets(t *testing.T) {
	fixes := map[string][]string{"one": {"done"}}
	run := func(w *world) func() {
		return func() {
			if _, r := w.run(t); len(r.Files) != len(w.files) {
				t.Errorf("%d files of %d", len(r.Files), len(w.files))
			}
		}
	}
	// What a fix brings is fixed with it, or speaks against it: on its line, or from
	// a line below that names it.
	for name, fixes := range map[string]map[string][]string{
		"one file":                {"one": {"done"}},
		"fixes that bring others": {"one": {"!two"}, "two": {"done"}},
		"fixes that are refused":  {"one": {"!bad"}},
		"fixes that are named":    {"one": {"v# ="}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.Growth(t, 2000, func(n int) func() {
				var b strings.Builder
				for i := range n {
					fmt.Fprintf(&b, "!one v%d\nkept %d\n", i, i)
				}
				w := &world{files: map[string]string{"a": b.String()}, fixes: fixes}
				if name == "fixes that are named" {
					w.extra = func(texts map[string]string) (out []extra) {
						for i := range strings.Count(texts["a"], "v# =") {
							out = append(out, extra{path: "a", line: 2*i + 1, code: "lost", said: fmt.Sprintf("no 'v%d'", i)})
						}
						return out
					}
				}
				return run(w)
			})
		})
	}
	for name, fixes := range map[string]map[string][]string{
		"many files":                       fixes,
		"many files that need many rounds": {"one": {"!two"}, "two": {"!three"}, "three": {"!bad"}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.Growth(t, 2000, func(n int) func() {
				files := map[string]string{}
				for i := range n {
					files[fmt.Sprintf("f%05d", i)] = fmt.Sprintf("!one %d\nkept\n", i)
				}
				return run(&world{files: files, fixes: fixes})
			})
		})
	}
}
