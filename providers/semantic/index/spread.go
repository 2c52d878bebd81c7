package index

import (
	"cmp"
	"slices"
	"strings"
)

// The bounds of a walk over the import graph.
const (
	MaxDepth  = 3
	maxSpread = 200 // files
	maxFan    = 50
)

// spread walks the import graph breadth first from the seeds: an import counts
// 1, an importer 0.6, and each level halves the score. Cycles end at the
// visited set.
func (g *graph) spread(seeds map[string]float64, depth int) map[string]float64 {
	out := map[string]float64{}
	type step struct {
		path  string
		score float64
	}
	var level []step
	for _, p := range sortedKeys(seeds) {
		out[p] = seeds[p]
		level = append(level, step{p, seeds[p]})
	}
	for range min(depth, MaxDepth) {
		slices.SortStableFunc(level, func(a, b step) int {
			return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.path, b.path))
		})
		next := map[string]float64{}
		for _, s := range level {
			reach := func(targets []string, weight float64) {
				for _, t := range targets[:min(maxFan, len(targets))] {
					if _, seen := out[t]; !seen {
						next[t] = max(next[t], s.score*0.5*weight)
					}
				}
			}
			reach(g.out[s.path], 1)
			reach(g.in[s.path], 0.6)
		}
		level = level[:0]
		for _, p := range sortedKeys(next) {
			if len(out) >= maxSpread {
				return out
			}
			out[p] = next[p]
			level = append(level, step{p, next[p]})
		}
	}
	return out
}

// Spread walks the import graph from the seeds, at most depth levels; the
// scores of the files reached.
func (x *Index) Spread(seeds map[string]float64, depth int) map[string]float64 {
	g := x.linked()
	x.mu.RLock()
	defer x.mu.RUnlock()
	return g.spread(seeds, depth)
}
