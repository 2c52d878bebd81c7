package edits

import "strings"

// unshown puts the characters back that the run was shown without. Where code
// writes characters in that form itself, it stays: it means the same there.
func (c Candidates) unshown(ch change) []string {
	switch c.Snapshot.Lang {
	case "rust", "javascript", "javascriptreact", "typescript", "typescriptreact", "swift", "php", "ruby":
		return ch.new
	}
	var pairs []string
	known := map[rune]bool{}
	lines := c.linesOf(c.Windows.Runs[ch.run].Lines)
	for _, l := range lines {
		for _, r := range l {
			if hiddenRune(r) && !known[r] {
				known[r] = true
				pairs = append(pairs, visibleRune(r), string(r))
			}
		}
	}
	if pairs == nil || strings.Contains(strings.Join(lines, "\n"), `\u{`) {
		return ch.new
	}
	back := strings.NewReplacer(pairs...)
	out := make([]string, len(ch.new))
	for i, l := range ch.new {
		out[i] = back.Replace(l)
	}
	return out
}
