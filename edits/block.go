package edits

import "strings"

// A block is new code on its way into the document.
type block struct {
	lines   []string
	literal []bool // begins inside a multi-line string
	fixed   []bool // taken from the document: its indentation is right
}

func (b block) with(lines []string) block { return block{lines, b.literal, b.fixed} }

// hasTabs reports whether a line of code is indented with a tab.
func (b block) hasTabs() bool {
	for i, l := range b.lines {
		if !b.literal[i] && !b.fixed[i] && strings.Contains(lead(l), "\t") && !blank(l) {
			return true
		}
	}
	return false
}

func mapLead(b block, convert func(string) string) []string {
	out := make([]string, len(b.lines))
	for i, l := range b.lines {
		out[i] = l
		if !blank(l) && !b.literal[i] && !b.fixed[i] {
			out[i] = convert(lead(l)) + l[len(lead(l)):]
		}
	}
	return out
}
