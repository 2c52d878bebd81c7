package main

// keptLines are the lines of a that b keeps, by the longest common blocks:
// first the longest, then those before and after it.
func keptLines(a, b []string) []string {
	where := map[string][]int{}
	for j, l := range b {
		where[l] = append(where[l], j)
	}
	kept := make([]bool, len(a))
	type part struct{ aLow, aHigh, bLow, bHigh int }
	for queue := []part{{0, len(a), 0, len(b)}}; len(queue) > 0; {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		i, j, n := longestBlock(a, where, p.aLow, p.aHigh, p.bLow, p.bHigh)
		if n == 0 {
			continue
		}
		for k := range n {
			kept[i+k] = true
		}
		queue = append(queue, part{p.aLow, i, p.bLow, j}, part{i + n, p.aHigh, j + n, p.bHigh})
	}
	var out []string
	for i, l := range a {
		if kept[i] {
			out = append(out, l)
		}
	}
	return out
}

// longestBlock is the longest run of equal lines in two ranges, the earliest of
// equally long ones.
func longestBlock(a []string, where map[string][]int, aLow, aHigh, bLow, bHigh int) (bestA, bestB, size int) {
	lengths := map[int]int{} // by the line of b at which a run ends
	for i := aLow; i < aHigh; i++ {
		next := map[int]int{}
		for _, j := range where[a[i]] {
			if j < bLow || j >= bHigh {
				continue
			}
			n := lengths[j-1] + 1
			next[j] = n
			if n > size {
				bestA, bestB, size = i-n+1, j-n+1, n
			}
		}
		lengths = next
	}
	return bestA, bestB, size
}
