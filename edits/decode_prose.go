package edits

import (
	"strings"
)

// lineRange recognises commands that name line numbers, "edit 5:7". They are
// never applied: nothing checks that the model counted right.
func (d *decoder) lineRange() (Script, *Reject, bool) {
	s := Script{Shape: ShapeLineRange}
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
		return s, rejectf(RejectDecodeNone, "line ranges are not applied; use the ids of the lines"), true
	}
	return s, nil, false
}

// prose is what is left: a refusal, an explanation, nothing at all. What looks
// like a broken script is not taken for one.
func (d *decoder) prose() (Script, *Reject, bool) {
	s := Script{Status: StatusNoFix, Shape: ShapeProse}
	for _, f := range fences(d.lines) {
		if !notCode(f.info) && len(trimBlankLines(f.code)) > 0 {
			return s, rejectf(RejectDecodeNone, "the answer holds code without a place; send EDIT blocks"), true
		}
	}
	for _, l := range d.lines {
		t := strings.TrimSpace(l)
		if t == "" {
			continue
		}
		if s.Reason == "" {
			if t[0] == '{' || t[0] == '[' || strings.HasPrefix(t, "***") && strings.Contains(t, "File") {
				return s, rejectf(RejectDecodeNone, "the answer has no known form; send EDIT blocks"), true
			}
			s.Reason = reason(t)
		}
		if strings.HasPrefix(t, "EDIT ") && strings.Contains(t, ":") {
			return s, rejectf(RejectDecodeIncomplete, "the EDIT block has no fence"), true
		}
	}
	return s, nil, true
}
