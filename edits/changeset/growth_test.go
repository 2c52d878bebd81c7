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
	t.Run("one file", func(t *testing.T) {
		testkit.Growth(t, 4000, func(n int) func() {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "!one %d\nkept %d\n", i, i)
			}
			return run(&world{files: map[string]string{"a": b.String()}, fixes: fixes})
		})
	})
	t.Run("many files", func(t *testing.T) {
		testkit.Growth(t, 4000, func(n int) func() {
			files := map[string]string{}
			for i := range n {
				files[fmt.Sprintf("f%05d", i)] = fmt.Sprintf("!one %d\nkept\n", i)
			}
			return run(&world{files: files, fixes: fixes})
		})
	})
}
