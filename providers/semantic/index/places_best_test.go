package index

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The first of many files are those that sorting all would put first.
func TestBestOf(t *testing.T) {
	x := New()
	var list []Change
	for i := range 300 {
		list = append(list, Change{Path: fmt.Sprintf("f%03d.py", i), Features: Extract("python", "x = 1\n")})
	}
	x.Apply(list)
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test repeats
	for _, most := range []int{1, 7, 300, 500} {
		score := make([]float64, len(x.files))
		var all []uint32
		for i := range score {
			if score[i] = float64(rng.IntN(20)); score[i] > 0 && x.files[i] != nil {
				all = append(all, uint32(i))
			}
		}
		slices.SortFunc(all, func(a, b uint32) int { return x.better(score, a, b) })
		if got, want := x.bestOf(score, most), all[:min(most, len(all))]; !slices.Equal(got, want) {
			t.Errorf("%d of %d: %v, want %v", most, len(all), got, want)
		}
	}
}
