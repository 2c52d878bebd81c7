package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/lazyre"
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

// echoed matches the first line of a block with a placeholder or an address and no more.
var echoed = lazyre.New(`^EDIT (?:\w+ )?(?:<|L?\d+(?::\w\w)?,?(?: |$))`)

// echoedHead reports whether a line is no sentence but a form of the question
// sent back: the first line of a block or of a window, or a line of code with its id.
func (d *decoder) echoedHead(line string) bool {
	e, ok := readEcho(line)
	words := strings.Fields(line)
	return ok && e.id || echoed.MatchString(line) || words[0] == "EDIT" && len(words) > 1 &&
		d.hasRun(edits.AnchorID(strings.Trim(words[1], idMarks)))
}
