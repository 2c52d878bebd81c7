package index

import "testing"

// What vectors say of files counts beside the words.
func TestAlikeCounts(t *testing.T) {
	x := build(map[string]string{"a.py": "value = 1\n", "b.py": "value = 1\n"})
	q := Query{Terms: TextTerms("value", 1), Weights: QueryWeights(), Alike: map[string]float64{"b.py": 0.9, "gone.py": 1}}
	if got := paths(x.Rank(q)); got[0] != "b.py" {
		t.Errorf("%v", got)
	}
}
