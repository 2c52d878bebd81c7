package verify

import (
	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/limits"
)

// sized is the gate for size: the change is in proportion to its window. Fixes that add
// their own range are only held to the absolute cap.
func sized(c *check) outcome {
	if c.in.Source == ToolSafe {
		return skip("the tool calls its fix safe")
	}
	removed, added, bytes := 0, 0, 0
	for _, h := range c.hunks {
		removed += h.Old.Len()
		added += h.New.Len()
		bytes += c.after.LinesSpan(h.New).Len()
	}
	if bytes > limits.NewText {
		return fail(edits.RejectTooLarge, "%d bytes of new text, at most %d are allowed", bytes, limits.NewText)
	}
	if c.in.Source != Model {
		return pass()
	}
	lines := c.in.Windows.LineCount()
	if most := max(15, lines/2); removed > most && !c.in.Instructed {
		return fail(edits.RejectTooLarge, "%d lines changed, at most %d of this window may", removed, most)
	}
	if most := 3*lines + 20; added > most {
		return fail(edits.RejectTooLarge, "%d lines added, at most %d are allowed here", added, most)
	}
	return pass()
}
