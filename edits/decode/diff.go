package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

const (
	patchBegin = "*** Begin Patch"
	patchEnd   = "*** End Patch"
)

// diff reads a unified diff, bare or in the envelope of apply_patch
// (https://cookbook.openai.com/examples/gpt4-1_prompting_guide). Line numbers are
// ignored: models count badly, and the quoted lines say where they belong.
func (d *decoder) diff() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeUnifiedDiff}
	rows, complete := d.diffRows()
	if rows == nil {
		return s, nil, false
	}
	if !complete {
		return s, rejectf(edits.RejectDecodeIncomplete, "the patch does not end"), true
	}
	list, r := d.hunks(rows)
	if r != nil {
		return s, r, true
	}
	s, r = d.placeAll(s, list)
	return s, r, true
}

// diffRows returns the lines of the diff in an answer, nil where it has none.
func (d *decoder) diffRows() (rows []string, complete bool) {
	for i, l := range d.lines {
		if strings.TrimSpace(l) != patchBegin {
			continue
		}
		for j := i + 1; j < len(d.lines); j++ {
			if strings.TrimSpace(d.lines[j]) == patchEnd {
				return d.lines[i+1 : j], true
			}
		}
		return d.lines[i+1:], false
	}
	all := fences(d.lines)
	for _, f := range all {
		marked := f.info == "diff" || f.info == "patch" || f.info == "udiff"
		if hasChange(f.code) && (marked || diffStarts(f.code) >= 0) {
			if rows, complete = append(rows, f.code...), f.closed; !complete {
				break
			}
		}
	}
	if rows == nil && len(all) == 0 {
		if i := diffStarts(d.lines); i >= 0 && hasChange(d.lines[i:]) {
			return d.lines[i:], true
		}
	}
	return rows, complete
}

// diffStarts returns the first line that only a diff has, -1 if there is none.
func diffStarts(rows []string) int {
	for i := range rows {
		if hunkHeader(rows[i]) || fileHeader(rows, i) || strings.HasPrefix(rows[i], "*** Update File:") {
			return i
		}
	}
	return -1
}

// hunkHeader reports whether the line starts a hunk: "@@", "@@ -1,2 +1,3 @@",
// "@@ def f():". A class variable of Ruby, "@@count", does not.
func hunkHeader(line string) bool {
	rest, ok := strings.CutPrefix(line, "@@")
	return ok && (strings.TrimSpace(rest) == "" || rest[0] == ' ' || rest[0] == '-')
}

// fileHeader reports whether "--- a" and "+++ b" stand at rows[i]. One of the two
// alone is a changed line of code.
func fileHeader(rows []string, i int) bool {
	return strings.HasPrefix(rows[i], "--- ") && i+1 < len(rows) && strings.HasPrefix(rows[i+1], "+++ ")
}

func changes(line string) bool { return line != "" && (line[0] == '+' || line[0] == '-') }

func hasChange(rows []string) bool {
	for _, l := range rows {
		if changes(l) {
			return true
		}
	}
	return false
}

// hunks cuts the lines of a diff into quotations for this document.
func (d *decoder) hunks(rows []string) (list []quote, r *edits.Reject) {
	start, header := 0, ""
	next := func(end, begin int, context string) {
		if hasChange(rows[start:end]) {
			list = append(list, hunkQuote(header, rows[start:end]))
		}
		start, header = begin, context
	}
	for i := 0; i < len(rows) && r == nil; i++ {
		l := rows[i]
		switch name, isFile := strings.CutPrefix(l, "*** Update File:"); {
		case fileHeader(rows, i):
			next(i, i+2, "")
			r = d.ofDocument(diffName(rows[i][4:], rows[i+1][4:]), len(list))
			i++
		case isFile:
			next(i, i+1, "")
			r = d.ofDocument(strings.TrimSpace(name), len(list))
		case strings.HasPrefix(l, "*** End of File"), strings.HasPrefix(l, "diff --git "),
			strings.HasPrefix(l, "index ") && i+1 < len(rows) && strings.HasPrefix(rows[i+1], "--- "):
			next(i, i+1, "")
		case strings.HasPrefix(l, "*** Add File:"), strings.HasPrefix(l, "*** Delete File:"),
			strings.HasPrefix(l, "*** Move to:"):
			r = opReject(len(list), edits.RejectOutside, "a fix changes one document: no file is added, moved or deleted")
		case hunkHeader(l):
			next(i, i+1, headerContext(l))
		}
	}
	next(len(rows), len(rows), "")
	return list, r
}

// diffName returns the document that "--- a/x" and "+++ b/x" mean.
func diffName(before, after string) string {
	name := after
	if strings.HasPrefix(strings.TrimSpace(after), "/dev/null") {
		name = before
	}
	name, _, _ = strings.Cut(name, "\t")
	name = strings.TrimSpace(name)
	if strings.HasPrefix(name, "a/") || strings.HasPrefix(name, "b/") {
		return name[2:]
	}
	return name
}

// headerContext returns the code that stands in a hunk header, if any.
func headerContext(line string) string {
	rest := strings.TrimPrefix(line, "@@")
	if numbers, code, ok := strings.Cut(rest, "@@"); ok && !strings.ContainsAny(numbers, "(){}:") {
		rest = code
	}
	if t := strings.TrimSpace(rest); len(t) > 1 && t[0] == '-' && digits(t[1:]) > 0 {
		return "" // line numbers, possibly cut
	}
	return strings.TrimSpace(rest)
}

// hunkQuote makes the quotation of a hunk. Its context lines are read with and
// without the marker column, which models forget; what stands behind the last change
// and is no context may be prose.
func hunkQuote(header string, rows []string) quote {
	end := len(rows)
	for end > 0 && !changes(rows[end-1]) {
		end--
	}
	for end < len(rows) && strings.HasPrefix(rows[end], " ") && !lines.Blank(rows[end]) {
		end++
	}
	q := quote{readings: []quotation{hunkReading(rows, true), hunkReading(rows, false)}, scope: header}
	if end < len(rows) {
		q.shorter = []quotation{hunkReading(rows[:end], true), hunkReading(rows[:end], false)}
	}
	return q
}

// hunkReading reads a hunk's lines; a context line's first blank is its marker, or
// belongs to the code.
func hunkReading(rows []string, marker bool) quotation {
	q := quotation{old: make([]string, 0, len(rows)), new: make([]newLine, 0, len(rows))}
	for _, l := range rows {
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
