package decode

import (
	"encoding/json"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// quotedKeys are the names that the editing tools of agents give to the old
// code, the new code and the file; models that were trained on them use them.
func quotedKeys() (before, after, file []string) {
	return []string{"old_str", "old_string", "oldString", "original_lines", "search"},
		[]string{"new_str", "new_string", "newString", "updated_lines", "replace"},
		[]string{"path", "file_path", "filePath", "file"}
}

// quotedEdit reads an edit that quotes old code and gives the new one, as a
// SEARCH/REPLACE block does. ok is false where it has another form.
func (d *decoder) quotedEdit(raw json.RawMessage, n int) (h hunk, r *edits.Reject, ok bool) {
	keys := members(raw)
	beforeKeys, afterKeys, fileKeys := quotedKeys()
	before, found := textOf(keys, beforeKeys)
	after, given := textOf(keys, afterKeys)
	if !found || !given {
		return h, nil, false
	}
	if name, named := textOf(keys, fileKeys); named && len(name) == 1 && !d.ownFile(name[0]) {
		return h, opReject(n, edits.RejectOutside, "the edit names another file, %q", lines.Clip(name[0], 60)), true
	}
	if len(lines.TrimBlank(before)) == 0 {
		return h, opReject(n, edits.RejectDecodeAmbiguous, "the old code is empty; quote the lines to change, or use ids"), true
	}
	return hunk{readings: []quote{replacement(before, after)}}, nil, true
}

// members are the values of an object by key, none if the text is no object.
func members(raw json.RawMessage) map[string]json.RawMessage {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return nil
	}
	return keys
}

// textOf is the first of some values that is there, as lines.
func textOf(keys map[string]json.RawMessage, names []string) (rows []string, ok bool) {
	for _, name := range names {
		raw, found := keys[name]
		if !found {
			continue
		}
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return lines.Split(s), true
		}
		if json.Unmarshal(raw, &rows) == nil {
			return rows, true
		}
	}
	return nil, false
}

// quoted decodes a script whose edits all quote old code.
func (d *decoder) quoted(list []json.RawMessage) (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeSearchReplace}
	var hunks []hunk
	for n, raw := range list {
		h, r, ok := d.quotedEdit(raw, n)
		if !ok {
			return s, nil, false
		}
		if r != nil {
			return s, r, true
		}
		hunks = append(hunks, h)
	}
	if len(hunks) == 0 {
		return s, nil, false
	}
	s, r := d.placeAll(s, hunks)
	return s, r, true
}
