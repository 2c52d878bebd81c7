package lines

import "slices"

// A edgeHunk is what stands with text at one edge of the old and of the new text
// before the first line that both share, seen from that edge.
type edgeHunk struct {
	old  []int // old lines, the edge line first
	new  []string
	next bool // the edge line is kept, but what stood next to it is at the edge now
}

// edgeHunkOf aligns the texts. The edge line only counts as kept if there is no equally
// good alignment without it: of several equal lines those at the edge went.
func edgeHunkOf(old, now []string, side Side) edgeHunk {
	old, _ = Dedent(old)
	now, _ = Dedent(now)
	if side == Head {
		old, now = backwards(old), backwards(now)
	}
	edge := LastText(old)
	match := Align(old, now, Key)
	if other := Align(old[:edge], now, Key); worth(old, now, other) >= worth(old, now, match) {
		match = other
	}
	n, m := len(old), len(now)
	for j := len(now) - 1; j >= 0; j-- {
		if match[j] >= 0 {
			n, m = len(old)-1-match[j], len(now)-1-j
			break
		}
	}
	var g edgeHunk
	for i := range n {
		at := len(old) - 1 - i // counted in the order of alignment
		if !Blank(old[at]) {
			if side == Head {
				at = i
			}
			g.old = append(g.old, at)
		}
	}
	for j := range m {
		if l := now[len(now)-1-j]; !Blank(l) {
			g.new = append(g.new, l)
		}
	}
	if n <= len(old)-1-edge && len(g.new) > 0 && edge > 0 {
		if beside := LastText(old[:edge]); beside >= 0 && Key(old[beside]) == Key(g.new[0]) {
			at := edge
			if side == Head {
				at = len(old) - 1 - edge
			}
			g.old, g.next = []int{at}, true
		}
	}
	return g
}

// worth is the weight of an alignment.
func worth(old, now []string, match []int) int32 {
	n := int32(0)
	for j, i := range match {
		if i >= 0 {
			n += Weight(old[i], now[j])
		}
	}
	return n
}

func backwards(lines []string) []string {
	out := slices.Clone(lines)
	slices.Reverse(out)
	return out
}
