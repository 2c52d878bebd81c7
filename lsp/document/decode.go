package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/text"
)

// The types of go.lsp.dev/protocol are not used for these messages: they accept
// a change with a broken range for one of the whole document, and refuse a
// message whose version is null.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_didChange

// object is a JSON object with its members as they were sent. Names are
// compared exactly; of equal ones the last counts.
type object map[string]json.RawMessage

// Members returns the members of a JSON object, as they were sent.
func Members(raw json.RawMessage) (map[string]json.RawMessage, error) {
	var o map[string]json.RawMessage
	if err := json.Unmarshal(raw, &o); err != nil || o == nil {
		return nil, errors.New("not an object")
	}
	return o, nil
}

// has reports whether a member is there and not null.
func (o object) has(name string) bool {
	raw, ok := o[name]
	return ok && string(raw) != "null"
}

// str returns a member's string and whether it could be kept whole.
func (o object) str(name string) (s string, lossy bool, err error) {
	raw := o[name]
	if len(raw) == 0 || raw[0] != '"' {
		return "", false, fmt.Errorf("%s is not a string", name)
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", false, fmt.Errorf("%s is not a string", name)
	}
	return s, lossyString(raw), nil
}

// lossyString reports whether a JSON string holds what a Go string in UTF-8
// cannot: invalid bytes, or the escape of half a surrogate pair.
func lossyString(raw []byte) bool {
	if !utf8.Valid(raw) {
		return true
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++ // the escaped character, whatever it is
		if i >= len(raw) || raw[i] != 'u' {
			continue
		}
		unit := hex4(raw[i+1:])
		i += 4
		switch {
		case unit >= 0xDC00 && unit <= 0xDFFF:
			return true
		case unit >= 0xD800 && unit <= 0xDBFF:
			if i+6 >= len(raw) || raw[i+1] != '\\' || raw[i+2] != 'u' {
				return true
			}
			if low := hex4(raw[i+3:]); low < 0xDC00 || low > 0xDFFF {
				return true
			}
			i += 6
		}
	}
	return false
}

// hex4 returns the value of four hexadecimal digits, -1 if they are not there.
func hex4(b []byte) int {
	if len(b) < 4 {
		return -1
	}
	n := 0
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | int(c-'0')
		case c >= 'a' && c <= 'f':
			n = n<<4 | int(c-'a'+10)
		case c >= 'A' && c <= 'F':
			n = n<<4 | int(c-'A'+10)
		default:
			return -1
		}
	}
	return n
}

// named is the document that a message is about.
type named struct {
	uri        string
	version    int32
	hasVersion bool
	members    object
	params     object
}

// decodeNamed reads params.textDocument. Only the URI must be right: a version
// that is absent, null or no 32-bit integer is no version.
func decodeNamed(params json.RawMessage) (named, error) {
	var n named
	var err error
	if n.params, err = Members(params); err != nil {
		return n, fmt.Errorf("params: %w", err)
	}
	if n.members, err = Members(n.params["textDocument"]); err != nil {
		return n, fmt.Errorf("textDocument: %w", err)
	}
	if n.uri, _, err = n.members.str("uri"); err != nil {
		return n, err
	}
	if n.uri == "" {
		return n, errors.New("uri is empty")
	}
	n.version, n.hasVersion = decodeInt(n.members["version"])
	return n, nil
}

// decodeInt reads an integer of 32 bits, also one that is written as 1.0 or
// 1e3.
func decodeInt(raw json.RawMessage) (int32, bool) {
	var f float64
	if len(raw) == 0 || raw[0] == 'n' || json.Unmarshal(raw, &f) != nil {
		return 0, false
	}
	if f != math.Trunc(f) || f < math.MinInt32 || f > math.MaxInt32 {
		return 0, false
	}
	return int32(f), true
}

// contentChange is one element of contentChanges: a full text, or the
// replacement of a range.
type contentChange struct {
	full       bool
	start, end text.Position
	text       string
	lossy      bool
}

// decodeChange distinguishes a full text from a replacement by the presence of a
// range; null counts as absent. The length that old clients send along is
// ignored.
func decodeChange(raw json.RawMessage) (contentChange, error) {
	var c contentChange
	var o, span object
	var err error
	if o, err = Members(raw); err != nil {
		return c, fmt.Errorf("change: %w", err)
	}
	if c.text, c.lossy, err = o.str("text"); err != nil {
		return c, err
	}
	if !o.has("range") {
		c.full = true
		return c, nil
	}
	if span, err = Members(o["range"]); err != nil {
		return c, fmt.Errorf("range: %w", err)
	}
	if c.start, err = decodePosition(span["start"]); err != nil {
		return c, fmt.Errorf("range start: %w", err)
	}
	if c.end, err = decodePosition(span["end"]); err != nil {
		return c, fmt.Errorf("range end: %w", err)
	}
	if c.start.Line > c.end.Line || c.start.Line == c.end.Line && c.start.Character > c.end.Character {
		return c, errors.New("range ends before it starts")
	}
	return c, nil
}

func decodePosition(raw json.RawMessage) (text.Position, error) {
	o, err := Members(raw)
	if err != nil {
		return text.Position{}, err
	}
	line, okLine := decodeInt(o["line"])
	char, okChar := decodeInt(o["character"])
	if !okLine || !okChar || line < 0 || char < 0 {
		return text.Position{}, errors.New("not a position")
	}
	return text.Position{Line: int(line), Character: int(char)}, nil
}
