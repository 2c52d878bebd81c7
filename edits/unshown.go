package edits

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"
)

// unshown puts the characters back that the run was shown without. Where code
// writes characters in that form itself, it stays: it means the same there.
func (c Candidates) unshown(ch change) []string {
	switch c.Snapshot.Lang {
	case "rust", "javascript", "javascriptreact", "typescript", "typescriptreact", "swift", "php", "ruby":
		return ch.new
	}
	var pairs []string
	known := map[rune]bool{}
	rows := c.LinesOf(c.Windows.Runs[ch.run].Lines)
	for _, l := range rows {
		for _, r := range l {
			if lines.HiddenRune(r) && !known[r] {
				known[r] = true
				pairs = append(pairs, lines.VisibleRune(r), string(r))
			}
		}
	}
	if pairs == nil || strings.Contains(strings.Join(rows, "\n"), `\u{`) {
		return ch.new
	}
	back := strings.NewReplacer(pairs...)
	out := make([]string, len(ch.new))
	for i, l := range ch.new {
		out[i] = back.Replace(l)
	}
	return out
}
