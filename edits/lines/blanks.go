package lines

import (
	"strings"
	"unicode"
)

// Lead returns the blanks that a line begins with; for a blank line all of it.
func Lead(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// width returns the column at which a text of leading blanks ends; tabs go to the
// next multiple of eight, as in Python's tokenizer.
func width(blanks string) int {
	n := 0
	for i := range len(blanks) {
		if blanks[i] == '\t' {
			n += 8 - n%8
		} else {
			n++
		}
	}
	return n
}

// CommonLead returns the longest prefix of blanks that all non-blank lines share.
func CommonLead(lines []string) string {
	prefix, found := "", false
	for _, l := range lines {
		if Blank(l) {
			continue
		}
		if !found {
			prefix, found = Lead(l), true
			continue
		}
		n := 0
		for n < len(prefix) && n < len(l) && prefix[n] == l[n] {
			n++
		}
		prefix = prefix[:n]
	}
	return prefix
}

// Dedent cuts the longest common prefix of blanks from every line that is not
// blank, and returns it. Blank lines keep their bytes. [Indent] puts it back.
func Dedent(lines []string) (cut []string, prefix string) {
	prefix = CommonLead(lines)
	cut = make([]string, len(lines))
	for i, l := range lines {
		if Blank(l) {
			cut[i] = l
		} else {
			cut[i] = l[len(prefix):]
		}
	}
	return cut, prefix
}

// Indent puts a prefix before every line that is not blank.
func Indent(lines []string, prefix string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if Blank(l) {
			out[i] = l
		} else {
			out[i] = prefix + l
		}
	}
	return out
}

// FirstText returns the number of the first line with text, -1 without one.
func FirstText(lines []string) int {
	for i, l := range lines {
		if !Blank(l) {
			return i
		}
	}
	return -1
}

// LastText returns the number of the last line with text, -1 without one.
func LastText(lines []string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if !Blank(lines[i]) {
			return i
		}
	}
	return -1
}

// Blank reports whether a line has no text.
func Blank(s string) bool { return strings.TrimLeft(s, " \t\f\v\u00a0") == "" }

// TrimBlank drops blank lines at both ends.
func TrimBlank(lines []string) []string {
	for len(lines) > 0 && Blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && Blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// HasWord reports whether a line has a letter or a digit.
func HasWord(line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
