package edits

import (
	"fmt"

	"github.com/fettle-dev/fettle/internal/limits"
)

// The limits on what one script may change. Over a limit is a reject, never a
// cut.
const (
	freeRemovals  = 15 // old lines that may always change
	addedPerLine  = 3  // added lines for each line of the windows …
	addedAtLeast  = 20 // … and besides
	windowDivisor = 2  // of longer windows, half may change
)

func tooLarge(op int, format string, args ...any) *Reject {
	return &Reject{Code: RejectTooLarge, Op: op, Detail: fmt.Sprintf(format, args...)}
}

// checkScript rejects a script by what can be counted before anything else.
func checkScript(s Script) *Reject {
	if len(s.Ops) > limits.Ops {
		return tooLarge(-1, "%d edits, more than %d", len(s.Ops), limits.Ops)
	}
	return nil
}

// checkLength limits the lines of one edit. Rewrites and diffs send unchanged
// lines along; what they change is counted by [size].
func (ch change) checkLength() *Reject {
	if n := len(ch.new); n > limits.OpLines && !ch.rewrite && !ch.verbatim {
		return tooLarge(ch.op, "%d lines, more than %d", n, limits.OpLines)
	}
	return nil
}

// size counts what a script changes.
type size struct{ removed, added, bytes, longest int }

func (z *size) add(c Candidates, run int, out []outLine) {
	same, added := 0, 0
	for _, l := range out {
		if l.same {
			same++
			continue
		}
		added++
		z.bytes += len(l.text) + 1
	}
	z.removed += c.Windows.Runs[run].Lines.Len() - same
	z.added += added
	z.longest = max(z.longest, added)
}

func (z *size) check(c Candidates, o Options) *Reject {
	lines := c.Windows.LineCount()
	switch {
	case o.Unlimited:
		return nil
	case z.removed > max(freeRemovals, lines/windowDivisor):
		return tooLarge(-1, "%d lines changed, more than %d", z.removed, max(freeRemovals, lines/windowDivisor))
	case z.added > addedPerLine*lines+addedAtLeast:
		return tooLarge(-1, "%d lines added, more than %d", z.added, addedPerLine*lines+addedAtLeast)
	case z.longest > limits.OpLines*limits.Ops:
		return tooLarge(-1, "%d lines added", z.longest)
	case z.bytes > limits.NewText:
		return tooLarge(-1, "%d bytes of new text, more than %d", z.bytes, limits.NewText)
	}
	return nil
}
