package report

import (
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Severity returns what a tool's word for how bad a finding is means: a level of
// rdjson, checkstyle or GitLab, a word of a compiler, a letter of errorformat's
// %t or of pylint. What is not known is a warning.
func Severity(word string) signal.Severity {
	switch strings.ToLower(word) {
	case "error", "fatal", "fatal error", "critical", "blocker", "major", "e", "f":
		return signal.Error
	case "note", "info", "information", "style", "performance", "portability", "convention", "refactor", "suggestion", "n",
		"i", "c", "r":
		return signal.Information
	case "hint", "remark":
		return signal.Hint
	}
	return signal.Warning
}

// codeOf cuts the rule off a message that begins or ends with one: "E501
// line too long", "C0114: missing docstring (missing-docstring)", "message
// [rule]".
func codeOf(message string) (code, rest string) {
	if m := leadingCode().FindStringSubmatch(message); m != nil {
		return m[1], m[2]
	}
	if m := trailingCode().FindStringSubmatch(message); m != nil && CleanCode(m[2]) == m[2] {
		return m[2], m[1]
	}
	return "", message
}
