package edits

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// incompleteRun says why some code cannot be the complete new text of a run,
// "" if it can: it must have half of its lines, show an end or most of it, not
// begin or end in its middle, and elide nothing.
func (d *decoder) incompleteRun(code []string, run text.Lines, said naming) string {
	free := said == unnamed
	if size, most := byteCount(code), 4*d.c.Snapshot.LinesSpan(run).Len()+4*limits.NewText; size > most {
		return fmt.Sprintf("it has %d bytes", size)
	}
	if most := 4*run.Len() + 1000; len(code) > most {
		return fmt.Sprintf("it has %d lines", len(code))
	}
	old := contentLines(d.c.linesOf(run))
	lines := contentLines(code)
	known := make(map[string]int, len(old))
	for _, l := range old {
		known[l]++
	}
	for _, l := range code {
		if t := strings.TrimSpace(l); elided(t) && !d.holds(run, t) {
			return fmt.Sprintf("%q stands for code that was left out", clip(t, 40))
		}
	}
	if len(old) == 0 {
		return ""
	}
	if run.Len() > 3 && 2*len(lines) < len(old) && (free || !sameEnds(code, d.c.linesOf(run))) {
		return fmt.Sprintf("it has %d of %d lines", len(lines), len(old))
	}
	kept, first, last := 0, -1, -1
	for i, l := range lines {
		if known[l] > 0 {
			known[l]--
			kept++
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return "none of its lines is there"
	}
	// An answer that does not say what it stands for may be a part of the run:
	// lines dropped at an edge, beyond those that it has there instead, tell.
	const slack = 2
	if dropped := slices.Index(old, lines[first]) - first; free && dropped > slack {
		return "it begins in the middle"
	}
	if dropped := len(old) - 1 - lastIndex(old, lines[last]) - (len(lines) - 1 - last); free && dropped > slack {
		return "it ends in the middle"
	}
	edges := slices.Contains(lines, old[0]) || slices.Contains(lines, old[len(old)-1])
	if !edges && 10*kept < 6*len(old) {
		return "neither its first nor its last line is there"
	}
	return ""
}

// sameEnds reports whether two pieces of code begin and end with the same lines.
func sameEnds(a, b []string) bool {
	first, last := firstText(a), lastText(a)
	return first < last && firstText(b) >= 0 && keyOf(a[first]) == keyOf(b[firstText(b)]) && keyOf(a[last]) == keyOf(b[lastText(b)])
}

// naming tells whether an answer names the run that it rewrites.
type naming uint8

const (
	unnamed naming = iota
	named
)

// holds reports whether a line of the range is t, blanks at its ends aside.
func (d *decoder) holds(run text.Lines, t string) bool {
	return slices.ContainsFunc(d.c.linesOf(run), func(l string) bool { return strings.TrimSpace(l) == t })
}

func lastIndex(list []string, s string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == s {
			return i
		}
	}
	return -1
}
