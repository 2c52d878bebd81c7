package semantic

import (
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// Places that speak of just what better ones speak of stand behind one that speaks of
// something else; the best stays the best, and scores still fall.
func TestVaried(t *testing.T) {
	at := func(name string, score float64, parts ...float64) spot {
		return spot{def: index.Def{Name: name}, score: score, said: index.Evidence{Parts: parts}}
	}
	got := varied([]spot{at("post", 1, 1, 0, 0), at("post", 0.95, 1, 0, 0), at("post", 0.9, 1, 0.05, 0), at("redirect", 0.8, 0, 1, 1)})
	var names []string
	for i, s := range got {
		names = append(names, s.def.Name)
		if i > 0 && s.score > got[i-1].score {
			t.Errorf("place %d has %.2f, the one in front of it %.2f", i, s.score, got[i-1].score)
		}
	}
	if len(got) != 4 || names[0] != "post" || names[1] != "redirect" || got[1].score != 0.8 {
		t.Errorf("%v, %+v", names, got)
	}
	if one := varied([]spot{at("a", 0.5)}); len(one) != 1 || one[0].score != 0.5 {
		t.Errorf("of one place: %+v", one)
	}
}
