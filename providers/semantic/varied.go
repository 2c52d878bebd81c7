package semantic

import "math"

// The bounds of the choice among places that say the same.
const (
	variedPlaces = 25  // of the best are chosen so
	againWorth   = 0.7 // of a place that speaks of just what a better one speaks of
	likePower    = 4   // only what speaks of much the same counts as the same
)

// varied puts places behind others that speak of other words of the question, as far
// as better places speak of theirs already: three functions called post that answer
// less than they are named after leave no room for what they call. No place counts
// less for it than the one in front of it.
func varied(list []spot) []spot {
	worth := make([]float64, len(list)) // share of its score that a place keeps
	for i := range worth {
		worth[i] = 1
	}
	for i := range min(variedPlaces, len(list)) {
		best := i
		for k := i; k < len(list); k++ {
			if list[k].score*worth[k] > list[best].score*worth[best] {
				best = k
			}
		}
		chosen := list[best]
		copy(list[i+1:best+1], list[i:best])
		copy(worth[i+1:best+1], worth[i:best])
		list[i] = chosen
		for k := i + 1; k < len(list); k++ {
			worth[k] = min(worth[k], 1-(1-againWorth)*math.Pow(alike(list[k].said.Parts, chosen.said.Parts), likePower))
		}
	}
	for i := 1; i < len(list); i++ {
		list[i].score = min(list[i].score, list[i-1].score)
	}
	return list
}

// alike says how much two places speak of the same words, from 0 to 1.
func alike(a, b []float64) float64 {
	both, aa, bb := 0.0, 0.0, 0.0
	for i := range min(len(a), len(b)) {
		both += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	if both <= 0 {
		return 0
	}
	return both / math.Sqrt(aa*bb)
}
