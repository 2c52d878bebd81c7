package changeset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestApart: of files that a tool looks at each by itself one is fixed as it would be alone, however many rounds
// another one needs, and the tool runs as often as for the one that needs most.
func TestApart(t *testing.T) {
	files := map[string]string{"fine": "!one x\n"}
	for i := range 6 { // in each another of the fixes is wrong, and nothing says which
		files[fmt.Sprintf("f%d", i)] = "first\n" + strings.Repeat("!one x\n", i) + "!bad x\n" + strings.Repeat("!one x\n", 12)
	}
	world := func(files map[string]string) *world {
		return &world{files: files, fixes: map[string][]string{"one": {"1"}, "bad": {"2"}},
			extra: func(texts map[string]string) (out []extra) {
				for path, body := range texts {
					if strings.Contains(body, "\n2\n") {
						out = append(out, extra{path, 0, "broken", "somewhere", 0})
					}
				}
				return out
			}}
	}
	var outcomes []string
	most := 0
	for _, path := range slices.Sorted(maps.Keys(files)) {
		w := world(map[string]string{path: files[path]})
		_, r := w.run(t)
		outcomes, most = append(outcomes, told(r)...), max(most, w.runs)
	}
	w := world(files)
	after, r := w.run(t)
	if got := told(r); !slices.Equal(got, outcomes) {
		t.Errorf("together:\n%s\nalone:\n%s", strings.Join(got, "\n"), strings.Join(outcomes, "\n"))
	}
	if w.runs != most || r.Runs["tool"] != most {
		t.Errorf("%d runs, counted as %d; for the longest alone there are %d", w.runs, r.Runs["tool"], most)
	}
	if after["fine"] != "1\n" || strings.Contains(after["f3"], "!one") || !strings.Contains(after["f3"], "!bad") {
		t.Errorf("%q", after)
	}
}

// TestApartFails: where a tool fails over the texts of some files, nothing is known of those, and what it has said
// of others before stays.
func TestApartFails(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one x\n", "b": "!two x\n"},
		fixes: map[string][]string{"one": {"!two x"}, "two": {"2"}}, check: func(all []text.Snapshot) error {
			if slices.ContainsFunc(all, func(s text.Snapshot) bool { return s.Path == "a" && s.Text() == "2\n" }) {
				return errors.New("no memory")
			}
			return nil
		}}
	after, r := w.run(t)
	if after["a"] != "!one x\n" || after["b"] != "2\n" || len(r.Failed) != 1 {
		t.Errorf("%q %q %v", after, told(r), r.Failed)
	}
}
