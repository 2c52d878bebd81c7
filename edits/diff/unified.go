package diff

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

const contextLines = 3

// Unified returns the diff between two texts of the file at path (relative, with
// forward slashes) in the form that git apply accepts: three lines of context,
// terminators as they are, a note where the final newline is missing
// (https://www.gnu.org/software/diffutils/manual/html_node/Incomplete-Lines.html).
// The diff of equal texts is "".
func Unified(path, old, new string) string {
	if old == new {
		return ""
	}
	return unified(path, old, new, 0)
}

// unified is Unified of a part of a text, which has so many lines above it.
func unified(path, old, new string, above int) string {
	start, end := around(old, new)
	above += strings.Count(old[:start], "\n")
	a, b := gitLines(old[start:len(old)-end]), gitLines(new[start:len(new)-end])
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", label("a/"+path), label("b/"+path))
	for _, h := range hunks(lineDiff(a, b)) {
		h.write(&out, a, b, above)
	}
	return out.String()
}

// around returns how much of two texts lies outside of what differs and its context, at their
// starts and at their ends.
func around(old, new string) (start, end int) {
	start, end = common(old, new)
	for range contextLines {
		start = strings.LastIndexByte(old[:max(start-1, 0)], '\n') + 1
		if i := strings.IndexByte(old[len(old)-end:], '\n'); i >= 0 {
			end -= i + 1
		} else {
			end = 0
		}
	}
	return start, end
}

// gitLines cuts a text at "\n" only, as git does: a lone "\r" is content there.
func gitLines(s string) []string {
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// lineDiff returns the difference of two line lists; equal ends are cut first, so
// that its cost depends on what changed.
func lineDiff(a, b []string) []lcs.Diff {
	head := commonPrefix(a, b)
	tail := commonSuffix(a[head:], b[head:])
	diffs := compare(a[head:len(a)-tail], b[head:len(b)-tail])
	for i := range diffs {
		diffs[i].Start += head
		diffs[i].End += head
		diffs[i].ReplStart += head
		diffs[i].ReplEnd += head
	}
	return diffs
}

// hunk is a group of differences whose context lines meet.
type hunk []lcs.Diff

func hunks(diffs []lcs.Diff) []hunk {
	var list []hunk
	for _, d := range diffs {
		if n := len(list); n > 0 {
			prev := list[n-1]
			if d.Start-prev[len(prev)-1].End <= 2*contextLines {
				list[n-1] = append(prev, d)
				continue
			}
		}
		list = append(list, hunk{d})
	}
	return list
}

// write writes a hunk of two lists of lines, which so many others stand above.
func (h hunk) write(out *strings.Builder, a, b []string, above int) {
	first, last := h[0], h[len(h)-1]
	lead := min(contextLines, first.Start)
	trail := min(contextLines, len(a)-last.End)
	fmt.Fprintf(out, "@@ -%s +%s @@\n",
		extent(above+first.Start-lead, above+last.End+trail), extent(above+first.ReplStart-lead, above+last.ReplEnd+trail))
	at := first.Start - lead
	for _, d := range h {
		writeLines(out, ' ', a[at:d.Start])
		writeLines(out, '-', a[d.Start:d.End])
		writeLines(out, '+', b[d.ReplStart:d.ReplEnd])
		at = d.End
	}
	writeLines(out, ' ', a[at:last.End+trail])
}

// extent returns the range of a hunk header; an empty one names the line above.
func extent(start, end int) string {
	switch end - start {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprintf("%d", start+1)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}

func writeLines(out *strings.Builder, mark byte, lines []string) {
	for _, l := range lines {
		out.WriteByte(mark)
		out.WriteString(l)
		if !strings.HasSuffix(l, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// label writes a file name as git does: quoted if it holds characters that a
// diff header cannot, with a tab behind it if it holds a blank.
func label(name string) string {
	plain := true
	for i := range len(name) {
		if c := name[i]; c < ' ' || c == '"' || c == '\\' || c == 0x7F {
			plain = false
		}
	}
	if plain {
		if strings.Contains(name, " ") {
			return name + "\t"
		}
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
