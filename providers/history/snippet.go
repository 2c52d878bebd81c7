package history

import (
	"fmt"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers"
)

// summary returns the one-line description.
func (e entry) summary() string {
	if e.places > 1 {
		return shorten(renamed(e.from, e.to, e.places))
	}
	where, f := "", syntax.Parse(e.lang, e.doc.Text())
	if i := f.Enclosing(min(e.at.Start, max(0, e.doc.LineCount()-1)), syntax.Function); i >= 0 {
		where = f.Nodes[i].Name
	}
	s := summarize(e.lang, e.old, e.now, where)
	if e.origin == Fettle {
		s = shorten("applied fix: " + s)
	}
	return s
}

// snippet shows the change, with two shorter forms.
func (e entry) snippet(now time.Time) providers.Snippet {
	head := fmt.Sprintf("**File**: %s (%s)\n**Change**: %s", providers.CodeSpan(e.path), Ago(now.Sub(e.time)), e.summary())
	removed, added := inner(e.old, e.now)
	sn := providers.Snippet{
		Place: providers.Place{Path: e.path, First: e.at.Start + 1, Last: max(e.at.Start+1, e.at.End)},
		Role:  providers.RoleChange, Lang: "diff", Head: head, Body: show(removed, added, diffLines),
		Score: min(1, e.score/2), Why: e.why,
	}
	if short := show(removed, added, shortLines); len(short) < len(sn.Body) {
		sn.Cuts = append(sn.Cuts, providers.Cut{Head: head, Body: short})
	}
	sn.Cuts = append(sn.Cuts, providers.Cut{Head: head})
	return sn
}

// show returns a diff without context lines: at most n removed and n added.
func show(removed, added []string, n int) string {
	var b strings.Builder
	side := func(mark byte, lines []string) {
		for _, l := range lines[:min(n, len(lines))] {
			b.WriteByte(mark)
			b.WriteString(bare(l))
			b.WriteByte('\n')
		}
	}
	side('-', removed)
	side('+', added)
	return b.String()
}

// Ago says how long ago something was.
func Ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < 2*time.Minute:
		return "1 minute ago"
	case d < time.Hour:
		return fmt.Sprintf("%d minutes ago", int(d/time.Minute))
	case d < 2*time.Hour:
		return "1 hour ago"
	}
	return fmt.Sprintf("%d hours ago", int(d/time.Hour))
}
