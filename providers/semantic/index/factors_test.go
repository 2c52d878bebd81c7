package index

import "testing"

// TestEachFactor: of two files that are otherwise alike, the one that a factor
// speaks for comes first, and only with that factor.
//
// Covers R3-07.
func TestEachFactor(t *testing.T) {
	const question = "the wanted value"
	for _, c := range []struct {
		name    string
		files   map[string]string
		history [][]string
		without Weights
		with    Weights
	}{
		{name: "keyword",
			files:   map[string]string{"a.py": "value = other\nmore = 1\n", "z.py": "value = other\nwanted = 1\n"},
			without: Weights{Path: 1, Recency: 1}, history: [][]string{{"a.py"}},
			with: Weights{BM25: 3, Recency: 1}},
		{name: "path",
			files:   map[string]string{"a/plain.py": "value = 1\n", "z/wanted.py": "value = 1\n", "best.py": "wanted = 1\n"},
			without: Weights{BM25: 1}, with: Weights{BM25: 1, Path: 0.3}},
		{name: "recency",
			files:   map[string]string{"a.py": "value = 1\n", "z.py": "value = 1\n"},
			history: [][]string{{"z.py"}},
			without: Weights{BM25: 1}, with: Weights{BM25: 1, Recency: 0.3}},
	} {
		x := build(c.files)
		x.SetCommits(c.history)
		first := func(w Weights) string {
			hits := x.Rank(Query{Terms: TextTerms(question, 1), Weights: w}).Hits
			for i := 1; i < len(hits); i++ {
				if hits[i].Score > hits[i-1].Score {
					t.Errorf("%s: %v stands behind %v", c.name, hits[i], hits[i-1])
				}
			}
			for _, h := range hits {
				if h.Path[0] == 'a' || h.Path[0] == 'z' {
					return h.Path
				}
			}
			return ""
		}
		if got := first(c.without); got == "" || got[0] != 'a' {
			t.Errorf("%s: %q is first without it", c.name, got)
		}
		if got := first(c.with); got == "" || got[0] != 'z' {
			t.Errorf("%s: %q is first with it", c.name, got)
		}
	}
}
