package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// text reads EDIT … END blocks, the default encoding:
//
//	REASON one line
//	EDIT replace L41:2c L43:xe
//	~~~
//	    new lines, raw
//	~~~
//	END
//
// or NO_FIX with a reason. Lines between blocks are prose; so are the marks of
// a code fence round the whole.
func (d *decoder) text() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeText}
	refusal, refused, seen := "", false, false
	for i := 0; i < len(d.lines); {
		line := strings.Trim(d.lines[i], " \t*`")
		h, isEdit := d.editHeader(blockHead(d.lines[i]), i)
		switch {
		case isEdit:
			op, next, r := d.block(h, i, len(s.Ops))
			if r != nil {
				return s, r, true
			}
			s.Ops = append(s.Ops, op)
			seen, i = true, next
			if len(s.Ops) > maxAnswerOps {
				return s, rejectf(edits.RejectTooLarge, "the answer has more than %d edits", maxAnswerOps), true
			}
			continue
		case isRefusal(line):
			if !refused {
				refusal, refused = strings.TrimLeft(line[len("NO_FIX"):], ": \t"), true
			}
		case strings.HasPrefix(line, "REASON ") || strings.HasPrefix(line, "REASON:"):
			if !seen && s.Reason == "" {
				s.Reason = reason(line[len("REASON"):])
			}
		case isEnd(line) || lines.Blank(line):
		default:
			d.noteIf(seen || refused, edits.RepairProse)
		}
		i++
	}
	switch {
	case seen && refused:
		return s, rejectf(edits.RejectDecodeAmbiguous, "the answer holds both EDIT blocks and NO_FIX"), true
	case refused:
		s = noFix(refusal, edits.ShapeText)
		return s, nil, true
	case !seen:
		return s, nil, false
	}
	if len(s.Ops) == 1 && s.Ops[0].Kind == edits.Rewrite {
		s.Shape = edits.ShapeRewrite
	}
	for _, op := range s.Ops {
		if op.Place != nil {
			s.Shape = edits.ShapeAnchored
		}
	}
	s.Status = edits.StatusFix
	return s, nil, true
}

// editHeader reads a line as the head of a block. A line of prose that begins
// with EDIT is none: an id must follow the operation, or a fence the line.
func (d *decoder) editHeader(line string, at int) (header, bool) {
	rest, ok := strings.CutPrefix(line, "EDIT ")
	if !ok {
		return header{}, false
	}
	rest = strings.TrimLeft(rest, " \t")
	name, rest, _ := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	kind, known := operation(name)
	ids := idFields(rest)
	h := header{kind: kind}
	if known && name != kind.String() && (len(ids) > 0 || kind == edits.Rewrite) {
		d.repair(edits.RepairOpName)
	}
	if kind == edits.Rewrite {
		h.from = edits.AnchorID(strings.ToUpper(strings.Trim(strings.TrimSpace(rest), ",.:`[]()<>")))
		return h, h.from == "" || d.runNamed(h.from) || d.fenceFollows(at)
	}
	word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	role := edits.AnchorID(strings.ToUpper(strings.Trim(word, ",.:`[]()<>")))
	switch {
	case kind == edits.Replace && d.runNamed(role):
		d.repair(edits.RepairOpName)
		h.kind, h.from = edits.Rewrite, role
		return h, true
	case !known && d.runNamed(role):
		h.unknown = name
		return h, true
	case !known && len(ids) == 0:
		return h, false
	case len(ids) > 0:
		h.from, h.to = ids[0], ids[min(1, len(ids)-1)]
		h.excess = len(ids) > 2
	case !d.fenceFollows(at) && !(kind == edits.Delete && d.endFollows(at)):
		return h, false
	default:
		h.text = strings.TrimSpace(rest)
	}
	if !known {
		h.unknown = name
	}
	return h, true
}

// runNamed reports whether a run of the windows has the name.
func (d *decoder) runNamed(name edits.AnchorID) bool {
	_, ok := d.runIndex(name)
	return ok
}

func (d *decoder) fenceFollows(at int) bool {
	i := d.skipBlank(at + 1)
	if i == len(d.lines) {
		return false
	}
	_, ok := openFence(d.lines[i])
	return ok
}

func (d *decoder) endFollows(at int) bool {
	i := d.skipBlank(at + 1)
	return i < len(d.lines) && isEnd(d.lines[i])
}
