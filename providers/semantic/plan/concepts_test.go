package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// TestConcepts: a question that describes a thing without its name asks for that, too, in
// any order and form of its words; the words that it has still count, and what is guessed
// only adds.
func TestConcepts(t *testing.T) {
	for question, want := range map[string]string{
		"what happens when a file is opened and never closed": "leak",
		"how is it seen that nobody ever closes a file":       "",
		"what keeps two writers out at the same time":         "lock",
		"how long does it wait between two attempts":          "retry",
		"is the connection made again when it was lost":       "reconnect",
	} {
		groups := Groups(question)
		guessed := slices.DeleteFunc(slices.Clone(groups), func(g index.Group) bool { return !g.Extra })
		found := slices.ContainsFunc(guessed, func(g index.Group) bool { return g.Forms[want] > 0 })
		if want != "" && !found || want == "" && slices.ContainsFunc(guessed, func(g index.Group) bool { return g.Word == "leak" }) {
			t.Errorf("%q: %+v", question, guessed)
		}
		if len(guessed) == len(groups) {
			t.Errorf("%q: its own words are lost: %+v", question, groups)
		}
	}
}

// TestRowsOfConcepts: each row has what code calls the thing and how it is asked for, and
// no way to ask stands in it twice.
func TestRowsOfConcepts(t *testing.T) {
	for row := range strings.Lines(concepts) {
		means, asked, ok := strings.Cut(strings.TrimSpace(row), ": ")
		ways := strings.Split(asked, ", ")
		slices.Sort(ways)
		if !ok || means == "" || slices.Contains(ways, "") || len(slices.Compact(slices.Clone(ways))) != len(ways) {
			t.Errorf("%q", row)
		}
		for _, w := range strings.Fields(means) {
			if w != strings.ToLower(w) || strings.Contains(w, ",") {
				t.Errorf("%q: %q is no word", row, w)
			}
		}
	}
}
