package lines

import (
	"slices"
	"strings"
)

// Split cuts a text at its line ends, which are dropped. A final line end
// makes no further, empty line.
func Split(s string) []string {
	lines := make([]string, 0, Count(s))
	for s != "" {
		i := strings.IndexAny(s, "\r\n")
		if i < 0 {
			return append(lines, s)
		}
		lines = append(lines, s[:i])
		if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			i++
		}
		s = s[i+1:]
	}
	return lines
}

// Count returns the number of lines that splitLines returns.
func Count(s string) int {
	n := strings.Count(s, "\n") + strings.Count(s, "\r") - strings.Count(s, "\r\n")
	if s != "" && s[len(s)-1] != '\n' && s[len(s)-1] != '\r' {
		n++
	}
	return n
}

// SplitAll cuts lines that hold terminators, which no line of a text can.
func SplitAll(lines []string) []string {
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.ContainsAny(l, "\r\n") }) {
		return lines
	}
	var out []string
	for _, l := range lines {
		l = strings.TrimSuffix(strings.TrimSuffix(l, "\n"), "\r")
		l = strings.ReplaceAll(l, "\r\n", "\n")
		l = strings.ReplaceAll(l, "\r", "\n")
		out = append(out, strings.Split(l, "\n")...)
	}
	return out
}

// Clip shortens a text for a message, at a rune boundary.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}

// Bytes returns the size of lines with their terminators.
func Bytes(lines []string) int {
	n := len(lines)
	for _, l := range lines {
		n += len(l)
	}
	return n
}

// Content returns the trimmed lines that hold a word; brackets alone say
// nothing. Where there are none, all lines that are not blank.
func Content(lines []string) []string {
	var content, other []string
	for _, l := range lines {
		t := strings.TrimSpace(l)
		switch {
		case t == "":
		case HasWord(t):
			content = append(content, t)
		default:
			other = append(other, t)
		}
	}
	if content == nil {
		return other
	}
	return content
}
