package lines

import "strings"

// MaxEcho is how many lines round the run an answer may repeat.
const MaxEcho = 30

// CutEchoes removes lines that an answer repeats from above or below the run. It
// only counts as an echo when the run's own first (last) line with text follows,
// after the blank lines that the run has there. An answer that begins (ends)
// with that line echoes nothing, alike as the lines may be round it.
func CutEchoes(lines, old, above, below []string) ([]string, bool) {
	first, last := FirstText(old), LastText(old)
	if first < 0 || len(lines) < 2 {
		return lines, false
	}
	trimmed := strings.TrimSpace
	cut := false
	if FirstText(lines) < 0 {
		return lines, false
	}
	if head := trimmed(old[first]); trimmed(lines[FirstText(lines)]) != head {
		for k := min(MaxEcho, len(above), len(lines)-1); k > 0; k-- {
			if FirstText(lines[k:]) == first && trimmed(lines[k+first]) == head && echoes(lines[:k], above[len(above)-k:]) {
				lines, cut = lines[k:], true
				break
			}
		}
	}
	if tail := trimmed(old[last]); len(lines) > 1 && trimmed(lines[LastText(lines)]) != tail {
		blanks := len(old) - 1 - last
		for k := min(MaxEcho, len(below), len(lines)-1); k > 0; k-- {
			n := len(lines) - k
			at := n - 1 - blanks
			if at >= 0 && LastText(lines[:n]) == at && trimmed(lines[at]) == tail && echoes(lines[n:], below) {
				lines, cut = lines[:n], true
				break
			}
		}
	}
	return lines, cut
}

// echoes reports whether lines equal the first of the document's.
func echoes(lines, document []string) bool {
	text := false
	for i, l := range lines {
		if strings.TrimSpace(l) != strings.TrimSpace(document[i]) {
			return false
		}
		text = text || !Blank(l)
	}
	return text
}
