package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// prose returns what is left: a refusal, an explanation, nothing at all. What looks
// like a broken script is not read as one.
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
			if e, ok := readEcho(t); ok && e.id || strings.HasPrefix(t, "EDIT ") {
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
