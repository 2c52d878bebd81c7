package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// lineRange recognises commands that name line numbers, "edit 5:7". They are
// never applied: nothing checks that the model counted right.
func (d *decoder) lineRange() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeLineRange}
	for _, l := range d.lines {
		rest, ok := strings.CutPrefix(strings.TrimSpace(l), "edit ")
		if !ok && strings.TrimSpace(l) != "end_of_edit" {
			continue
		}
		if ok {
			n := digits(rest)
			if n == 0 || n == len(rest) || rest[n] != ':' || digits(rest[n+1:]) == 0 {
				continue
			}
		}
		return s, rejectf(edits.RejectDecodeNone, "line ranges are not applied; use the ids of the lines"), true
	}
	return s, nil, false
}

// prose is what is left: a refusal, an explanation, nothing at all. What looks
// like a broken script is not taken for one.
func (d *decoder) prose() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Status: edits.StatusNoFix, Shape: edits.ShapeProse}
	for _, f := range fences(d.lines) {
		if !notCode(f.info) && len(lines.TrimBlank(f.code)) > 0 {
			return s, rejectf(edits.RejectDecodeNone, "the answer holds code without a place; send EDIT blocks"), true
		}
	}
	for _, l := range d.lines {
		t := strings.TrimSpace(l)
		if t == "" {
			continue
		}
		if s.Reason == "" {
			if t[0] == '{' || t[0] == '[' || strings.HasPrefix(t, "***") && strings.Contains(t, "File") {
				return s, rejectf(edits.RejectDecodeNone, "the answer has no known form; send EDIT blocks"), true
			}
			if d.echoedHead(t) {
				return s, rejectf(edits.RejectDecodeNone, "the answer repeats the question; send EDIT blocks"), true
			}
			s.Reason = reason(t)
		}
		if strings.HasPrefix(t, "EDIT ") && strings.Contains(t, ":") {
			return s, rejectf(edits.RejectDecodeIncomplete, "the EDIT block has no fence"), true
		}
	}
	return s, nil, true
}

// echoedHead reports whether a line is no sentence but a form of the question
// sent back: the head of a block or of a window, or a line of code with its id.
func (d *decoder) echoedHead(line string) bool {
	if e, ok := readEcho(line); ok && e.id {
		return true
	}
	words := strings.Fields(line)
	if words[0] != "EDIT" || len(words) == 1 {
		return false
	}
	at := words[1]
	if _, known := operation(at); known && len(words) > 2 {
		at = words[2]
	}
	if strings.HasPrefix(at, "<") || d.runNamed(edits.AnchorID(strings.Trim(at, ",.:`[]()<>"))) {
		return true
	}
	_, rest, numbered := lineNumber(strings.TrimRight(at, ","))
	return numbered && rest == ""
}
