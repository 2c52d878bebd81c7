package decode

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
)

// objects finds the balanced {…} of a text that hold the key "edits". cut
// reports that one begins and does not end. Objects are looked for where one
// may begin: at the start of a line, or behind prose that ends in a colon.
func objects(s string) (found []string, cut bool) {
	const attempts = 16 // bounds the work on a text of opening braces
	for i, tried := 0, 0; i < len(s) && tried < attempts; {
		j := strings.IndexByte(s[i:], '{')
		if j < 0 {
			return found, cut
		}
		i += j
		before := strings.TrimRight(s[:i], " \t")
		if before != "" && !strings.ContainsAny(before[len(before)-1:], "\n\r:`>]") {
			i++
			continue
		}
		tried++
		end := balanced(s[i:])
		if end < 0 {
			if hasEditsKey(s[i:]) {
				return found, true
			}
			i++
			continue
		}
		if hasEditsKey(s[i : i+end]) {
			found = append(found, s[i:i+end])
		}
		i += end
	}
	return found, cut
}

func hasEditsKey(s string) bool {
	for _, key := range [...]string{`"old_str"`, `"old_string"`, `"oldString"`, `"original_lines"`} {
		if strings.Contains(s, key) {
			return true
		}
	}
	return strings.Contains(s, `"edits"`) || strings.Contains(s, `'edits'`) || strings.Contains(s, `\"edits\"`)
}

// balanced is the length of the object that begins s, -1 if it does not end.
func balanced(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			n := jsonString(s[i:])
			if n < 0 {
				return -1
			}
			i += n - 1
		case '/':
			i += comment(s[i:])
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// jsonString is the length of the string literal that begins s, -1 if it does
// not end.
func jsonString(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// comment is the number of bytes before the end of a // comment, 0 for none.
func comment(s string) int {
	if !strings.HasPrefix(s, "//") {
		return 0
	}
	if end := strings.IndexAny(s, "\r\n"); end >= 0 {
		return end
	}
	return len(s) - 1
}

// strictJSON mends what models add to JSON: comments, commas before a closing
// bracket, raw line ends and tabs in strings. Nothing is mended that could
// change what a string says.
func strictJSON(s string) (mended string, changed bool) {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	comma := -1 // offset in s of a comma not yet written
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '/' && strings.HasPrefix(s[i:], "//") {
			i += comment(s[i:])
			changed = true
			continue
		}
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			b.WriteByte(c)
			continue
		}
		if comma >= 0 {
			if c != '}' && c != ']' {
				b.WriteByte(',')
			} else {
				changed = true
			}
			comma = -1
		}
		switch c {
		case ',':
			comma = i
		case '"':
			n := jsonString(s[i:])
			if n < 0 {
				n = len(s) - i
			}
			changed = writeString(&b, s[i:i+n]) || changed
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), changed
}

// writeString writes a string literal with its raw control characters escaped.
func writeString(b *strings.Builder, lit string) (changed bool) {
	last := 0
	for i := range len(lit) {
		var esc string
		switch lit[i] {
		case '\n':
			esc = `\n`
		case '\r':
			esc = `\r`
		case '\t':
			esc = `\t`
		case '\'':
			if i == 0 || lit[i-1] != '\\' || escapedBefore(lit, i-1) {
				continue
			}
			b.WriteString(lit[last : i-1]) // no escape of JSON's
			last, changed = i, true
			continue
		default:
			continue
		}
		b.WriteString(lit[last:i])
		b.WriteString(esc)
		last, changed = i+1, true
	}
	b.WriteString(lit[last:])
	return changed
}

// escapedBefore reports whether the backslash at lit[i] is itself escaped.
func escapedBefore(lit string, i int) bool {
	n := 0
	for i > 0 && lit[i-1] == '\\' {
		n, i = n+1, i-1
	}
	return n%2 == 1
}

// script is the JSON of a script, ours or the anchored form.
type jsonScript struct {
	Status string `json:"status"`
	Reason string `json:"reason"`
	// Description stands for the reason in the anchored form, for all edits or at
	// each.
	Description json.RawMessage   `json:"description"`
	File        string            `json:"file"`
	Edits       []json.RawMessage `json:"edits"`
	keyed       bool
	bare        json.RawMessage // the innermost object, where it is no list of edits
}

// jsonEdit is one edit. Lines may be a string or a list of them; nil if the edit
// has none.
type jsonEdit struct {
	op, from, to, file string
	description        string
	lines, anchor      json.RawMessage
}

// jsonText is a JSON string; "" for anything else.
func jsonText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// readEdit reads an edit by the names that models give to its parts. Ids may come
// as line numbers.
func readEdit(raw json.RawMessage) (e jsonEdit, err error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return e, err
	}
	bare := make(map[string]json.RawMessage, len(keys))
	for _, k := range slices.Sorted(maps.Keys(keys)) { // camel case and underscores are one
		bare[strings.ToLower(strings.ReplaceAll(k, "_", ""))] = keys[k]
	}
	find := func(names ...string) json.RawMessage {
		for _, name := range names {
			if v := bare[name]; len(v) > 0 && string(v) != "null" {
				return v
			}
		}
		return nil
	}
	e.lines = find("lines", "content", "newlines", "newcontent", "newcode", "newtext", "replacement", "code", "text")
	e.anchor = find("anchor")
	word := func(into *string, v json.RawMessage) {
		if v != nil && err == nil {
			err = json.Unmarshal(v, into)
		}
	}
	id := func(into *string, v json.RawMessage) {
		if n := digits(string(v)); n > 0 && n == len(v) {
			*into = "L" + string(v)
			return
		}
		word(into, v)
	}
	word(&e.op, find("op", "operation", "action", "type"))
	word(&e.file, find("file"))
	e.description = jsonText(find("description"))
	id(&e.from, find("from", "fromid", "start", "startid", "id"))
	id(&e.to, find("to", "toid", "end", "endid"))
	return e, err
}

// bareEdits finds edits that came without the script round them: one, or a list
// of them, and nothing else but a fence.
func (d *decoder) bareEdits() (jsonScript, bool) {
	s := strings.TrimSpace(d.body)
	if all := fences(d.lines); len(all) == 1 && all[0].closed {
		s = strings.TrimSpace(strings.Join(all[0].code, "\n"))
	}
	if s == "" || s[0] != '{' && s[0] != '[' || balanced(s) != len(s) {
		return jsonScript{}, false
	}
	raw := json.RawMessage(s)
	if !json.Valid(raw) {
		mended, _ := strictJSON(s)
		raw = json.RawMessage(mended)
	}
	script := jsonScript{keyed: true}
	if json.Unmarshal(listed(raw), &script.Edits) != nil || len(script.Edits) == 0 {
		return script, false
	}
	for _, one := range script.Edits {
		e, err := readEdit(one)
		if _, known := operation(e.op); err != nil || !known || e.from == "" && e.anchor == nil {
			return script, false
		}
	}
	d.repair(edits.RepairJSON)
	return script, true
}

// listed is a list of edits that came as a string, or as its only item.
func listed(raw json.RawMessage) json.RawMessage {
	var s string
	if json.Unmarshal(raw, &s) == nil && json.Valid([]byte(s)) {
		raw = json.RawMessage(s)
	}
	if members(raw) != nil {
		return slices.Concat([]byte("["), raw, []byte("]"))
	}
	return raw
}

// readScript decodes one object, mending its syntax if it must. Tool calls
// wrap the script into one more object.
func (d *decoder) readScript(s string) (jsonScript, error) {
	raw := []byte(s)
	if !json.Valid(raw) {
		mended, _ := strictJSON(s)
		raw = []byte(mended)
		if err := json.Unmarshal(raw, new(json.RawMessage)); err != nil {
			return jsonScript{}, err
		}
		d.repair(edits.RepairJSON)
	}
	for range 3 {
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(raw, &keys); err != nil {
			return jsonScript{}, err
		}
		if list, ok := keys["edits"]; ok {
			if keys["edits"] = listed(list); string(keys["edits"]) != string(list) {
				raw, _ = json.Marshal(keys)
				d.repair(edits.RepairJSON)
			}
			script := jsonScript{keyed: true}
			err := json.Unmarshal(raw, &script)
			return script, err
		}
		top := raw
		raw = nil
		for _, name := range [...]string{"arguments", "parameters", "input", "args"} {
			if inner := keys[name]; hasEditsKey(string(inner)) {
				raw = inner
				break
			}
		}
		if len(raw) > 0 && raw[0] == '"' {
			var text string
			if err := json.Unmarshal(raw, &text); err != nil {
				return jsonScript{}, err
			}
			raw = []byte(text)
		}
		if raw == nil {
			return jsonScript{bare: top}, nil
		}
	}
	return jsonScript{}, nil
}
