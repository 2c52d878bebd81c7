package index

import (
	"cmp"
	"slices"
)

// The ways in which signals become one score.
const (
	// FuseSum adds each signal's share of its own maximum: the usual way.
	FuseSum Fusion = iota
	// FuseRanks adds what each file's rank by the signal is worth (reciprocal
	// rank fusion): how far the best are ahead does not count.
	FuseRanks
)

// Fusion says how signals become one score.
type Fusion uint8

// rankK flattens the worth of ranks: the first of a list counts 1, the
// twentieth about a half.
const rankK = 20

// fuse turns the scores by one signal into shares from 0 to 1 of those that
// scored.
func (x *Index) fuse(how Fusion, score []float64) {
	top := 0.0
	var slots []uint32
	for i, s := range score {
		if x.files[i] == nil || s <= 0 {
			score[i] = 0
			continue
		}
		top = max(top, s)
		slots = append(slots, uint32(i))
	}
	if how == FuseSum {
		for _, i := range slots {
			score[i] /= top
		}
		return
	}
	slices.SortFunc(slots, func(a, b uint32) int { return cmp.Compare(score[b], score[a]) })
	rank, last := 0, 0.0
	for n, i := range slots {
		if score[i] != last { // files that score alike rank alike
			rank, last = n, score[i]
		}
		score[i] = (rankK + 1) / float64(rankK+1+rank)
	}
}

// The walk behind pageRank.
const (
	pageRounds  = 20
	pageDamping = 0.85
)

// pageRank says how much of the workspace leans on each file: files that are
// imported by many, and by such files.
func (x *Index) pageRank(g *graph, score []float64) {
	n := float64(max(1, x.live))
	now, next := make([]float64, len(x.files)), make([]float64, len(x.files))
	targets := make([][]uint32, len(x.files))
	for i, f := range x.files {
		if f == nil {
			continue
		}
		now[i] = 1 / n
		for _, p := range g.out[f.path] {
			if slot, ok := x.byPath[p]; ok {
				targets[i] = append(targets[i], slot)
			}
		}
	}
	for range pageRounds {
		loose := 0.0 // of files that import nothing
		clear(next)
		for i, v := range now {
			if len(targets[i]) == 0 {
				loose += v
				continue
			}
			for _, t := range targets[i] {
				next[t] += pageDamping * v / float64(len(targets[i]))
			}
		}
		for i, f := range x.files {
			if f != nil {
				next[i] += (1-pageDamping)/n + pageDamping*loose/n
			}
		}
		now, next = next, now
	}
	copy(score, now)
}

// ways are what a factor finds files by, where it is not their words.
var ways = map[string]string{"defs": "symbol", "definer": "symbol", "path": "path", "imports": "imports", "distance": "imports", "page rank": "imports",
	"recency": "history", "messages": "history", "cochange": "history", "journal": "journal", "alike": "semantic"}

// Way is what a file is found by, as the factor says that adds most to its score;
// "" for its words, or where no factor is known.
func (h Hit) Way() string {
	if len(h.Factors) == 0 {
		return ""
	}
	return ways[slices.MaxFunc(h.Factors, func(a, b Factor) int { return cmp.Compare(a.Value, b.Value) }).Name]
}
