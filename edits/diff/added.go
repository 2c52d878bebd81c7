package diff

import (
	"crypto/sha256"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Added returns the parts of a text that an earlier one did not have, and in whose place it had nothing. A line that
// stood elsewhere has moved, and is none.
func Added(was, now text.Snapshot) []text.Span {
	if was.Hash() == now.Hash() {
		return nil
	}
	type added struct{ was [sha256.Size]byte }
	return now.Fact(added{was.Hash()}, func() any {
		had := map[string]bool{"": true}
		for line := range strings.Lines(was.Text()) {
			had[strings.TrimSpace(line)] = true
		}
		var out []text.Span
		shift := 0
		for _, e := range Minimal(was.Text(), now.Text()) {
			at := e.Span.Start + shift
			shift += len(e.New) - e.Span.Len()
			if e.Span.Len() > 0 {
				continue
			}
			for line := range strings.Lines(e.New) {
				next := text.Span{Start: at, End: at + len(line)}
				at = next.End
				moved := had[strings.TrimSpace(line)] && strings.TrimSpace(line) != ""
				switch n := len(out); {
				case moved:
				case n > 0 && out[n-1].End == next.Start:
					out[n-1].End = next.End
				default:
					out = append(out, next)
				}
			}
		}
		return out
	}).([]text.Span)
}
