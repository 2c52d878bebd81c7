package edits

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// hiddenRune reports whether a code point is shown by its number, as no one
// could tell it otherwise.
func hiddenRune(r rune) bool { return text.Hidden(r) != "" }

// Visible shows code points that cannot be seen as \u{…}. Lines that come back
// with them so are still known, see [Apply].
func Visible(s string) string {
	if !strings.ContainsFunc(s, hiddenRune) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hiddenRune(r) {
			b.WriteString(visibleRune(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func visibleRune(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }

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
