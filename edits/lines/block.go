package lines

import "strings"

// A Block is new code on its way into the document.
type Block struct {
	Lines   []string
	Literal []bool // begins inside a multi-line string
	Fixed   []bool // copied from the document: its indentation is right
}

func (b Block) with(lines []string) Block { return Block{lines, b.Literal, b.Fixed} }

// HasTabs reports whether a line of code is indented with a tab.
func (b Block) HasTabs() bool {
	for i, l := range b.Lines {
		if !b.Literal[i] && !b.Fixed[i] && strings.Contains(Lead(l), "\t") && !Blank(l) {
			return true
		}
	}
	return false
}

func mapLead(b Block, convert func(string) string) []string {
	out := make([]string, len(b.Lines))
	for i, l := range b.Lines {
		out[i] = l
		if !Blank(l) && !b.Literal[i] && !b.Fixed[i] {
			out[i] = convert(Lead(l)) + l[len(Lead(l)):]
		}
	}
	return out
}
