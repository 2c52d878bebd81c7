package text

import (
	"encoding/json"
	"strings"
)

// Markdown is a document for a person to read that quotes others: messages,
// names, paths, code. Wherever it leaves, as a string or in JSON, its prose is
// defused (see [Defuse]). What stands in a fence is code: it stays as it is, and
// whoever writes a document makes the fence longer than any in the code.
type Markdown string

// MarshalJSON returns the defused document.
func (m Markdown) MarshalJSON() ([]byte, error) { return json.Marshal(m.String()) }

// String returns the defused document.
func (m Markdown) String() string {
	var out, prose strings.Builder
	flush := func() {
		out.WriteString(Defuse(prose.String()))
		prose.Reset()
	}
	fence := ""
	for line := range strings.Lines(string(m)) {
		mark := fenceOf(line)
		switch {
		case fence == "" && mark == "":
			prose.WriteString(line)
		case fence == "":
			flush()
			fence = mark
			out.WriteString(Defuse(line))
		default:
			out.WriteString(line)
			if len(mark) >= len(fence) && strings.TrimSpace(line) == mark {
				fence = ""
			}
		}
	}
	flush()
	return out.String()
}

// fenceOf returns the run of backquotes that opens or ends a block of code, as
// CommonMark has it; "" if the line does neither. Tildes are not read as one:
// what they hold is prose here.
func fenceOf(line string) string {
	s := strings.TrimLeft(line, " ")
	if len(line)-len(s) > 3 {
		return ""
	}
	n := len(s) - len(strings.TrimLeft(s, "`"))
	if n < 3 || strings.Contains(s[n:], "`") {
		return ""
	}
	return s[:n]
}
