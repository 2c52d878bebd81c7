package edits

import (
	"encoding/json"
	"slices"
	"strings"
)

// json reads the JSON script, {"status", "reason", "edits": [{"op", "from",
// "to", "lines"}]}, and the anchored form, whose edits have a "type" and an
// "anchor". Where the answer holds several, they must agree; then the last one
// counts.
func (d *decoder) json() (Script, *Reject, bool) {
	found, cut := objects(d.body)
	if len(found) == 0 && !cut {
		if bare, ok := d.bareEdits(); ok {
			s, r := d.script(bare)
			return s, r, true
		}
		return Script{}, nil, false
	}
	if d.quotesCode() {
		return Script{}, nil, false
	}
	s := Script{Shape: ShapeJSON}
	if cut {
		return s, rejectf(RejectDecodeIncomplete, "the JSON does not end"), true
	}
	var scripts []Script
	for _, text := range found {
		script, err := d.readScript(text)
		if err != nil {
			return s, rejectf(RejectDecodeNone, "the answer is no valid JSON: %s", clip(err.Error(), 80)), true
		}
		if !script.keyed {
			if one, r, ok := d.quoted([]json.RawMessage{script.bare}); ok && len(found) == 1 {
				return one, r, true
			}
			continue
		}
		if one, r, ok := d.quoted(script.Edits); ok && len(found) == 1 && d.ownFile(script.File) {
			return one, r, true
		}
		one, r := d.script(script)
		if r != nil {
			return one, r, true
		}
		if len(scripts) > 0 && !sameIDs(scripts[0], one) {
			return one, rejectf(RejectDecodeAmbiguous, "the answer holds several JSON scripts that differ"), true
		}
		scripts = append(scripts, one)
	}
	if len(scripts) == 0 {
		return s, nil, false
	}
	if len(scripts) > 1 {
		d.repair(RepairTwice)
	}
	return scripts[len(scripts)-1], nil, true
}

// quotesCode reports whether the answer is a patch or a SEARCH/REPLACE block:
// braces in it are code.
func (d *decoder) quotesCode() bool {
	for _, l := range d.lines {
		t := strings.TrimSpace(l)
		if t != "" && t[0] == '{' {
			return false
		}
		if _, ok := searchMarker(l); ok || t == patchBegin || hunkHeader(l) {
			return true
		}
	}
	return false
}

func sameIDs(a, b Script) bool {
	return a.Status == b.Status && slices.EqualFunc(a.Ops, b.Ops, func(x, y Op) bool {
		return x.Kind == y.Kind && x.From == y.From && x.To == y.To &&
			(x.Place == nil) == (y.Place == nil) && (x.Place == nil || *x.Place == *y.Place)
	})
}

func (d *decoder) script(j jsonScript) (Script, *Reject) {
	s := Script{Shape: ShapeJSON, Reason: reason(j.Reason)}
	if !d.ownFile(j.File) {
		return s, rejectf(RejectOutside, "the script names another file, %q", clip(j.File, 60))
	}
	refused := strings.EqualFold(j.Status, "no_fix")
	switch {
	case refused && len(j.Edits) > 0:
		return s, rejectf(RejectDecodeAmbiguous, "status no_fix and edits exclude each other")
	case refused:
		return noFix(j.Reason, ShapeJSON), nil
	case len(j.Edits) == 0:
		return s, rejectf(RejectDecodeAmbiguous, "status fix needs at least one edit")
	case len(j.Edits) > maxAnswerOps:
		return s, rejectf(RejectTooLarge, "the answer has %d edits", len(j.Edits))
	case j.Status == "":
		d.repair(RepairJSONStatus)
	}
	for n, raw := range j.Edits {
		e, err := readEdit(raw)
		if err != nil {
			return s, opReject(n, RejectDecodeNone, "the edit is not well formed: %s", clip(err.Error(), 80))
		}
		op, shape, r := d.jsonOp(e, n)
		if shape == ShapeAnchored {
			s.Shape = ShapeAnchored
		}
		if r != nil {
			return s, r
		}
		s.Ops = append(s.Ops, op)
	}
	s.Status = StatusFix
	return s, nil
}

// jsonOp decodes one edit of either form.
func (d *decoder) jsonOp(e jsonEdit, n int) (Op, Shape, *Reject) {
	if !d.ownFile(e.file) {
		return Op{}, ShapeJSON, opReject(n, RejectOutside, "the edit names another file, %q", clip(e.file, 60))
	}
	name := e.op
	kind, ok := operation(name)
	if !ok {
		return Op{}, ShapeJSON, opReject(n, RejectOpUnknown, "there is no operation %q; there are replace, insert_before, insert_after, delete", clip(name, 20))
	}
	if name != kind.String() {
		d.repair(RepairOpName)
	}
	if kind != Delete && e.lines == nil {
		return Op{}, ShapeJSON, opReject(n, RejectDecodeNone, "the edit has no \"lines\"; to remove lines send an empty list, or use delete")
	}
	code, listed, r := d.jsonLines(e, n)
	if r != nil {
		return Op{}, ShapeJSON, r
	}
	if kind == Delete {
		code = nil
	}
	if kind == Rewrite {
		op, r := d.rewrite(AnchorID(strings.ToUpper(e.from)), code, n)
		op.Faithful = listed
		return op, ShapeJSON, r
	}
	if e.from == "" && len(e.anchor) > 0 {
		return d.anchoredOp(kind, e.anchor, code, n)
	}
	return d.addressed(kind, e, code, listed, n)
}

// addressed is an edit with ids, or with quoted code in their place.
func (d *decoder) addressed(kind OpKind, e jsonEdit, code []string, listed bool, n int) (Op, Shape, *Reject) {
	from, ok := idForm(strings.TrimSpace(e.from))
	if !ok {
		if strings.TrimSpace(e.from) == "" {
			return Op{}, ShapeJSON, opReject(n, RejectIDUnknown, "the edit has no id")
		}
		op, r := d.textAnchor(header{kind: kind, text: e.from}, code, n)
		op.Faithful = listed
		return op, ShapeAnchored, r
	}
	to := from
	if e.to != "" {
		if to, ok = idForm(strings.TrimSpace(e.to)); !ok {
			to = AnchorID(e.to)
		}
	}
	op := Op{Kind: kind, From: d.fullID(from), To: d.fullID(to), Faithful: listed}
	if from != AnchorID(e.from) || to != AnchorID(e.to) && e.to != "" {
		d.repair(RepairIDForm)
	}
	span := d.spanOf(op)
	if !listed || len(code) == 1 {
		code = d.unescape(code, span, kind)
	}
	if kind == Replace && len(code) == 0 {
		op.Kind = Delete
		d.repair(RepairEmptyOp)
	}
	if op.Kind == Replace {
		if placed, r, mine := d.asDiff(code, span, n); mine {
			return placed, ShapeJSON, r
		}
	}
	lines, r := d.undress(code, span, n)
	op.Lines = d.withoutNeighbours(op, lines)
	return op, ShapeJSON, r
}

// jsonLines are the new lines of an edit. listed reports that they came as a
// list, whose first line can be trusted to have its indentation.
func (d *decoder) jsonLines(e jsonEdit, n int) (code []string, listed bool, r *Reject) {
	raw := e.lines
	if raw == nil {
		return nil, true, nil
	}
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, false, opReject(n, RejectDecodeNone, "the lines are not well formed")
		}
		d.repair(RepairSplitLines)
		return splitLines(s), false, nil
	}
	var items []string
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, false, opReject(n, RejectDecodeNone, "lines must be a list of strings")
	}
	if !slices.ContainsFunc(items, func(s string) bool { return strings.ContainsAny(s, "\r\n") }) {
		return items, true, nil
	}
	d.repair(RepairSplitLines)
	for _, item := range items {
		if lines := splitLines(item); len(lines) > 0 {
			code = append(code, lines...)
		} else {
			code = append(code, "")
		}
	}
	return code, true, nil
}
