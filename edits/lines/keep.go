package lines

import (
	"slices"
	"strings"
)

// Keep copies from the document what a kept line has there: its text, its
// trailing blanks, and all of a blank line or of one inside a string that came
// back as it was. The indentation is the block's own.
func (f Frame) Keep(b Block, match []int) []string {
	lines := slices.Clone(b.Lines)
	for i, l := range b.Lines {
		if match[i] < 0 {
			continue
		}
		switch old := f.Old[match[i]]; {
		case Blank(old):
			lines[i] = old
		case f.certain(l, old, b.Fixed[i]): // else two such lines differ by trailing blanks
			lines[i] = Lead(l) + old[len(Lead(old)):]
		}
	}
	return lines
}

// certain reports whether a line that equals an old one, blanks aside, is that
// line: brackets alone stand everywhere.
func (f Frame) certain(line, old string, fixed bool) bool {
	return fixed || Blank(old) || HasWord(old) || trailing(line) == trailing(old)
}

// trailing returns the blanks at the end of a line.
func trailing(line string) string { return line[len(strings.TrimRight(line, " \t")):] }
