package index

import (
	"math"
	"testing"
)

func TestFuse(t *testing.T) {
	x := build(map[string]string{"a.py": "", "b.py": "", "c.py": "", "d.py": ""})
	for _, c := range []struct {
		how  Fusion
		want []float64
	}{{FuseSum, []float64{0.1, 1, 0, 0.1}}, {FuseRanks, []float64{21. / 22, 1, 0, 21. / 22}}} {
		score := []float64{1, 10, -3, 1}
		x.fuse(c.how, score)
		for i := range score {
			if math.Abs(score[i]-c.want[i]) > 1e-9 {
				t.Errorf("%d: %v, want %v", c.how, score, c.want)
				break
			}
		}
	}
}

func TestPageRank(t *testing.T) {
	x := build(map[string]string{"base.py": "value = 1\n", "a.py": "import base\n", "b.py": "import base\n", "c.py": "import a\n"})
	score := make([]float64, len(x.files))
	x.pageRank(x.linked(), score)
	by := func(p string) float64 { return score[x.byPath[p]] }
	sum := 0.0
	for _, v := range score {
		sum += v
	}
	if by("base.py") <= by("a.py") || by("a.py") <= by("b.py") || math.Abs(sum-1) > 1e-6 {
		t.Errorf("%v (sum %v)", score, sum)
	}
	q := Query{Terms: TextTerms("value", 1), Weights: QueryWeights()}
	plain := x.Rank(q)
	q.Weights.PageRank, q.Fusion = 0.2, FuseRanks
	if r := x.Rank(q); len(r.Hits) <= len(plain.Hits) {
		t.Errorf("with page rank every file counts: %v, without %v", paths(r), paths(plain))
	}
}

// What vectors say of files counts beside the words.
func TestAlikeCounts(t *testing.T) {
	x := build(map[string]string{"a.py": "value = 1\n", "b.py": "value = 1\n"})
	q := Query{Terms: TextTerms("value", 1), Weights: QueryWeights(), Alike: map[string]float64{"b.py": 0.9, "gone.py": 1}}
	if got := paths(x.Rank(q)); got[0] != "b.py" {
		t.Errorf("%v", got)
	}
}
