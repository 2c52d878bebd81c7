package lines

import (
	"strings"
)

// keptLines answers which lines of a block are lines of the old text: they are
// equal when blanks at both ends do not count.
type keptLines struct {
	old   []string
	trees []int            // parent of each old line by indentation, -1 at the outside
	at    map[string][]int // trimmed text → old lines
}

func newKeptLines(old []string) keptLines {
	k := keptLines{old: old, trees: parents(old), at: map[string][]int{}}
	for i, l := range old {
		if t := strings.TrimSpace(l); t != "" {
			k.at[t] = append(k.at[t], i)
		}
	}
	return k
}

// indents returns the different indentations that a line has in the old text.
func (k keptLines) indents(line string) []string {
	var list []string
	for _, i := range k.at[strings.TrimSpace(line)] {
		in := Lead(k.old[i])
		if len(list) == 0 || list[len(list)-1] != in {
			list = append(list, in)
		}
	}
	return list
}

// parents returns for each line the nearest line above it that is indented less.
func parents(lines []string) []int {
	out := make([]int, len(lines))
	type open struct{ line, width int }
	var stack []open
	for i, l := range lines {
		out[i] = -1
		if Blank(l) {
			continue
		}
		w := width(Lead(l))
		for len(stack) > 0 && stack[len(stack)-1].width >= w {
			stack = stack[:len(stack)-1]
		}
		if len(stack) > 0 {
			out[i] = stack[len(stack)-1].line
		}
		stack = append(stack, open{i, w})
	}
	return out
}

// moves counts the kept lines of a block whose indentation differs from the old
// one, and those among them that nothing explains. A move is explained when the
// line went deeper below an added line, when it went less deep because a line
// above it is gone, or when its parent is the same line as before. Lines adrift
// are those that moved along with a parent which nothing explains.
func (k keptLines) moves(b Block, match []int, trusted bool) (kept, moved, odd, adrift int) {
	tree := parents(b.Lines)
	have := make(map[string]bool, len(b.Lines))
	for _, l := range b.Lines {
		have[strings.TrimSpace(l)] = true
	}
	for i, l := range b.Lines {
		o := match[i]
		if o < 0 || b.Literal[i] || Blank(l) || trusted && !HasWord(l) {
			continue // brackets stand everywhere, and a trusted layout knows where
		}
		kept++
		if Lead(k.old[o]) == Lead(l) {
			continue
		}
		moved++
		switch parent, explained := k.explains(b.Lines, tree, have, i, o); {
		case !explained:
			odd++
			adrift++
		case parent && !k.settled(b.Lines, tree, have, i, o):
			adrift++
		}
	}
	return kept, moved, odd, adrift
}

// explains reports whether the move of a line is explained; parent says that
// nothing but its parent does so. Where any move counts as explained, half of the perfect
// rewrites come out wrong (fettle-eval apply).
func (k keptLines) explains(lines []string, tree []int, have map[string]bool, i, o int) (parent, ok bool) {
	now, was := width(Lead(lines[i])), width(Lead(k.old[o]))
	if now > was {
		for p := tree[i]; p >= 0; p = tree[p] {
			if len(k.at[strings.TrimSpace(lines[p])]) == 0 {
				return false, true
			}
		}
	}
	if now < was {
		for p := k.trees[o]; p >= 0; p = k.trees[p] {
			if !have[strings.TrimSpace(k.old[p])] {
				return false, true
			}
		}
	}
	p, q := tree[i], k.trees[o]
	same := p >= 0 && q >= 0 && strings.TrimSpace(lines[p]) == strings.TrimSpace(k.old[q])
	return same, same
}

// settled reports whether the outermost of the parents that moved along with a
// line has a reason to.
func (k keptLines) settled(lines []string, tree []int, have map[string]bool, i, o int) bool {
	for Lead(lines[i]) != Lead(k.old[o]) {
		parent, ok := k.explains(lines, tree, have, i, o)
		if !parent {
			return ok
		}
		i, o = tree[i], k.trees[o]
	}
	return true
}
