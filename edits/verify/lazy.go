package verify

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// lazy is the gate for placeholders: none stands where the old text had code.
func lazy(c *check) outcome {
	if c.in.Source == ToolSafe {
		return skip("the tool calls its fix safe")
	}
	words := func(line string) string { return strings.Join(strings.Fields(line), "") } // blanks may be set
	held := map[string]int{}
	for _, h := range c.hunks {
		for l := h.Old.Start; l < h.Old.End; l++ {
			held[words(c.before.Line(l))]++
			held[words(c.comment(strings.TrimSpace(c.before.Line(l))))]++
		}
	}
	for _, l := range c.addedLines() {
		line := strings.TrimSpace(c.after.Line(l))
		if held[words(line)]--; held[words(line)] >= 0 {
			continue
		}
		if line == "…" || line == "..." && !c.dotsAllowed(l) {
			return fail(edits.RejectLazy, "line %d is %q, not code: write the whole code", l+1, line)
		}
		if com := c.comment(line); com != "" && held[words(com)] <= 0 && lines.Elided(com) {
			return fail(edits.RejectLazy, "line %d stands for code that is left out (%q): write the whole code", l+1,
				clip(com, 50))
		}
	}
	return pass()
}

// dotsAllowed reports whether a bare "..." is a legitimate Python body: in a
// stub, a Protocol, an overload or abstract method, or where the old text had
// one.
func (c *check) dotsAllowed(line int) bool {
	if c.family() != python {
		return false
	}
	if strings.HasSuffix(c.before.Path, ".pyi") || strings.HasSuffix(c.before.URI, ".pyi") {
		return true
	}
	for _, h := range c.hunks {
		for l := h.Old.Start; l < h.Old.End; l++ {
			if code := c.code(c.before.Line(l)); code == "..." || strings.HasSuffix(code, ": ...") {
				return true
			}
		}
	}
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
	depth := indent(c.after.Line(line))
	for l := line - 1; l >= 0 && l >= line-80; l-- {
		s := c.after.Line(l)
		code := strings.TrimSpace(s)
		if code == "" || indent(s) >= depth && !strings.HasPrefix(code, "@") && !strings.HasPrefix(code, "class") {
			continue
		}
		if strings.HasPrefix(code, "@") && (strings.Contains(code, "overload") || strings.Contains(code, "abstract")) {
			return true
		}
		if strings.HasPrefix(code, "class ") {
			return strings.Contains(code, "Protocol")
		}
	}
	return false
}
