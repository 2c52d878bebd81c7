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

// indents are the different indentations that a line has in the old text.
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

// parents gives each line the nearest line above it that is indented less.
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
// above it is gone, or when its parent is the same line as before.
func (k keptLines) moves(b Block, match []int, trusted bool) (kept, moved, odd int) {
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
		if !k.explains(b.Lines, tree, have, i, o) {
			odd++
		}
	}
	return kept, moved, odd
}

// explains reports whether the move of a line is explained.
func (k keptLines) explains(rows []string, tree []int, have map[string]bool, i, o int) bool {
	now, was := width(Lead(rows[i])), width(Lead(k.old[o]))
	for p := tree[i]; now > was && p >= 0; p = tree[p] {
		if len(k.at[strings.TrimSpace(rows[p])]) == 0 {
			return true
		}
	}
	for p := k.trees[o]; now < was && p >= 0; p = k.trees[p] {
		if !have[strings.TrimSpace(k.old[p])] {
			return true
		}
	}
	p, q := tree[i], k.trees[o]
	return p >= 0 && q >= 0 && strings.TrimSpace(rows[p]) == strings.TrimSpace(k.old[q])
}
