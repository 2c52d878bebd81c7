package edits

import (
	"slices"
)

// edges is what a rewritten run lost at its ends.
type edges struct{ head, tail []string }

func (e edges) empty() bool { return len(e.head) == 0 && len(e.tail) == 0 }

// sides is a set of edges.
type sides uint8

func (s side) set() sides { return 1 << s }

// rims is the fate of both edges of a rewritten run.
type rims struct {
	lost    edges  // what is missing, blank lines beside it included
	missing sides  // where something is
	doubted sides  // where it may be so on purpose
	doubt   string // what that is
	lacking string // the first thing that is missing
}

// A variant is a rewrite with edges restored, or as it came.
type variant struct {
	edges
	restored sides // edges with text
	blanks   bool  // blank lines are restored
}

// variants lists the ways to restore the edges, all of them first.
func (r rims) variants(blanks edges) []variant {
	var list []variant
	for _, back := range [...]sides{head.set() | tail.set(), head.set(), tail.set(), 0} {
		if back&^r.missing != 0 {
			continue
		}
		v := variant{edges: blanks, restored: back}
		if back&head.set() != 0 {
			v.head = r.lost.head
		}
		if back&tail.set() != 0 {
			v.tail = r.lost.tail
		}
		v.blanks = len(blanks.head) > 0 && back&head.set() == 0 || len(blanks.tail) > 0 && back&tail.set() == 0
		list = append(list, v)
	}
	return list
}

// lostBlanks are the blank lines that the answer dropped at the ends of a run.
// Removing those takes ids.
func lostBlanks(old, new []string) edges {
	var e edges
	first, last := firstText(old), lastText(old)
	if first < 0 || firstText(new) < 0 {
		return e
	}
	if n := firstText(new); n < first {
		e.head = old[:first-n]
	}
	if n := len(new) - 1 - lastText(new); n < len(old)-1-last {
		e.tail = old[last+1+n:]
	}
	return e
}

// restore puts edges back round a block.
func (e edges) restore(b block) block {
	if e.empty() {
		return b
	}
	out := block{lines: slices.Concat(e.head, b.lines, e.tail)}
	out.literal = slices.Concat(make([]bool, len(e.head)), b.literal, make([]bool, len(e.tail)))
	out.fixed = make([]bool, len(out.lines))
	for i := range out.fixed {
		out.fixed[i] = i < len(e.head) || i >= len(e.head)+len(b.lines)
	}
	return out
}

// side is one end of a run.
type side uint8

const (
	head side = iota
	tail
)

func (s side) String() string { return [...]string{"first", "last"}[s] }
