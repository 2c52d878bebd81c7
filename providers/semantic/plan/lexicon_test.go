package plan

import (
	"slices"
	"strings"
	"testing"
)

// A turn of speech asks for what code calls it, and none of its words for itself.
func TestIdioms(t *testing.T) {
	for _, c := range []struct {
		question string
		want     string // a form that some group has
		not      string // words that are none of the groups
		keeps    string // words that are
	}{
		{"how many worker threads may run at once", "concurr", "many once", "worker threads"},
		{"how long do we wait for an answer", "timeout", "long", "wait answer"},
		{"which files do not exist yet", "miss", "exist", "files"},
		{"what happens if a name points to itself", "circular", "itself", "name"},
		{"is a file given back twice", "dupl", "twice", "file"},
		{"is one object pulled into another", "import", "pulled", "object"},
		{"how are files opened only when they are needed", "lazy", "needed", "files opened"},
		{"what happens when I press ctrl-c", "interrupt", "ctrl", "press"},
		{"where is an environment variable read", "env", "", "environment variable"},
	} {
		var words []string
		forms := map[string]bool{}
		for _, g := range Groups(c.question) {
			words = append(words, g.Word)
			for f := range g.Forms {
				forms[f] = true
			}
		}
		found := false
		for f := range forms {
			found = found || strings.HasPrefix(f, c.want)
		}
		if !found {
			t.Errorf("%q: no form %s in %v", c.question, c.want, forms)
		}
		for _, w := range strings.Fields(c.not) {
			if slices.Contains(words, w) {
				t.Errorf("%q: looks for %q by itself: %v", c.question, w, words)
			}
		}
		for _, w := range strings.Fields(c.keeps) {
			if !slices.Contains(words, w) {
				t.Errorf("%q: does not look for %q: %v", c.question, w, words)
			}
		}
	}
}

// The longest turn counts: "one at a time" is not "at a time".
func TestLongestIdiom(t *testing.T) {
	if means, n := turn(strings.Fields("one at a time please")); n != 4 || !slices.Contains(means, "lock") {
		t.Errorf("%d words, %v", n, means)
	}
	if _, n := turn(strings.Fields("one of them")); n != 0 {
		t.Errorf("%d words of no turn", n)
	}
}

// What a question could do without counts less than what it is about.
func TestLightWords(t *testing.T) {
	weight := map[string]float64{}
	for _, g := range Groups("who decides which queue is already drained") {
		weight[g.Word] = g.Weight
	}
	for _, w := range []string{"decides", "already"} {
		if weight[w] <= 0 || weight[w] >= weight["drained"] {
			t.Errorf("%s counts %.2f, drained %.2f", w, weight[w], weight["drained"])
		}
	}
}

// No word stands for another that any comment has: "in", as a word for stdin, is in every
// docstring.
func TestNoSentenceWordMeansAnother(t *testing.T) {
	l := theLexicon()
	for said, means := range l.synonyms {
		for _, w := range means {
			if is("sentence", w) {
				t.Errorf("%s stands for %s", w, said)
			}
		}
	}
	for said, means := range l.spoken {
		for w := range means {
			if is("sentence", w) {
				t.Errorf("%s stands for %s", w, said)
			}
		}
	}
}
