package text

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"
)

// Escaped returns the way to w for JSON: characters that are hidden, which stand in
// its strings only, are written as escapes. A reader of the JSON gets them
// back; a terminal that shows it does not.
func Escaped(w io.Writer) io.Writer { return escaped{w} }

type escaped struct{ w io.Writer }

// Write expects whole characters, as encoders write whole values.
func (e escaped) Write(data []byte) (int, error) {
	if _, err := e.w.Write(escapeHidden(data)); err != nil {
		return 0, err
	}
	return len(data), nil
}

func escapeHidden(data []byte) []byte {
	var out bytes.Buffer
	last := 0
	for i, r := range string(data) {
		if r < 0x7F || Hidden(r) == "" {
			continue
		}
		out.Write(data[last:i])
		last = i + len(string(r))
		if hi, lo := utf16.EncodeRune(r); r > 0xFFFF {
			fmt.Fprintf(&out, `\u%04x\u%04x`, hi, lo)
		} else {
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	out.Write(data[last:])
	return out.Bytes()
}
