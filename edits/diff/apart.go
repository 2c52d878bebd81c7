package diff

import (
	"sort"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// exact is up to how many lines the comparison finds the smallest difference. With more (go-udiff v0.4.1, lcs/old.go,
// maxDiffs) it stops, and counts all lines between as changed.
const exact = 100

// compare returns the difference of two lists of lines. Where it is large, the lines
// that both have once divide it, as in patience diff
// (https://bramcohen.livejournal.com/73318.html).
func compare(a, b []string) []lcs.Diff {
	diffs := lcs.DiffLines(a, b)
	changed := 0
	for _, d := range diffs {
		changed += d.End - d.Start + d.ReplEnd - d.ReplStart
	}
	if changed <= exact {
		return diffs
	}
	pairs := unique(a, b)
	if len(pairs) == 0 {
		return diffs
	}
	diffs = nil
	var at [2]int
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		for _, d := range compare(a[at[0]:p[0]], b[at[1]:p[1]]) {
			d = lcs.Diff{Start: d.Start + at[0], End: d.End + at[0], ReplStart: d.ReplStart + at[1], ReplEnd: d.ReplEnd + at[1]}
			diffs = append(diffs, d)
		}
		at = [2]int{p[0] + 1, p[1] + 1}
	}
	return diffs
}

// unique pairs the lines that stand once in each list, as many as there can be in
// one order (https://en.wikipedia.org/wiki/Patience_sorting).
func unique(a, b []string) [][2]int {
	type seen struct{ n, m, i, j int }
	lines := map[string]seen{}
	for i, l := range a {
		s := lines[l]
		lines[l] = seen{n: s.n + 1, i: i}
	}
	for j, l := range b {
		if s, ok := lines[l]; ok {
			s.m, s.j = s.m+1, j
			lines[l] = s
		}
	}
	var list [][2]int
	var piles, before []int // the last pair of the best sequence of each length; the pair before each
	for i, l := range a {
		s := lines[l]
		if s.n != 1 || s.m != 1 {
			continue
		}
		pile := sort.Search(len(piles), func(p int) bool { return list[piles[p]][1] > s.j })
		last := -1
		if pile > 0 {
			last = piles[pile-1]
		}
		piles = append(piles[:pile], append([]int{len(list)}, piles[min(pile+1, len(piles)):]...)...)
		before = append(before, last)
		list = append(list, [2]int{i, s.j})
	}
	if len(piles) == 0 {
		return nil
	}
	out := make([][2]int, len(piles))
	for k, at := len(piles)-1, piles[len(piles)-1]; k >= 0; k, at = k-1, before[at] {
		out[k] = list[at]
	}
	return out
}
