package decode

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// jsonScript is the JSON of a script, ours or the anchored form.
type jsonScript struct {
	Status string `json:"status"`
	Reason string `json:"reason"`
	// Description stands for the reason in the anchored form, for all edits or at
	// each.
	Description json.RawMessage   `json:"description"`
	File        string            `json:"file"`
	Edits       []json.RawMessage `json:"edits"`
}

// jsonEdit is one edit of either form: ours has op and lines, the anchored one
// type, content and an anchor.
type jsonEdit struct {
	Op          string          `json:"op"`
	Type        string          `json:"type"`
	From        string          `json:"from"`
	To          string          `json:"to"`
	File        string          `json:"file"`
	Description json.RawMessage `json:"description"`
	Lines       json.RawMessage `json:"lines"`
	Content     json.RawMessage `json:"content"`
	Anchor      json.RawMessage `json:"anchor"`
}

// json reads the JSON script, {"status", "reason", "edits": [{"op", "from",
// "to", "lines"}]}, and the anchored form, whose edits have a "type" and an
// "anchor". Where the answer holds several, they must agree; then the last one
// counts.
func (d *decoder) json() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeJSON}
	if d.quotesCode() {
		return s, nil, false
	}
	found, cut := d.objects()
	if cut {
		return s, rejectf(edits.RejectDecodeIncomplete, "the JSON does not end"), true
	}
	mine := false
	for _, object := range found {
		one, keyed, r := d.script(object)
		switch {
		case r != nil:
			return one, r, true
		case !keyed:
			continue
		case mine && !slices.EqualFunc(s.Ops, one.Ops, edits.Op.Meets):
			return one, rejectf(edits.RejectDecodeAmbiguous, "the answer holds several JSON scripts that differ"), true
		}
		s, mine = one, true
	}
	return s, nil, mine
}

// quotesCode reports whether the answer is a patch or a SEARCH/REPLACE block:
// braces in it are code.
func (d *decoder) quotesCode() bool {
	i := slices.IndexFunc(d.lines, func(l string) bool {
		return searchMark(l) || hunkHeader(l) || strings.TrimSpace(l) == patchBegin ||
			strings.HasPrefix(strings.TrimSpace(l), "{")
	})
	return i >= 0 && !strings.HasPrefix(strings.TrimSpace(d.lines[i]), "{")
}

// objects finds the balanced {…} of the answer that hold the key "edits", in strict
// JSON. cut reports that one begins and does not end. Objects are looked for where one
// may begin: at the start of a line, or behind prose that ends in a colon.
func (d *decoder) objects() (found [][]byte, cut bool) {
	keyed := func(s string) bool { return strings.Contains(s, `"edits"`) || strings.Contains(s, `'edits'`) }
	room := len(d.body)
	for s, i := d.body, 0; keyed(s[i:]); {
		j := strings.IndexByte(s[i:], '{')
		if j < 0 {
			break
		}
		i += j
		if before := strings.TrimRight(s[:i], " \t"); before != "" &&
			!strings.ContainsAny(before[len(before)-1:], "\n\r:`>]") {
			i++
			continue
		}
		object, n := strict(s[i:], room)
		room = 0
		if n < 0 {
			return found, true
		}
		if keyed(s[i : i+n]) {
			found = append(found, object)
		}
		i += n
	}
	return found, false
}

// strict returns the object that begins a text without what models add to JSON: comments,
// commas before a closing bracket, raw line ends and tabs in strings. Nothing is
// mended that could change what a string says. n is its length there, -1 where it
// does not end, room how much of it there will be, if that is known.
func strict(s string, room int) (object []byte, n int) {
	depth, quoted := 0, false
	object = make([]byte, 0, room)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quoted && c == '\\' && i+1 < len(s):
			i++
			if s[i] != '\'' { // no escape of JSON's
				object = append(object, c)
			}
			object = append(object, s[i])
			continue
		case quoted && (c == '\n' || c == '\r' || c == '\t'):
			object = append(object, '\\', map[byte]byte{'\n': 'n', '\r': 'r', '\t': 't'}[c])
			continue
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.HasPrefix(s[i:], "//"):
			if end := strings.IndexAny(s[i:], "\r\n"); end >= 0 {
				i += end - 1
				continue
			}
			return nil, -1
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			object = bytes.TrimSuffix(bytes.TrimRight(object, " \t\r\n"), []byte(","))
			depth--
		}
		if object = append(object, c); depth == 0 && !quoted {
			return object, i + 1
		}
	}
	return nil, -1
}

// script reads one object. keyed is false where the edits are not those of this
// object.
func (d *decoder) script(object []byte) (s edits.Script, keyed bool, r *edits.Reject) {
	s.Shape = edits.ShapeJSON
	var keys map[string]json.RawMessage
	var j jsonScript
	err := json.Unmarshal(object, &keys)
	if _, keyed = keys["edits"]; err == nil && !keyed {
		return s, false, nil
	}
	if err == nil {
		err = json.Unmarshal(object, &j)
	}
	refused := strings.EqualFold(j.Status, "no_fix")
	switch {
	case err != nil:
		return s, true, rejectf(edits.RejectDecodeNone, "the answer is no valid JSON: %s", lines.Clip(err.Error(), 80))
	case !d.ownFile(j.File):
		return s, true, rejectf(edits.RejectOutside, "the script names another file, %q", lines.Clip(j.File, 60))
	case len(j.Edits) > maxAnswerOps:
		return s, true, rejectf(edits.RejectTooLarge, "the answer has %d edits", len(j.Edits))
	case len(j.Edits) == 0 && refused:
		return noFix(j.Reason, edits.ShapeJSON), true, nil
	case len(j.Edits) == 0:
		return s, true, rejectf(edits.RejectDecodeAmbiguous, "status fix needs at least one edit")
	}
	// Servers that follow a schema make small models fill every field: an answer with
	// edits has edits, whatever its status says.
	var described []string
	for n, raw := range j.Edits {
		var e jsonEdit
		if err := json.Unmarshal(raw, &e); err != nil {
			return s, true, opReject(n, edits.RejectDecodeNone, "the edit is not well formed: %s", lines.Clip(err.Error(), 80))
		}
		op, r := d.jsonOp(e, n)
		if op.Place != nil || e.From == "" && e.Anchor != nil {
			s.Shape = edits.ShapeAnchored
		}
		if r != nil {
			return s, true, r
		}
		s.Ops = append(s.Ops, op)
		if said := reason(jsonText(e.Description)); said != "" && !slices.Contains(described, said) {
			described = append(described, said)
		}
	}
	s.Status = edits.StatusFix
	s.Reason = cmp.Or(reason(cmp.Or(j.Reason, jsonText(j.Description))), reason(strings.Join(described, "; ")))
	return s, true, nil
}

// jsonOp decodes one edit of either form.
func (d *decoder) jsonOp(e jsonEdit, n int) (edits.Op, *edits.Reject) {
	name := cmp.Or(e.Op, e.Type)
	kind, ok := operation(name)
	code, listed, r := d.jsonLines(cmp.Or(string(e.Lines), string(e.Content)), n)
	switch {
	case !d.ownFile(e.File):
		return edits.Op{}, opReject(n, edits.RejectOutside, "the edit names another file, %q", lines.Clip(e.File, 60))
	case !ok:
		return edits.Op{}, opReject(n, edits.RejectOpUnknown,
			"there is no operation %q; there are %s", lines.Clip(name, 20), operationNames)
	case kind != edits.Delete && r != nil:
		return edits.Op{}, r
	case kind == edits.Delete:
		code = nil
	}
	h := header{kind: kind}
	from, isID := idForm(strings.TrimSpace(e.From))
	switch {
	case kind == edits.Rewrite:
		h.from = edits.AnchorID(strings.ToUpper(e.From))
	case e.From == "" && len(e.Anchor) > 0:
		return d.anchored(kind, e.Anchor, code, n)
	case strings.TrimSpace(e.From) == "":
		return edits.Op{}, opReject(n, edits.RejectIDUnknown, "the edit has no id")
	case !isID:
		h.text = e.From
	default:
		if h.from, h.to = from, from; e.To != "" {
			if h.to, ok = idForm(strings.TrimSpace(e.To)); !ok {
				h.to = edits.AnchorID(e.To)
			}
		}
	}
	op, r := d.operation(h, code, n)
	op.Faithful = listed
	return op, r
}

// jsonLines returns the new lines of an edit, a list or a string. listed reports that
// they came as a list, whose first line can be trusted to have its indentation.
func (d *decoder) jsonLines(raw string, n int) (code []string, listed bool, r *edits.Reject) {
	var items []string
	var all string
	switch {
	case raw == "" || raw == "null":
		return nil, false, opReject(n, edits.RejectDecodeNone,
			"the edit has no \"lines\"; to remove lines send an empty list, or use delete")
	case json.Unmarshal([]byte(raw), &all) == nil:
		return lines.Split(all), false, nil
	case json.Unmarshal([]byte(raw), &items) != nil:
		return nil, false, opReject(n, edits.RejectDecodeNone, "lines must be a list of strings")
	}
	for _, item := range items {
		if rows := lines.Split(item); len(rows) > 0 {
			code = append(code, rows...)
		} else {
			code = append(code, "")
		}
	}
	return code, true, nil
}
