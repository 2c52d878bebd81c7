package diff

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Size returns how many lines edits add and remove: "+1 -2".
func Size(s text.Snapshot, list []text.Edit) string { return Counted(UnifiedOf("", s, list)) }

// Counted returns the same of a unified diff: how many lines it adds and removes.
func Counted(unified string) string {
	plus, minus := 0, 0
	for line := range strings.Lines(body(unified)) {
		switch line[0] {
		case '+':
			plus++
		case '-':
			minus++
		}
	}
	return fmt.Sprintf("+%d -%d", plus, minus)
}

// body returns a unified diff without its file names.
func body(unified string) string {
	if i := strings.Index(unified, "\n@@"); i >= 0 {
		return unified[i+1:]
	}
	return unified
}

// Beginning returns a unified diff without its file names, cut to so many lines.
func Beginning(unified string, n int) string {
	lines := strings.SplitAfter(body(unified), "\n")
	if len(lines) <= n {
		return strings.Join(lines, "")
	}
	return strings.Join(lines[:n-1], "") + "..."
}
