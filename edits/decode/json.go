package decode

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// json reads the JSON script, {"status", "reason", "edits": [{"op", "from",
// "to", "lines"}]}, and the anchored form, whose edits have a "type" and an
// "anchor". Where the answer holds several, they must agree; then the last one
// counts.
func (d *decoder) json() (edits.Script, *edits.Reject, bool) {
	found, cut := objects(d.body)
	if len(found) == 0 && !cut || d.quotesCode() {
		return edits.Script{}, nil, false
	}
	s := edits.Script{Shape: edits.ShapeJSON}
	if cut {
		return s, rejectf(edits.RejectDecodeIncomplete, "the JSON does not end"), true
	}
	var scripts []edits.Script
	for _, text := range found {
		script, keyed, err := d.readScript(text)
		if err != nil {
			return s, rejectf(edits.RejectDecodeNone, "the answer is no valid JSON: %s", lines.Clip(err.Error(), 80)), true
		}
		if !keyed {
			continue
		}
		one, r := d.script(script)
		if r != nil {
			return one, r, true
		}
		if len(scripts) > 0 && !sameIDs(scripts[0], one) {
			return one, rejectf(edits.RejectDecodeAmbiguous, "the answer holds several JSON scripts that differ"), true
		}
		scripts = append(scripts, one)
	}
	if len(scripts) == 0 {
		return s, nil, false
	}
	if len(scripts) > 1 {
		d.repair(edits.RepairTwice)
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

func sameIDs(a, b edits.Script) bool {
	return a.Status == b.Status && slices.EqualFunc(a.Ops, b.Ops, func(x, y edits.Op) bool {
		return x.Kind == y.Kind && x.From == y.From && x.To == y.To &&
			(x.Place == nil) == (y.Place == nil) && (x.Place == nil || *x.Place == *y.Place)
	})
}

func (d *decoder) script(j jsonScript) (edits.Script, *edits.Reject) {
	s := edits.Script{Shape: edits.ShapeJSON, Reason: reason(cmp.Or(j.Reason, jsonText(j.Description)))}
	if !d.ownFile(j.File) {
		return s, rejectf(edits.RejectOutside, "the script names another file, %q", lines.Clip(j.File, 60))
	}
	refused := strings.EqualFold(j.Status, "no_fix")
	switch {
	case len(j.Edits) > maxAnswerOps:
		return s, rejectf(edits.RejectTooLarge, "the answer has %d edits", len(j.Edits))
	case len(j.Edits) == 0 && refused:
		return noFix(j.Reason, edits.ShapeJSON), nil
	case len(j.Edits) == 0:
		return s, rejectf(edits.RejectDecodeAmbiguous, "status fix needs at least one edit")
	case refused, j.Status == "":
		// Servers that follow a schema make small models fill every field: an
		// answer with edits has edits, whatever status stands beside them.
		d.repair(edits.RepairJSONStatus)
	}
	var described []string
	for n, raw := range j.Edits {
		var e jsonEdit
		if err := json.Unmarshal(raw, &e); err != nil {
			return s, opReject(n, edits.RejectDecodeNone, "the edit is not well formed: %s", lines.Clip(err.Error(), 80))
		}
		op, shape, r := d.jsonOp(e, n)
		if shape == edits.ShapeAnchored {
			s.Shape = edits.ShapeAnchored
		}
		if r != nil {
			return s, r
		}
		s.Ops = append(s.Ops, op)
		if said := reason(jsonText(e.Description)); said != "" && !slices.Contains(described, said) {
			described = append(described, said)
		}
	}
	s.Reason = cmp.Or(s.Reason, reason(strings.Join(described, "; ")))
	s.Status = edits.StatusFix
	return s, nil
}

// jsonOp decodes one edit of either form.
func (d *decoder) jsonOp(e jsonEdit, n int) (edits.Op, edits.Shape, *edits.Reject) {
	if !d.ownFile(e.File) {
		return edits.Op{}, edits.ShapeJSON, opReject(n, edits.RejectOutside, "the edit names another file, %q", lines.Clip(e.File, 60))
	}
	name := cmp.Or(e.Op, e.Type)
	kind, ok := operation(name)
	if !ok {
		return edits.Op{}, edits.ShapeJSON, opReject(n, edits.RejectOpUnknown, "there is no operation %q; there are replace, insert_before, insert_after, delete", lines.Clip(name, 20))
	}
	if name != kind.String() {
		d.repair(edits.RepairOpName)
	}
	if kind != edits.Delete && e.code() == nil {
		return edits.Op{}, edits.ShapeJSON, opReject(n, edits.RejectDecodeNone, "the edit has no \"lines\"; to remove lines send an empty list, or use delete")
	}
	code, listed, r := d.jsonLines(e, n)
	if r != nil {
		return edits.Op{}, edits.ShapeJSON, r
	}
	if kind == edits.Delete {
		code = nil
	}
	if kind == edits.Rewrite {
		op, r := d.rewrite(edits.AnchorID(strings.ToUpper(e.From)), code, n)
		op.Faithful = listed
		return op, edits.ShapeJSON, r
	}
	if e.From == "" && len(e.Anchor) > 0 {
		return d.anchoredOp(kind, e.Anchor, code, n)
	}
	return d.addressed(kind, e, code, listed, n)
}

// addressed is an edit with ids, or with quoted code in their place.
func (d *decoder) addressed(kind edits.OpKind, e jsonEdit, code []string, listed bool, n int) (edits.Op, edits.Shape, *edits.Reject) {
	from, ok := idForm(strings.TrimSpace(e.From))
	if !ok {
		if strings.TrimSpace(e.From) == "" {
			return edits.Op{}, edits.ShapeJSON, opReject(n, edits.RejectIDUnknown, "the edit has no id")
		}
		op, r := d.textAnchor(header{kind: kind, text: e.From}, code, n)
		op.Faithful = listed
		return op, edits.ShapeAnchored, r
	}
	to := from
	if e.To != "" {
		if to, ok = idForm(strings.TrimSpace(e.To)); !ok {
			to = edits.AnchorID(e.To)
		}
	}
	op := edits.Op{Kind: kind, From: d.fullID(from), To: d.fullID(to), Faithful: listed}
	span := d.spanOf(op)
	if !listed || len(code) == 1 {
		code = d.unescape(code, span, kind)
	}
	if kind == edits.Replace && len(code) == 0 {
		op.Kind = edits.Delete
		d.repair(edits.RepairEmptyOp)
	}
	if op.Kind == edits.Replace {
		if placed, r, mine := d.asDiff(code, span, n); mine {
			return placed, edits.ShapeJSON, r
		}
	}
	lines, r := d.undress(code, span, n)
	op.Lines = d.withoutNeighbours(op, lines)
	return op, edits.ShapeJSON, r
}

// jsonLines are the new lines of an edit. listed reports that they came as a
// list, whose first line can be trusted to have its indentation.
func (d *decoder) jsonLines(e jsonEdit, n int) (code []string, listed bool, r *edits.Reject) {
	raw := e.code()
	if raw == nil {
		return nil, true, nil
	}
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, false, opReject(n, edits.RejectDecodeNone, "the lines are not well formed")
		}
		d.repair(edits.RepairSplitLines)
		return lines.Split(s), false, nil
	}
	var items []string
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, false, opReject(n, edits.RejectDecodeNone, "lines must be a list of strings")
	}
	if !slices.ContainsFunc(items, func(s string) bool { return strings.ContainsAny(s, "\r\n") }) {
		return items, true, nil
	}
	d.repair(edits.RepairSplitLines)
	for _, item := range items {
		if lines := lines.Split(item); len(lines) > 0 {
			code = append(code, lines...)
		} else {
			code = append(code, "")
		}
	}
	return code, true, nil
}
