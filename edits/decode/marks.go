package decode

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

const (
	patchBegin = "*** Begin Patch"
	patchEnd   = "*** End Patch"
)

// hunkHeader reports whether the line starts a hunk: "@@", "@@ -1,2 +1,3 @@",
// "@@ def f():". A class variable of Ruby, "@@count", does not.
func hunkHeader(line string) bool {
	rest, ok := strings.CutPrefix(line, "@@")
	return ok && (strings.TrimSpace(rest) == "" || rest[0] == ' ' || rest[0] == '-')
}

// fileHeader reports whether "--- a" and "+++ b" stand at lines[i]. One of the
// two alone is a changed line of code.
func fileHeader(lines []string, i int) bool {
	return strings.HasPrefix(lines[i], "--- ") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "+++ ")
}

// searchMarker reads "<<<<<<< SEARCH" with five to nine marks.
func searchMarker(line string) (n int, ok bool) {
	n, word := marker(line, '<')
	return n, n > 0 && (word == "SEARCH" || word == "SEARCH>" || word == "ORIGINAL")
}

// marker counts five to nine marks at the start of a line; word is what
// follows. Zero means that the line is no marker.
func marker(line string, mark byte) (n int, word string) {
	for n < len(line) && line[n] == mark {
		n++
	}
	if n < 5 || n > 9 {
		return 0, ""
	}
	return n, strings.TrimSpace(line[n:])
}

// fileName reports whether a word looks like the name of a file.
func fileName(s string) bool {
	if s == "" || len(s) > 300 || strings.ContainsAny(s, " \t<>|?*(){}=;,") {
		return false
	}
	ext := strings.TrimPrefix(path.Ext(path.Base(s)), ".")
	if ext == "" {
		return strings.Contains(s, "/")
	}
	return len(ext) <= 10 && idChars(ext)
}

// outdentQuotes takes the indentation off a SEARCH/REPLACE block or a patch that
// stands in an item of a list or the like, from its first mark to where lines are
// indented less.
func (d *decoder) outdentQuotes() {
	for i, l := range d.lines {
		in, s := lines.Lead(l), strings.TrimLeft(l, " \t")
		_, search := searchMarker(s)
		header := strings.HasPrefix(s, "--- ") && i+1 < len(d.lines) && strings.HasPrefix(d.lines[i+1], in+"+++ ")
		if !search && !header && strings.TrimSpace(s) != patchBegin {
			continue
		}
		if in == "" {
			return
		}
		start, end := i, i
		for start > 0 && strings.HasPrefix(d.lines[start-1], in) {
			start--
		}
		for end < len(d.lines) && (lines.Blank(d.lines[end]) || strings.HasPrefix(d.lines[end], in)) {
			end++
		}
		d.lines = slices.Clone(d.lines)
		for n := start; n < end; n++ {
			d.lines[n] = strings.TrimPrefix(d.lines[n], in)
		}
		d.repair(edits.RepairIndented)
		return
	}
}
