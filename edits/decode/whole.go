package decode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// incompleteRun says why some code cannot be the complete new text of a run,
// "" if it can: it must have half of its lines, show an end or most of it, not
// begin or end in its middle, and elide nothing.
func (d *decoder) incompleteRun(code []string, run text.Lines, said naming) string {
	if size, most := lines.Bytes(code), 4*d.c.Snapshot.LinesSpan(run).Len()+4*limits.NewText; size > most {
		return fmt.Sprintf("it has %d bytes", size)
	}
	if most := 4*run.Len() + 1000; len(code) > most {
		return fmt.Sprintf("it has %d lines", len(code))
	}
	old := lines.Content(d.c.LinesOf(run))
	rows := lines.Content(code)
	for _, l := range code {
		if t := strings.TrimSpace(l); elided(t) && !d.holds(run, t) {
			return fmt.Sprintf("%q stands for code that was left out", lines.Clip(t, 40))
		}
	}
	switch {
	case len(old) == 0:
		return ""
	case run.Len() > 3 && 2*len(rows) < len(old) && (said == unnamed || !sameEnds(code, d.c.LinesOf(run))):
		return fmt.Sprintf("it has %d of %d lines", len(rows), len(old))
	}
	return lacksEnds(old, rows, said)
}

// lacksEnds says which end of a run some code does not have, "" if none: both are
// given by their lines with text.
func lacksEnds(old, rows []string, said naming) string {
	known := make(map[string]int, len(old))
	for _, l := range old {
		known[l]++
	}
	kept, first, last := 0, -1, -1
	for i, l := range rows {
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
	if said == unnamed {
		// An answer that does not say what it stands for may be a part of the run:
		// lines dropped at an edge, beyond those that it has there instead, tell.
		const slack = 2
		if dropped := slices.Index(old, rows[first]) - first; dropped > slack {
			return "it begins in the middle"
		}
		if dropped := len(old) - 1 - lastIndex(old, rows[last]) - (len(rows) - 1 - last); dropped > slack {
			return "it ends in the middle"
		}
	}
	edges := slices.Contains(rows, old[0]) || slices.Contains(rows, old[len(old)-1])
	if !edges && 10*kept < 6*len(old) {
		return "neither its first nor its last line is there"
	}
	return ""
}

// sameEnds reports whether two pieces of code begin and end with the same lines.
func sameEnds(a, b []string) bool {
	first, last := lines.FirstText(a), lines.LastText(a)
	return first < last && lines.FirstText(b) >= 0 && lines.Key(a[first]) == lines.Key(b[lines.FirstText(b)]) && lines.Key(a[last]) == lines.Key(b[lines.LastText(b)])
}

// naming tells whether an answer names the run that it rewrites.
type naming uint8

const (
	unnamed naming = iota
	named
)

// holds reports whether a line of the range is t, blanks at its ends aside.
func (d *decoder) holds(run text.Lines, t string) bool {
	return slices.ContainsFunc(d.c.LinesOf(run), func(l string) bool { return strings.TrimSpace(l) == t })
}

func lastIndex(list []string, s string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == s {
			return i
		}
	}
	return -1
}
