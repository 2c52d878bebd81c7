package edits

import (
	"encoding/json"
	"strings"
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

// script is the JSON of a script, ours or the seed form.
type jsonScript struct {
	Status string            `json:"status"`
	Reason string            `json:"reason"`
	File   string            `json:"file"`
	Edits  []json.RawMessage `json:"edits"`
	keyed  bool
	bare   json.RawMessage // the innermost object, where it is no list of edits
}

// jsonEdit is one edit. Lines and Content may be a string or a list of them.
type jsonEdit struct {
	Op      string          `json:"op"`
	Type    string          `json:"type"`
	From    string          `json:"from"`
	To      string          `json:"to"`
	Lines   json.RawMessage `json:"lines"`
	Content json.RawMessage `json:"content"`
	Anchor  json.RawMessage `json:"anchor"`
	File    string          `json:"file"`
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
		d.repair(RepairJSON)
	}
	for range 3 {
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(raw, &keys); err != nil {
			return jsonScript{}, err
		}
		if _, ok := keys["edits"]; ok {
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
