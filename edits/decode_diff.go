package edits

import (
	"slices"
	"strings"
)

// patch reads a unified diff or an apply_patch envelope. Line numbers are
// ignored: models count badly, and the quoted lines say where they belong.
func (d *decoder) patch() (Script, *Reject, bool) {
	d.outdentQuotes()
	lines, shape, complete := d.patchLines()
	if lines == nil {
		return Script{}, nil, false
	}
	s := Script{Shape: shape}
	if !complete {
		return s, rejectf(RejectDecodeIncomplete, "the patch does not end"), true
	}
	hunks, r := d.hunks(lines, shape)
	if r != nil {
		return s, r, true
	}
	if len(hunks) > maxAnswerOps {
		return s, rejectf(RejectTooLarge, "the patch has %d hunks", len(hunks)), true
	}
	s, r = d.placeAll(s, hunks)
	return s, r, true
}

// patchLines are the lines of the patch in an answer, nil where it has none.
func (d *decoder) patchLines() (lines []string, shape Shape, complete bool) {
	for i, l := range d.lines {
		if _, ok := searchMarker(l); ok {
			return nil, 0, false
		}
		if strings.TrimSpace(l) != patchBegin {
			continue
		}
		for j := i + 1; j < len(d.lines); j++ {
			if strings.TrimSpace(d.lines[j]) == patchEnd {
				d.noteIf(i > 0 || j < len(d.lines)-1, RepairProse)
				return d.lines[i+1 : j], ShapeApplyPatch, true
			}
		}
		return d.lines[i+1:], ShapeApplyPatch, false
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
		return lines, ShapeUnifiedDiff, complete
	}
	for i := range d.lines {
		if hunkHeader(d.lines[i]) || fileHeader(d.lines, i) {
			if rest := d.lines[i:]; hasChange(rest) && len(all) == 0 {
				return rest, ShapeUnifiedDiff, true
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
func (d *decoder) hunks(lines []string, shape Shape) ([]hunk, *Reject) {
	var hunks []hunk
	skip := false // inside the part for another file
	header := ""
	start := 0
	flush := func(end int) {
		if h, ok := readHunk(header, lines[start:end]); ok && !skip {
			if shape == ShapeApplyPatch {
				h.scope = header
			}
			hunks = append(hunks, h)
		}
		header = ""
	}
	foreign := func(name string) *Reject {
		if skip = !d.ownFile(name); !skip {
			return nil
		}
		if d.o.OtherFiles == DropOtherFiles {
			d.repair(RepairOtherFile)
			return nil
		}
		return opReject(len(hunks), RejectOutside, "the patch names another file, %q", clip(name, 60))
	}
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		switch {
		case fileHeader(lines, i):
			flush(i)
			if r := foreign(diffName(lines[i][4:], lines[i+1][4:])); r != nil {
				return nil, r
			}
			i++
			start = i + 1
		case strings.HasPrefix(l, "*** "):
			name, kind := patchFile(l)
			if kind == "" && shape == ShapeUnifiedDiff {
				continue // the old side of a context diff, or code
			}
			flush(i)
			start = i + 1
			switch kind {
			case "Update File":
				if r := foreign(name); r != nil {
					return nil, r
				}
			case "Add File", "Delete File", "Move to":
				if d.o.OtherFiles != DropOtherFiles || d.ownFile(name) {
					return nil, opReject(len(hunks), RejectOutside, "a fix changes one document: no file is added, moved or deleted")
				}
				skip = true
			}
		case strings.HasPrefix(l, "diff --git ") || strings.HasPrefix(l, "index ") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "--- "):
			flush(i)
			start = i + 1
		case hunkHeader(l):
			flush(i)
			start, header = i+1, headerContext(l)
		}
	}
	flush(len(lines))
	return hunks, nil
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
func readHunk(header string, lines []string) (h hunk, ok bool) {
	last := -1
	for i, l := range lines {
		if l != "" && (l[0] == '+' || l[0] == '-') {
			last = i
		}
	}
	if last < 0 {
		return h, false
	}
	h.readings = readings(lines)
	marked := last + 1 // the end of what can be context
	for marked < len(lines) && (blank(lines[marked]) || strings.HasPrefix(lines[marked], " ")) {
		marked++
	}
	for marked > last+1 && blank(lines[marked-1]) {
		marked--
	}
	end := last + 1
	for end < marked && !blank(lines[end]) {
		end++
	}
	for _, n := range [...]int{marked, end} {
		if n < len(lines) {
			h.shorter = append(h.shorter, readings(lines[:n]))
		}
	}
	if header != "" {
		for _, r := range readings(lines) {
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
func readings(lines []string) []quote {
	differ := slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, " ") && !blank(l) })
	if !differ {
		return []quote{hunkQuote(lines, true)}
	}
	return []quote{hunkQuote(lines, true), hunkQuote(lines, false)}
}

// hunkQuote reads a hunk's lines; a context line's first blank is its marker, or
// belongs to the code.
func hunkQuote(lines []string, marker bool) quote {
	q := quote{old: make([]string, 0, len(lines)), new: make([]newLine, 0, len(lines))}
	if !marker {
		q.repair = RepairNoMarker
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
