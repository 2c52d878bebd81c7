package decode

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// patch reads a unified diff or an apply_patch envelope. Line numbers are
// ignored: models count badly, and the quoted lines say where they belong.
func (d *decoder) patch() (edits.Script, *edits.Reject, bool) {
	d.outdentQuotes()
	lines, shape, complete := d.patchLines()
	if lines == nil {
		return edits.Script{}, nil, false
	}
	s := edits.Script{Shape: shape}
	if !complete {
		return s, rejectf(edits.RejectDecodeIncomplete, "the patch does not end"), true
	}
	hunks, r := d.hunks(lines, shape)
	if r != nil {
		return s, r, true
	}
	if len(hunks) > maxAnswerOps {
		return s, rejectf(edits.RejectTooLarge, "the patch has %d hunks", len(hunks)), true
	}
	s, r = d.placeAll(s, hunks)
	return s, r, true
}

// patchLines are the lines of the patch in an answer, nil where it has none.
func (d *decoder) patchLines() (lines []string, shape edits.Shape, complete bool) {
	for i, l := range d.lines {
		if _, ok := searchMarker(l); ok {
			return nil, 0, false
		}
		if strings.TrimSpace(l) != patchBegin {
			continue
		}
		for j := i + 1; j < len(d.lines); j++ {
			if strings.TrimSpace(d.lines[j]) == patchEnd {
				d.noteIf(i > 0 || j < len(d.lines)-1, edits.RepairProse)
				return d.lines[i+1 : j], edits.ShapeApplyPatch, true
			}
		}
		return d.lines[i+1:], edits.ShapeApplyPatch, false
	}
	all := fences(d.lines)
	if len(all) > maxPieces {
		return nil, 0, false
	}
	for _, f := range all {
		marked := f.info == "diff" || f.info == "patch" || f.info == "udiff"
		if looksLikeDiff(f.code) || marked && hasChange(f.code) {
			lines, complete = append(lines, f.code...), f.closed
			if !f.closed {
				break
			}
		}
	}
	if lines != nil {
		return lines, edits.ShapeUnifiedDiff, complete
	}
	for i := range d.lines {
		if hunkHeader(d.lines[i]) || fileHeader(d.lines, i) {
			if rest := d.lines[i:]; hasChange(rest) && len(all) == 0 {
				return rest, edits.ShapeUnifiedDiff, true
			}
			return nil, 0, false
		}
	}
	return nil, 0, false
}

func looksLikeDiff(lines []string) bool {
	for i := range lines {
		if hunkHeader(lines[i]) || fileHeader(lines, i) || strings.HasPrefix(lines[i], "*** Update File:") {
			return hasChange(lines)
		}
	}
	return false
}

func hasChange(lines []string) bool {
	for _, l := range lines {
		if l != "" && (l[0] == '+' || l[0] == '-') {
			return true
		}
	}
	return false
}

// hunks cuts the lines of a patch into hunks for this document.
func (d *decoder) hunks(rows []string, shape edits.Shape) ([]hunk, *edits.Reject) {
	p := patch{d: d, shape: shape, rows: rows}
	for i := 0; i < len(rows); i++ {
		l := rows[i]
		var r *edits.Reject
		switch {
		case fileHeader(rows, i):
			p.flush(i, i+2)
			r = p.file(diffName(rows[i][4:], rows[i+1][4:]))
			i++
		case strings.HasPrefix(l, "*** "):
			r = p.directive(l, i)
		case strings.HasPrefix(l, "diff --git ") || strings.HasPrefix(l, "index ") && i+1 < len(rows) && strings.HasPrefix(rows[i+1], "--- "):
			p.flush(i, i+1)
		case hunkHeader(l):
			p.flush(i, i+1)
			p.header = headerContext(l)
		}
		if r != nil {
			return nil, r
		}
	}
	p.flush(len(rows), len(rows))
	return p.hunks, nil
}

// patch is a patch while it is cut into hunks.
type patch struct {
	d      *decoder
	shape  edits.Shape
	rows   []string
	hunks  []hunk
	start  int    // of the hunk that is being read
	header string // of that hunk
	skip   bool   // inside the part for another file
}

// flush ends a hunk before one line, and begins the next at another.
func (p *patch) flush(end, next int) {
	if h, ok := readHunk(p.header, p.rows[p.start:end]); ok && !p.skip {
		if p.shape == edits.ShapeApplyPatch {
			h.scope = p.header
		}
		p.hunks = append(p.hunks, h)
	}
	p.start, p.header = next, ""
}

// file begins the part for a file. One for another file is refused or skipped.
func (p *patch) file(name string) *edits.Reject {
	if p.skip = !p.d.ownFile(name); !p.skip {
		return nil
	}
	if p.d.o.OtherFiles == DropOtherFiles {
		p.d.repair(edits.RepairOtherFile)
		return nil
	}
	return opReject(len(p.hunks), edits.RejectOutside, "the patch names another file, %q", lines.Clip(name, 60))
}

// directive reads a line of the apply_patch envelope.
func (p *patch) directive(line string, i int) *edits.Reject {
	name, kind := patchFile(line)
	if kind == "" && p.shape == edits.ShapeUnifiedDiff {
		return nil // the old side of a context diff, or code
	}
	p.flush(i, i+1)
	switch kind {
	case "Update File":
		return p.file(name)
	case "Add File", "Delete File", "Move to":
		if p.d.o.OtherFiles != DropOtherFiles || p.d.ownFile(name) {
			return opReject(len(p.hunks), edits.RejectOutside, "a fix changes one document: no file is added, moved or deleted")
		}
		p.skip = true
	}
	return nil
}

// patchFile reads a directive of the apply_patch envelope.
func patchFile(line string) (name, kind string) {
	rest := strings.TrimPrefix(line, "*** ")
	for _, k := range [...]string{"Update File", "Add File", "Delete File", "Move to"} {
		if n, ok := strings.CutPrefix(rest, k+":"); ok {
			return strings.TrimSpace(n), k
		}
	}
	if strings.HasPrefix(rest, "End of File") {
		return "", "End of File"
	}
	return "", ""
}

// diffName is the document that "--- a/x" and "+++ b/x" mean.
func diffName(before, after string) string {
	name := after
	if strings.HasPrefix(strings.TrimSpace(after), "/dev/null") {
		name = before
	}
	name, _, _ = strings.Cut(name, "\t")
	name = strings.TrimSpace(name)
	if len(name) > 2 && (name[0] == 'a' || name[0] == 'b') && name[1] == '/' {
		name = name[2:]
	}
	return name
}

// headerContext is the code that stands in a hunk header, if any.
func headerContext(line string) string {
	rest := strings.TrimPrefix(line, "@@")
	if numbers, code, ok := strings.Cut(rest, "@@"); ok && !strings.ContainsAny(numbers, "(){}:") {
		rest = code
	}
	rest = strings.TrimPrefix(rest, " ")
	if strings.HasPrefix(rest, "-") && len(strings.Fields(rest)) > 0 && digits(strings.Fields(rest)[0][1:]) > 0 {
		return "" // line numbers, possibly cut
	}
	return strings.TrimRight(rest, " \t")
}

// readHunk reads the lines of a hunk, with and without the marker column on
// context lines. ok is false where it changes nothing.
func readHunk(header string, rows []string) (h hunk, ok bool) {
	last := -1
	for i, l := range rows {
		if l != "" && (l[0] == '+' || l[0] == '-') {
			last = i
		}
	}
	if last < 0 {
		return h, false
	}
	h.readings = readings(rows)
	marked := last + 1 // the end of what can be context
	for marked < len(rows) && (lines.Blank(rows[marked]) || strings.HasPrefix(rows[marked], " ")) {
		marked++
	}
	for marked > last+1 && lines.Blank(rows[marked-1]) {
		marked--
	}
	end := last + 1
	for end < marked && !lines.Blank(rows[end]) {
		end++
	}
	for _, n := range [...]int{marked, end} {
		if n < len(rows) {
			h.shorter = append(h.shorter, readings(rows[:n]))
		}
	}
	if header != "" {
		for _, r := range readings(rows) {
			long := quote{old: append([]string{header}, r.old...), repair: r.repair}
			long.new = append(long.new, newLine{header, 0})
			for _, n := range r.new {
				if n.from >= 0 {
					n.from++
				}
				long.new = append(long.new, n)
			}
			h.longer = append(h.longer, long)
		}
	}
	return h, true
}

// readings are the two readings of hunk lines; one where they are the same.
func readings(rows []string) []quote {
	differ := slices.ContainsFunc(rows, func(l string) bool { return strings.HasPrefix(l, " ") && !lines.Blank(l) })
	if !differ {
		return []quote{hunkQuote(rows, true)}
	}
	return []quote{hunkQuote(rows, true), hunkQuote(rows, false)}
}

// hunkQuote reads a hunk's lines; a context line's first blank is its marker, or
// belongs to the code.
func hunkQuote(lines []string, marker bool) quote {
	q := quote{old: make([]string, 0, len(lines)), new: make([]newLine, 0, len(lines))}
	if !marker {
		q.repair = edits.RepairNoMarker
	}
	for _, l := range lines {
		switch {
		case strings.HasPrefix(l, "\\"):
		case strings.HasPrefix(l, "-"):
			q.old = append(q.old, l[1:])
		case strings.HasPrefix(l, "+"):
			q.new = append(q.new, newLine{l[1:], -1})
		default:
			if marker {
				l = strings.TrimPrefix(l, " ")
			}
			q.new = append(q.new, newLine{l, len(q.old)})
			q.old = append(q.old, l)
		}
	}
	return q
}
