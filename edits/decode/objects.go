package decode

import (
	"encoding/json"
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
	return strings.Contains(s, `"edits"`) || strings.Contains(s, `'edits'`)
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

// code is the new code, a string or a list of them; nil if the edit has none.
func (e jsonEdit) code() json.RawMessage {
	for _, raw := range [...]json.RawMessage{e.Lines, e.Content} {
		if len(raw) > 0 && string(raw) != "null" {
			return raw
		}
	}
	return nil
}

// jsonText is a JSON string; "" for anything else.
func jsonText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// readScript decodes one object, mending its syntax if it must. keyed is false
// where the edits are not those of this object.
func (d *decoder) readScript(s string) (script jsonScript, keyed bool, err error) {
	raw := []byte(s)
	if !json.Valid(raw) {
		mended, _ := strictJSON(s)
		raw = []byte(mended)
		if err := json.Unmarshal(raw, new(json.RawMessage)); err != nil {
			return script, false, err
		}
		d.repair(edits.RepairJSON)
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return script, false, err
	}
	if _, keyed = keys["edits"]; !keyed {
		return script, false, nil
	}
	return script, true, json.Unmarshal(raw, &script)
}
