package syntax

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestReparseEqualsParse types and deletes at random and wants the facts of an
// incremental parse to be those of a fresh one.
func TestReparseEqualsParse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"x", "\n", "    y = 1\n", "(", ")", "}", "def g():\n    pass\n", "\r\n", "é", `"`, "if a {\n", ""}
	for _, lang := range []string{"python", "go", "typescript", "rust"} {
		data := must.Read(t, "testdata/"+lang+".txtar")
		src, _, _ := strings.Cut(strings.TrimPrefix(data, "-- source --\n"), "-- tree --\n")
		f := Parse(lang, src)
		for step := range 60 {
			var edits []text.Edit
			cur := f.Doc()
			for at := rng.IntN(80); at < cur.Len() && len(edits) < 1+step%3; at += 1 + rng.IntN(200) {
				end := min(cur.Len(), at+rng.IntN(6))
				edits = append(edits, text.Edit{Span: text.Span{Start: at, End: end}, New: pieces[rng.IntN(len(pieces))]})
				at = end
			}
			next, err := cur.Apply(edits)
			must.OK(t, err)
			f = f.Reparse(edits, next.Text())
			check(t, f)
			// Trees of broken text may differ with their history; facts of
			// sound text may not.
			if fresh := Parse(lang, next.Text()); len(fresh.Damage) == 0 && len(f.Damage) == 0 {
				if diff := cmp.Diff(outline(fresh), outline(f)); diff != "" {
					t.Fatalf("%s step %d:\n%s", lang, step, diff)
				}
			}
			if step%10 == 9 { // start again from the sound text
				f = f.Reparse(nil, src)
			}
		}
	}
}

func TestReparseOfWrongEdits(t *testing.T) {
	f := Parse("python", "x = 1\n").Reparse(nil, "x = 1\n")
	for _, edits := range [][]text.Edit{
		{{Span: text.Span{Start: 90, End: 91}}},
		{{Span: text.Span{Start: 0, End: 1}, New: "y"}},
		{{Span: text.Span{Start: 0, End: 3}}, {Span: text.Span{Start: 1, End: 2}}},
	} {
		g := f.Reparse(edits, "def z():\n    pass\n")
		if i := g.Enclosing(1, Function); i < 0 || g.Nodes[i].Name != "z" {
			t.Errorf("after %v: %s", edits, outline(g))
		}
	}
}
