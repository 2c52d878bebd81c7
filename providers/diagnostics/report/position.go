package report

import (
	"strconv"
	"strings"
)

// CutPosition splits "path:line:col: message" or "path:line: message". A
// path may hold colons (a drive letter).
func CutPosition(line string) (path string, at Point, message string, ok bool) {
	for i := 0; i < len(line); i++ {
		if line[i] != ':' || i == 0 {
			continue
		}
		n, after := Digits(line[i+1:])
		if after == 0 {
			continue
		}
		at = Point{Line: n}
		rest := line[i+1+after:]
		if strings.HasPrefix(rest, ":") {
			if col, k := Digits(rest[1:]); k > 0 && strings.HasPrefix(rest[1+k:], ":") {
				at.Column, rest = col, rest[1+k:]
			}
		}
		if message, ok = strings.CutPrefix(rest, ": "); ok {
			return line[:i], at, message, true
		}
	}
	return "", Point{}, "", false
}

// Digits reads a leading decimal number of at most nine digits.
func Digits(s string) (value, length int) {
	for length < len(s) && length < 9 && '0' <= s[length] && s[length] <= '9' {
		length++
	}
	value, _ = strconv.Atoi(s[:length])
	return value, length
}
