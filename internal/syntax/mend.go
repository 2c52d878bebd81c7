package syntax

import (
	"cmp"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
)

// mend lets the scan answer for every top-level item that holds damage: behind
// an unclosed bracket the tree is a guess, while lines and indentation still
// say what was meant.
func (f *File) mend() {
	if len(f.Damage) == 0 {
		return
	}
	tree, edge, strings, damage := f.Nodes, f.edge, f.Strings, f.Damage
	f.scan()
	scanned, scannedEdge := f.Nodes, f.edge
	f.Engine, f.Strings, f.Damage = TreeSitter, strings, damage

	// Items of the tree and of the scan that share a line stand or fall
	// together.
	var items []text.Lines
	for _, nodes := range [...][]Node{tree, scanned} {
		for _, n := range nodes {
			if n.Parent < 0 {
				items = append(items, n.Lines)
			}
		}
	}
	var hurt []text.Lines
	for _, d := range damage {
		l := f.doc.LinesOf(d.Span)
		hurt, items = append(hurt, l), append(items, l)
	}
	slices.SortFunc(items, byStart)
	slices.SortFunc(hurt, byStart)
	var groups []text.Lines
	for _, l := range items {
		if k := len(groups) - 1; k >= 0 && groups[k].Overlaps(l) {
			groups[k] = groups[k].Union(l)
		} else {
			groups = append(groups, l)
		}
	}
	var bad []text.Lines
	for _, g := range groups {
		for len(hurt) > 0 && hurt[0].End <= g.Start {
			hurt = hurt[1:]
		}
		if len(hurt) > 0 && hurt[0].Overlaps(g) {
			bad = append(bad, g)
		}
	}

	f.Nodes = splice(outside(tree, bad), inside(scanned, bad))
	f.edge = edge
	for _, g := range bad {
		copy(f.edge[g.Start:g.End+1], scannedEdge[g.Start:g.End+1])
	}
}

func byStart(a, b text.Lines) int { return cmp.Or(a.Start-b.Start, a.End-b.End) }

// inside returns the trees of nodes whose top lies in one of the ranges.
func inside(nodes []Node, ranges []text.Lines) [][]Node {
	return tops(nodes, func(l text.Lines) bool { return overlapsAny(l, ranges) })
}

func outside(nodes []Node, ranges []text.Lines) [][]Node {
	return tops(nodes, func(l text.Lines) bool { return !overlapsAny(l, ranges) })
}

func overlapsAny(l text.Lines, sorted []text.Lines) bool {
	i, _ := slices.BinarySearchFunc(sorted, l.Start, func(r text.Lines, start int) int {
		if r.End <= start {
			return -1
		}
		return 1
	})
	return i < len(sorted) && sorted[i].Overlaps(l)
}

// tops cuts nodes into one list per top-level node, parents counted from the
// start of the list, and keeps those that are wanted.
func tops(nodes []Node, want func(text.Lines) bool) [][]Node {
	var out [][]Node
	for i := 0; i < len(nodes); {
		j := i + 1
		for j < len(nodes) && nodes[j].Parent >= 0 {
			j++
		}
		if want(nodes[i].Lines) {
			one := slices.Clone(nodes[i:j])
			for k := 1; k < len(one); k++ {
				one[k].Parent -= i
			}
			out = append(out, one)
		}
		i = j
	}
	return out
}

// splice puts lists of nodes back into one, in document order.
func splice(a, b [][]Node) []Node {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, func(a, b []Node) int { return a[0].Lines.Start - b[0].Lines.Start })
	var out []Node
	for _, one := range all {
		base := len(out)
		for k, n := range one {
			if k > 0 {
				n.Parent += base
			}
			out = append(out, n)
		}
	}
	return out
}
