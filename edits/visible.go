package edits

import (
	"fmt"
	"strings"
)

// hiddenRune reports whether a code point cannot be seen, or turns the order of
// those that can: it is shown by its number, as no one could tell it otherwise.
func hiddenRune(r rune) bool {
	switch {
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069: // direction
	case r >= 0x200B && r <= 0x200F, r == 0xFEFF: // no width
	case r >= 0xE0000 && r <= 0xE007F: // tags
	case r < 0x20 && r != '\t' && r != '\n' && r != '\r', r >= 0x7F && r <= 0x9F: // control
	default:
		return false
	}
	return true
}

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
