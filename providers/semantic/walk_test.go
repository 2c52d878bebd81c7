package semantic

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
)

// warehouse has one place that answers, with neighbours that no word of the question
// leads to, and files that nothing ties to it.
func warehouse() Memory {
	return Memory{
		"parcels.py": "from shelves import Shelf, free_shelf\nfrom labels import print_label\n\n\nclass Hall:\n    \"\"\"Holds everything.\"\"\"\n" +
			strings.Repeat("\n    def other(self):\n        return 1\n", 20) +
			"\n    def stow_parcel(self, parcel, scope):\n        shelf: Shelf = free_shelf(self)\n        scope.append(shelf)\n        print_label(parcel)\n        return shelf\n",
		"shelves.py": "class Shelf:\n    width = 1\n\n    def scope(self):\n        return self.width\n\n\ndef free_shelf(hall):\n    return Shelf()\n",
		"labels.py":  "def print_label(thing):\n    return str(thing)\n",
		"gate.py":    "from parcels import Hall\n\n\ndef arrive(hall, thing):\n    return hall.stow_parcel(thing, [])\n",
		"paint.py":   "def mix_colour(colour):\n    return colour\n",
	}
}

// TestAnswersAreFilled: an answer that leaves most of its budget shows the neighbours
// of its place, each with how it is tied to it, and nothing else; none where no step
// is to be taken, and no more than there is room for.
func TestAnswersAreFilled(t *testing.T) {
	p := built(t, Options{Source: warehouse()})
	ask := func(change func(*QueryParams)) []string {
		t.Helper()
		q := DefaultQuery("where is a parcel stowed")
		change(&q)
		res, err := p.Query(t.Context(), q)
		must.OK(t, err)
		var out []string
		for _, r := range res.Results {
			out = append(out, r.Role+" "+r.Entity.Name)
		}
		return out
	}
	all := ask(func(*QueryParams) {})
	for _, want := range []string{"direct stow_parcel", "type Hall", "type Shelf", "callee free_shelf", "callee print_label", "caller arrive"} {
		if !slices.Contains(all, want) {
			t.Errorf("%s is not in %q", want, all)
		}
	}
	if slices.ContainsFunc(all, func(s string) bool { return strings.HasSuffix(s, " scope") || strings.HasSuffix(s, "mix_colour") }) {
		t.Errorf("what nothing calls is shown: %q", all)
	}
	none := ask(func(q *QueryParams) { zero := 0; q.MaxDepth = &zero })
	if len(none) == 0 || slices.ContainsFunc(none, func(s string) bool { return !strings.HasPrefix(s, "direct ") }) {
		t.Errorf("without a step: %q", none)
	}
	if few := ask(func(q *QueryParams) { q.MaxTokens = 250 }); len(few) >= len(all) {
		t.Errorf("in a small budget: %q", few)
	}
	q := DefaultQuery("where is a parcel stowed")
	q.MaxTokens = 250
	res, err := p.Query(t.Context(), q)
	if err != nil || slices.ContainsFunc(res.Summary.Exclusions, func(x assemble.Exclusion) bool { return x.Name == "arrive" }) {
		t.Errorf("looked for without room: %+v %v", res.Summary.Exclusions, err)
	}
}

func TestCalls(t *testing.T) {
	for code, want := range map[string]bool{
		"scope.append(1)": false, "x = self.scope": false, "rescope(1)": false, "scopes()": false, "self.scope()": true, "scope (1)": true, "a?.scope?.(1)": false, "": false,
	} {
		if got := calls(code, "scope"); got != want {
			t.Errorf("%q: %v", code, got)
		}
	}
}

// TestSymbolsAreSurrounded: an answer about a symbol that leaves room tells of the files
// that its file is tied to by names, in both directions, and of no others; of none where
// no step is to be taken, and of no more than there is room for.
func TestSymbolsAreSurrounded(t *testing.T) {
	m := Memory{
		"hall.py":    "from shelves import Shelf\nfrom colours import mix\n\n\nclass Hall:\n    shelf: Shelf\n\n    def stow(self, parcel):\n        return parcel\n\n    def paint(self):\n        return Shelf()\n",
		"shelves.py": "class Shelf:\n    width = 1\n", "colours.py": "def blend():\n    return 1\n",
		"gate.py": "from hall import Hall\n\n\ndef arrive(hall: Hall):\n    return hall\n", "street.py": "import hall\n\n\ndef walk():\n    return 1\n",
	}
	about := func(change func(*QueryParams)) []string {
		return slices.DeleteFunc(asked(t, m, "Fix the bug in Hall.stow", change), func(s string) bool { return !strings.HasPrefix(s, roleRelated) })
	}
	if got := about(nil); !slices.Equal(got, []string{"related Shelf: `hall.py` imports it", "related arrive: imports `hall.py`"}) {
		t.Errorf("%q", got)
	}
	none := 0
	if got := about(func(q *QueryParams) { q.MaxDepth = &none }); len(got) > 0 {
		t.Errorf("without a step: %q", got)
	}
	q := DefaultQuery("Fix the bug in Hall.stow")
	q.MaxTokens = 130
	res, err := built(t, Options{Source: m}).Query(t.Context(), q)
	if err != nil || len(res.Results) == 0 || slices.ContainsFunc(res.Summary.Exclusions, func(x assemble.Exclusion) bool { return x.Name == "arrive" }) {
		t.Errorf("without room: %+v %v", res.Summary.Exclusions, err)
	}
}
