package index

import "testing"

// Of what matches alike, the better file comes first, then the better place in it; a short
// chunk comes before a long one, and what contains no word of a question is not shown, unless
// vectors lead to its file.
func TestChunks(t *testing.T) {
	x := New()
	x.Apply([]Change{
		{Path: "a.py", Text: "def frobnicate(x):\n    return x\n\n\ndef other(y):\n    return y\n"},
		{Path: "b.py", Text: "def third(y):\n    frobnicate(y)\n    return y\n"},
		{Path: "c.py", Text: "def fourth(y):\n    return y\n"},
	})
	names := func(q Query) (out []string) {
		q.Terms, q.Weights = TextTerms("frobnicate", 1), QueryWeights()
		for i, c := range x.Rank(q).Chunks(10, 10) {
			if i == 0 && c.Value != 1 || c.Value <= 0 || c.Value > 1 || c.Match > 1 {
				t.Errorf("%s: match %.2f, value %.2f", c.Chunk.Name, c.Match, c.Value)
			}
			out = append(out, c.Chunk.Name)
		}
		return out
	}
	if got := names(Query{}); len(got) != 2 || got[0] != "frobnicate" || got[1] != "third" {
		t.Errorf("by words: %v", got)
	}
	if got := names(Query{Alike: map[string]float64{"c.py": 1}}); len(got) != 3 || got[2] != "fourth" {
		t.Errorf("with vectors: %v", got)
	}
}
