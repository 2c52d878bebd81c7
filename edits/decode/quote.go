package decode

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/text"
)

// searchReplace reads SEARCH/REPLACE blocks, the format of Aider, which many models
// know (https://aider.chat/docs/more/edit-formats.html):
//
//	<<<<<<< SEARCH
//	old lines
//	=======
//	new lines
//	>>>>>>> REPLACE
func (d *decoder) searchReplace() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeSearchReplace}
	var list []quote
	file, known := "", false
	for i := 0; i < len(d.lines); i++ {
		if !searchMark(d.lines[i]) {
			continue
		}
		known = true
		if name := d.nameAbove(i); name != "" {
			file = name
		}
		old, rows, next, r := d.sides(i, len(list))
		if r != nil {
			return s, r, true
		}
		i = next - 1
		switch r := d.ofDocument(file, len(list)); {
		case r != nil:
			return s, r, true
		case len(dropLastBlank(old)) == 0:
			return s, opReject(len(list), edits.RejectDecodeAmbiguous,
				"SEARCH is empty; quote the lines to change, or use ids"), true
		}
		list = append(list, d.searchQuote(old, rows))
	}
	if !known {
		return s, nil, false
	}
	s, r := d.placeAll(s, list)
	return s, r, true
}

// ofDocument refuses a change that names another file.
func (d *decoder) ofDocument(name string, n int) *edits.Reject {
	if d.ownFile(name) {
		return nil
	}
	return opReject(n, edits.RejectOutside, "the change names another file, %q", lines.Clip(name, 60))
}

// sides returns the two sides of the block whose SEARCH mark stands at lines[at].
func (d *decoder) sides(at, n int) (old, now []string, next int, r *edits.Reject) {
	begin, divider := at+1, -1
	for begin < len(d.lines) && (strings.HasPrefix(d.lines[begin], ":start_line:") ||
		strings.HasPrefix(d.lines[begin], ":end_line:") ||
		strings.HasPrefix(d.lines[begin-1], ":") && strings.TrimRight(d.lines[begin], " \t") == "-------") {
		begin++ // https://github.com/RooCodeInc/Roo-Code names the lines there
	}
	for i := begin; i < len(d.lines); i++ {
		l := d.lines[i]
		mark, word := marks(l)
		switch {
		case searchMark(l):
			return nil, nil, 0, opReject(n, edits.RejectDecodeIncomplete, "the SEARCH/REPLACE block does not end")
		case mark == '=' && word == "" && divider >= 0:
			return nil, nil, 0, opReject(n, edits.RejectDecodeAmbiguous, "a second ======= stands in the block; use ids")
		case mark == '=' && word == "":
			divider = i
		case mark == '>' && divider < 0 && (word == "REPLACE" || word == "UPDATED"):
			return nil, nil, 0, opReject(n, edits.RejectDecodeIncomplete, "the block has no =======")
		case mark == '>' && divider >= 0 && (word == "REPLACE" || word == "UPDATED" || word == ""):
			return d.unfenced(d.lines[begin:divider]), d.unfenced(d.lines[divider+1 : i]), i + 1, nil
		case mark == '<':
			return nil, nil, 0, opReject(n, edits.RejectDecodeAmbiguous, "a marker of a conflict stands in the block; use ids")
		}
	}
	return nil, nil, 0, opReject(n, edits.RejectDecodeIncomplete, "the SEARCH/REPLACE block does not end")
}

// searchMark reads "<<<<<<< SEARCH".
func searchMark(line string) bool {
	mark, word := marks(line)
	return mark == '<' && (word == "SEARCH" || word == "SEARCH>" || word == "ORIGINAL")
}

// marks reads five to nine marks of a block at the start of a line; word is what
// follows. Zero means that the line has none.
func marks(line string) (mark byte, word string) {
	n := 0
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 5 || n > 9 || !strings.ContainsRune("<=>", rune(line[0])) {
		return 0, ""
	}
	return line[0], strings.TrimSpace(line[n:])
}

// searchQuote makes the quotation of a block. A blank line at the end of a side is
// layout, and one more line of context where the rest stands in several places. Line
// numbers come off, unless the document's own lines have some.
func (d *decoder) searchQuote(old, now []string) quote {
	if !d.inWindows(func(l string) bool { _, ok := readEcho(l); return ok }) {
		old, now = d.unnumbered(old), d.unnumbered(now)
	}
	short := dropLastBlank(old)
	q := quote{readings: []quotation{paired(short, dropLastBlank(now))}}
	if len(short) < len(old) {
		q.longer = []quotation{paired(old, append(slices.Clone(dropLastBlank(now)), old[len(short)]))}
	}
	return q
}

// dropLastBlank drops one blank line at the end of a side.
func dropLastBlank(rows []string) []string {
	if n := len(rows); n > 0 && lines.Blank(rows[n-1]) {
		return rows[:n-1]
	}
	return rows
}

// unnumbered removes line numbers from lines that all have one, counted on.
func (d *decoder) unnumbered(rows []string) []string {
	if out, r := d.stripEcho(rows, text.Lines{Start: -1}, 0); r == nil {
		return out
	}
	return rows
}

// unfenced drops a fence that stands round a side of a block.
func (d *decoder) unfenced(side []string) []string {
	if code, _, ok := innerFence(side); ok && !d.inWindows(isFence) {
		return code
	}
	return side
}

// nameAbove returns the file name that stands above a block or above its fence.
func (d *decoder) nameAbove(at int) string {
	above := func(i int) int {
		for i--; i >= 0 && lines.Blank(d.lines[i]); i-- {
		}
		return i
	}
	i := above(at)
	if i >= 0 {
		if f, ok := openFence(d.lines[i]); ok {
			for _, word := range strings.Fields(f.info) {
				if strings.Contains(word, "/") && fileName(word) {
					return word
				}
			}
			i = above(i)
		} else if l := strings.TrimSpace(d.lines[i]); strings.HasPrefix(l, "<") && strings.Contains(l, ">") {
			i = above(i) // an opening tag in place of a fence
		}
	}
	if i < 0 {
		return ""
	}
	name := strings.Trim(strings.TrimSpace(d.lines[i]), "*`#: \t\"")
	name = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(name, "File:"), "file:"))
	if fileName(name) || name != "" && name == path.Base(d.c.Snapshot.Path) {
		return name
	}
	return ""
}
