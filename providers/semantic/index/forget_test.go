package index

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestTypingForgets types a new word into one file again and again. The index
// must not remember them all.
func TestTypingForgets(t *testing.T) {
	x := build(map[string]string{"a.py": "def parse_config():\n    pass\n", "b.py": "import a\na.parse_config()\n"})
	most := 0
	for i := range 20_000 {
		x.Apply([]Change{{Path: "b.py", Text: fmt.Sprintf("import a\na.parse_config(x%d_value)\n# word%d\n", i, i)}})
		most = max(most, len(x.terms.Text), len(x.known))
	}
	if most > 40_000 || len(x.files) > 2 {
		t.Errorf("%d terms or contents at most, %d slots of two files", most, len(x.files))
	}
	if got := x.References("parse_config", 9); !slices.Equal(got, []string{"a.py", "b.py"}) {
		t.Errorf("references %v", got)
	}
}

// TestContentsAreForgotten: so are the texts of a file that has the same words every time.
func TestContentsAreForgotten(t *testing.T) {
	x, most := build(map[string]string{"b.py": "x = 1\n"}), 0
	for i := range 4000 {
		text := strings.Repeat("alpha beta gamma\n", 10) + strings.Repeat("\n", i)
		x.Apply([]Change{{Path: "a.py", Text: text}})
		most = max(most, len(x.known))
	}
	if most > 2500 {
		t.Errorf("%d contents at most", most)
	}
}

// TestRankingOfAnotherIndex: the chunks of a ranking are those of its words, though the index
// was made anew since.
func TestRankingOfAnotherIndex(t *testing.T) {
	files := map[string]string{"c.py": "def parse_config():\n    return 1\n\n\ndef zebra_crossing():\n    return 2\n"}
	x := New()
	for i := range 50 {
		x.Apply([]Change{{Path: "gone.py", Text: fmt.Sprintf("word%c = other%c\n", 'a'+i%26, 'a'+i/2)}})
	}
	x.Apply([]Change{{Path: "c.py", Text: files["c.py"]}, {Path: "gone.py", Removed: true}})
	r := x.Rank(Query{Terms: TextTerms("zebra crossing", 1), Weights: QueryWeights()})
	x.dead, x.made = 1<<40, -tablesLeast
	x.Apply([]Change{{Path: "d.py", Text: "y = 1\n"}})
	if x.dead != 0 {
		t.Fatal("nothing was forgotten")
	}
	if got := r.Chunks(1, 1); len(got) != 1 || got[0].Chunk.Name != "zebra_crossing" {
		t.Errorf("%+v", got)
	}
}

// TestReferencesAreOfTheWord: a word that is only a part of others is not used.
func TestReferencesAreOfTheWord(t *testing.T) {
	x := build(map[string]string{"a.py": "client.go()\n", "b.py": "client_id.go()\n", "c.py": "# client\n"})
	if got := x.References("client", 9); !slices.Equal(got, []string{"a.py"}) {
		t.Errorf("%v", got)
	}
}

// TestForgettingChangesNoAnswer changes files at random, with all that was removed forgotten
// and the index saved in between, and compares the answers with those of an index made anew.
func TestForgettingChangesNoAnswer(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	word := func() string { return fmt.Sprintf("%c_word%d", 'a'+rune(r.IntN(4)), r.IntN(40)) }
	text := func() string {
		s := "import m1\n# about " + word() + "\n"
		for range r.IntN(6) {
			s += "def " + word() + "(" + word() + "):\n    return " + word() + "(" + word() + ")\n\n\n"
		}
		return s
	}
	x, files, forgot := New(), map[string]string{}, 0
	for i := range 400 {
		path := fmt.Sprintf("pkg%d/m%d.py", r.IntN(3), r.IntN(10))
		if r.IntN(5) == 0 {
			delete(files, path)
			x.Apply([]Change{{Path: path, Removed: true}})
		} else {
			old := files[path]
			files[path] = text()
			stale := x.Features(path, old) // as another goroutine may hold them
			if r.IntN(6) == 0 {
				x.dead, x.made = 1<<40, -tablesLeast
			}
			x.Apply([]Change{{Path: path, Text: files[path]}})
			if x.dead == 0 {
				forgot++
			}
			if r.IntN(4) == 0 && old != "" {
				files[path] = old
				x.Apply([]Change{{Path: path, Text: old, Features: stale}})
			}
		}
		if i%50 == 49 {
			loaded, err := Load(x.Save())
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(loaded.Save(), x.Save()) {
				t.Error("saved, loaded and saved again it is another index")
			}
			x = loaded
		}
		if i%10 != 9 {
			continue
		}
		fresh := build(files)
		for range 20 {
			q := word() + " " + word() + " about"
			a, b := ask(x, q), ask(fresh, q)
			slices.Sort(a) // sums of floats depend on the order in which names came
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Fatalf("step %d: %q finds %v, a fresh index %v", i, q, a, b)
			}
			if n := word(); !slices.Equal(x.References(n, 99), fresh.References(n, 99)) {
				t.Fatalf("step %d: references of %s are %v, in a fresh index %v", i, n, x.References(n, 99),
					fresh.References(n, 99))
			}
		}
	}
	if forgot == 0 {
		t.Error("nothing was forgotten")
	}
}
