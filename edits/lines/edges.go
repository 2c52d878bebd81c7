package lines

import (
	"slices"
)

// Ends is what a rewritten run lost at its ends.
type Ends struct{ head, tail []string }

func (e Ends) empty() bool { return len(e.head) == 0 && len(e.tail) == 0 }

// Sides is a set of edges.
type Sides uint8

func (s Side) set() Sides { return 1 << s }

// EdgeFates is the fate of both edges of a rewritten run.
type EdgeFates struct {
	lost    Ends   // what is missing, blank lines beside it included
	missing Sides  // where something is
	Doubted Sides  // where it may be so on purpose
	Doubt   string // what that is
	Lacking string // the first thing that is missing
}

// A variant is a rewrite with edges restored, or as it came.
type variant struct {
	Ends
	Restored Sides // edges with text
	Blanks   bool  // blank lines are restored
}

// Variants lists the ways to restore the edges, all of them first.
func (r EdgeFates) Variants(blanks Ends) []variant {
	var list []variant
	for _, back := range [...]Sides{Head.set() | Tail.set(), Head.set(), Tail.set(), 0} {
		if back&^r.missing != 0 {
			continue
		}
		v := variant{Ends: blanks, Restored: back}
		if back&Head.set() != 0 {
			v.head = r.lost.head
		}
		if back&Tail.set() != 0 {
			v.tail = r.lost.tail
		}
		v.Blanks = len(blanks.head) > 0 && back&Head.set() == 0 || len(blanks.tail) > 0 && back&Tail.set() == 0
		list = append(list, v)
	}
	return list
}

// LostBlanks are the blank lines that the answer dropped at the ends of a run.
// Removing those takes ids.
func LostBlanks(old, new []string) Ends {
	var e Ends
	first, last := FirstText(old), LastText(old)
	if first < 0 || FirstText(new) < 0 {
		return e
	}
	if n := FirstText(new); n < first {
		e.head = old[:first-n]
	}
	if n := len(new) - 1 - LastText(new); n < len(old)-1-last {
		e.tail = old[last+1+n:]
	}
	return e
}

// Restore puts edges back round a block.
func (e Ends) Restore(b Block) Block {
	if e.empty() {
		return b
	}
	out := Block{Lines: slices.Concat(e.head, b.Lines, e.tail)}
	out.Literal = slices.Concat(make([]bool, len(e.head)), b.Literal, make([]bool, len(e.tail)))
	out.Fixed = make([]bool, len(out.Lines))
	for i := range out.Fixed {
		out.Fixed[i] = i < len(e.head) || i >= len(e.head)+len(b.Lines)
	}
	return out
}

// Side is one end of a run.
type Side uint8

// The two ends.
const (
	Head Side = iota
	Tail
)

func (s Side) String() string { return [...]string{"first", "last"}[s] }
