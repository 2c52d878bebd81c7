package verify

import (
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
)

// noop is the first gate: the text changed, and not only in blanks unless the rule is about
// them. Which rules are, the tool itself knows best: if it no longer reports the
// target, it has shown that the blanks were the problem.
func noop(c *check) outcome {
	if c.in.After == c.before.Text() {
		return fail(edits.RejectNoop, "nothing changed: the answer is the same text")
	}
	if !c.in.Requirement.Characters && c.in.Source == Model {
		before, after := c.changed()
		if squeeze(before) != squeeze(after) {
			return pass()
		}
		if c.in.Lint != nil && !zero(c.in.Target) && !c.in.Instructed {
			c.blanks = true
			return outcome{detail: "only blanks and line breaks changed: the tool decides"}
		}
		return onlyBlanks()
	}
	return pass()
}

func onlyBlanks() outcome {
	return fail(edits.RejectNoop, "only blanks and line breaks changed")
}

// squeeze removes what a formatter may change: blanks inside and at the end of
// lines, and empty lines. Line breaks and indentation between code stay, since
// they mean something in Python.
func squeeze(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for line := range strings.Lines(s) {
		body := strings.TrimRightFunc(line, unicode.IsSpace)
		trimmed := strings.TrimLeft(body, " \t")
		if trimmed == "" {
			continue
		}
		b.WriteString(body[:len(body)-len(trimmed)])
		for _, r := range trimmed {
			if !unicode.IsSpace(r) {
				b.WriteRune(r)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
