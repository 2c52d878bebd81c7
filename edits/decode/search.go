package decode

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
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
	var hunks []hunk
	file, any := "", false
	for i := 0; i < len(d.lines); i++ {
		if _, ok := searchMarker(d.lines[i]); !ok {
			continue
		}
		any = true
		if name := d.nameAbove(i); name != "" {
			file = name
		}
		old, rows, next, r := d.sides(i, len(hunks))
		if r != nil {
			return s, r, true
		}
		d.noteIf(i > 0, edits.RepairProse)
		i = next - 1
		if !d.ownFile(file) {
			if d.o.OtherFiles == DropOtherFiles {
				d.repair(edits.RepairOtherFile)
				continue
			}
			return s, opReject(len(hunks), edits.RejectOutside, "the block names another file, %q", lines.Clip(file, 60)), true
		}
		if len(dropLastBlank(old)) == 0 {
			return s, opReject(len(hunks), edits.RejectDecodeAmbiguous, "SEARCH is empty; quote the lines to change, or use ids"), true
		}
		if hunks = append(hunks, searchHunk(old, rows, d.numberedCode())); len(hunks) > maxAnswerOps {
			return s, rejectf(edits.RejectTooLarge, "the answer has more than %d blocks", maxAnswerOps), true
		}
	}
	if !any {
		return s, nil, false
	}
	s, r := d.placeAll(s, hunks)
	return s, r, true
}

// sides are the two sides of the block whose SEARCH marker stands at lines[at],
// the new one without a blank line at its end.
func (d *decoder) sides(at, n int) (old, lines []string, next int, r *edits.Reject) {
	i := at + 1
	for i < len(d.lines) && (strings.HasPrefix(d.lines[i], ":start_line:") || strings.HasPrefix(d.lines[i], ":end_line:") ||
		i > at+1 && strings.HasPrefix(d.lines[i-1], ":") && strings.TrimRight(d.lines[i], " \t") == "-------") {
		i++
	}
	begin, divider := i, -1
	for ; i < len(d.lines); i++ {
		l := d.lines[i]
		if _, ok := searchMarker(l); ok {
			break
		}
		if m, word := marker(l, '='); m > 0 && word == "" {
			if divider >= 0 {
				return nil, nil, 0, opReject(n, edits.RejectDecodeAmbiguous, "a second ======= stands in the block; use ids")
			}
			divider = i
		}
		if m, word := marker(l, '>'); m > 0 && (word == "REPLACE" || word == "UPDATED" || divider >= 0 && word == "") {
			if divider < 0 {
				return nil, nil, 0, opReject(n, edits.RejectDecodeIncomplete, "the block has no =======")
			}
			return d.unfenced(d.lines[begin:divider]), dropLastBlank(d.unfenced(d.lines[divider+1 : i])), i + 1, nil
		}
		if m, word := marker(l, '<'); m > 0 && word != "" || m == 7 {
			return nil, nil, 0, opReject(n, edits.RejectDecodeAmbiguous, "a marker of a conflict stands in the block; use ids")
		}
	}
	return nil, nil, 0, opReject(n, edits.RejectDecodeIncomplete, "the SEARCH/REPLACE block does not end")
}

// dropLastBlank drops one blank line at the end of a side: it is layout.
func dropLastBlank(rows []string) []string {
	if n := len(rows); n > 0 && lines.Blank(rows[n-1]) {
		return rows[:n-1]
	}
	return rows
}

// searchHunk reads a block as it is, and without echoed line numbers. A blank line
// at the end of the old side is layout, and one more line of context where the
// rest stands in several places. Numbers that the document has itself are code.
func searchHunk(quoted, lines []string, numbered bool) hunk {
	old := dropLastBlank(quoted)
	h := hunk{readings: []quote{replacement(old, lines)}}
	if below := quoted[len(old):]; len(below) > 0 {
		h.longer = []quote{replacement(quoted, slices.Concat(lines, below))}
	}
	bareNew, newOK := unnumbered(lines)
	if !newOK {
		bareNew = lines
	}
	if bareOld, ok := unnumbered(quoted); ok {
		r := replacement(dropLastBlank(bareOld), dropLastBlank(bareNew))
		r.repair = edits.RepairEchoedID
		h.readings = append(h.readings, r)
	}
	if newOK && !numbered {
		h.readings[0] = replacement(old, bareNew)
		h.readings[0].repair = edits.RepairEchoedID
	}
	return h
}

// unfenced drops a fence that stands round a side of a block.
func (d *decoder) unfenced(side []string) []string {
	first, last := lines.FirstText(side), lines.LastText(side)
	if first < 0 || first == last {
		return side
	}
	f, ok := openFence(side[first])
	if !ok || !f.closes(side[last]) || d.inWindows(isFence) || slices.ContainsFunc(side[first+1:last], isFence) {
		return side
	}
	return f.outdent(side[first+1 : last])
}

// unnumbered takes line numbers off lines that all have one, counted on.
func unnumbered(lines []string) (out []string, ok bool) {
	last := 0
	for _, l := range lines {
		e, ok := readEcho(l)
		if !ok || last != 0 && e.number != last+1 {
			return nil, false
		}
		last = e.number
		out = append(out, e.rest)
	}
	return out, len(out) > 0
}

// nameAbove is the file name that stands above a block or above its fence.
func (d *decoder) nameAbove(at int) string {
	i := at - 1
	for i >= 0 && lines.Blank(d.lines[i]) {
		i--
	}
	if i >= 0 {
		if f, ok := openFence(d.lines[i]); ok {
			for _, word := range strings.Fields(f.info) {
				if strings.Contains(word, "/") && fileName(word) {
					return word
				}
			}
			i--
		} else if l := strings.TrimSpace(d.lines[i]); strings.HasPrefix(l, "<") && strings.Contains(l, ">") {
			i-- // an opening tag in place of a fence
		}
	}
	for i >= 0 && lines.Blank(d.lines[i]) {
		i--
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
