package index

import "slices"

// The bounds of a walk over the import graph.
const (
	MaxDepth = 3
	maxHops  = 200 // files that one step goes on from
	maxFan   = 50
)

// hops says how many imports lie between files and the nearest of some others, in either
// direction, up to a depth. Cycles end at what has been visited.
func (g *graph) hops(from []string, depth int) map[string]int {
	out := map[string]int{}
	level := from
	for _, path := range level {
		out[path] = 0
	}
	for d := 1; d <= min(depth, MaxDepth); d++ {
		var next []string
		for _, path := range level {
			for _, list := range [][]string{g.out[path], g.in[path]} {
				for _, n := range list[:min(len(list), maxFan)] {
					if _, seen := out[n]; !seen {
						out[n] = d
						next = append(next, n)
					}
				}
			}
		}
		slices.Sort(next)
		level = next[:min(len(next), maxHops)]
	}
	return out
}

// Hops says how many imports lie between files and the nearest of some others, in either
// direction, for those that are at most so many away.
func (x *Index) Hops(from []string, depth int) map[string]int {
	g := x.linked()
	x.mu.RLock()
	defer x.mu.RUnlock()
	return g.hops(from, depth)
}
