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
	if FirstText(lines) < 0 {
		return lines, false
	}
	n := len(lines)
	lines = lines[echoedAbove(lines, above, strings.TrimSpace(old[first]), first):]
	if len(lines) > 1 {
		lines = lines[:len(lines)-echoedBelow(lines, below, strings.TrimSpace(old[last]), len(old)-1-last)]
	}
	return lines, len(lines) < n
}

// echoedAbove is how many first lines repeat what stands above the run, whose
// first text is head, behind so many blank lines.
func echoedAbove(lines, above []string, head string, blanks int) int {
	if strings.TrimSpace(lines[FirstText(lines)]) == head {
		return 0
	}
	for k := min(MaxEcho, len(above), len(lines)-1); k > 0; k-- {
		if FirstText(lines[k:]) == blanks && strings.TrimSpace(lines[k+blanks]) == head && echoes(lines[:k], above[len(above)-k:]) {
			return k
		}
	}
	return 0
}

// echoedBelow is how many last lines repeat what stands below the run, whose
// last text is tail, before so many blank lines.
func echoedBelow(lines, below []string, tail string, blanks int) int {
	if strings.TrimSpace(lines[LastText(lines)]) == tail {
		return 0
	}
	for k := min(MaxEcho, len(below), len(lines)-1); k > 0; k-- {
		n := len(lines) - k
		at := n - 1 - blanks
		if at >= 0 && LastText(lines[:n]) == at && strings.TrimSpace(lines[at]) == tail && echoes(lines[n:], below) {
			return k
		}
	}
	return 0
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
