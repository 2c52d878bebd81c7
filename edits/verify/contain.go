package verify

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// contained is the gate for windows: every byte outside the windows is where it was, and lines
// that allow only imports got nothing else.
func contained(c *check) outcome {
	if !hasRuns(c.in.Windows) {
		if c.in.Source == Model {
			return fail(edits.RejectOutside, "no window allows a change")
		}
		return skip("the fix may change its own lines")
	}
	if !fits(c.before, c.in.After, c.in.Windows) {
		return fail(edits.RejectOutside, "%s changed, but only %s may", c.firstOutside(), windowsText(c.in.Windows))
	}
	return c.importsOnly()
}

// fits reports whether after is the old text with only the runs replaced. The
// text between two runs is searched leftmost, which finds a placement whenever
// there is one. A line diff is not enough: it may slide a repeated line over
// the window's edge.
func fits(before text.Snapshot, after string, w window.Set) bool {
	t := before.Text()
	var gaps []string
	last := 0
	for _, r := range w.Runs {
		sp := before.LinesSpan(r.Lines)
		gaps = append(gaps, t[last:sp.Start])
		last = sp.End
	}
	tail := t[last:]
	// With an unterminated last line, the terminator before it is removed, too.
	if tail == "" && before.Terminator(before.LineCount()-1) == "" && len(gaps) > 0 {
		i := len(gaps) - 1
		if cut := strings.TrimRight(gaps[i], "\r\n"); cut != gaps[i] && strings.HasSuffix(after, cut) {
			whole := append([]string{}, gaps...)
			whole[i] = cut
			if after == strings.Join(whole, "") {
				return true
			}
		}
	}
	rest := after
	for i, g := range gaps {
		if i == 0 {
			if !strings.HasPrefix(rest, g) {
				return false
			}
			rest = rest[len(g):]
			continue
		}
		at := indexAtLine(rest, g)
		if at < 0 {
			return false
		}
		rest = rest[at+len(g):]
	}
	return strings.HasSuffix(rest, tail) && (tail == "" || len(rest) == len(tail) ||
		endsLine(rest[:len(rest)-len(tail)]) || last == 0)
}

// indexAtLine finds g where a line starts.
func indexAtLine(s, g string) int {
	for from := 0; from <= len(s); {
		i := strings.Index(s[from:], g)
		if i < 0 {
			return -1
		}
		i += from
		if i == 0 || endsLine(s[:i]) {
			return i
		}
		from = i + 1
	}
	return -1
}

func endsLine(s string) bool { return strings.HasSuffix(s, "\n") || strings.HasSuffix(s, "\r") }

// firstOutside names the first changed place no run covers.
func (c *check) firstOutside() string {
	for _, h := range c.hunks {
		if !c.in.Windows.Covers(h.Old) {
			return h.Old.String()
		}
	}
	return "the text outside the lines that may change"
}

func windowsText(w window.Set) string {
	var parts []string
	for i, r := range w.Runs {
		if i == 4 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, r.Lines.String()+" ("+r.Name()+")")
	}
	return strings.Join(parts, ", ")
}

var typeChecking = lazyre.New(`^if\s+(?:\w+\.)?TYPE_CHECKING\s*:$`)

// importsOnly checks the permission of lines that came from +I.
func (c *check) importsOnly() outcome {
	for _, h := range c.hunks {
		run := c.in.Windows.RunAt(h.Old.Start)
		if h.Old.Len() == 0 || run < 0 {
			run = runFor(c.in.Windows, h.Old)
		}
		if run < 0 || permits(c.in.Windows.Runs[run], h.Old) {
			continue
		}
		p := c.changedPart()
		imported := importLines(p.file)
		for l := h.New.Start; l < h.New.End; l++ {
			code := c.code(c.after.Line(l))
			if code == "" || imported[l-p.now.Start] || typeChecking.MatchString(code) {
				continue
			}
			return fail(edits.RejectImportRole, "%q is no import, and %s may hold imports only",
				clip(code, 60), c.in.Windows.Runs[run].Name())
		}
	}
	return pass()
}

// permits reports whether anything may change on one of the lines: a change
// that reaches from imports into code may hold code.
func permits(r window.Run, l text.Lines) bool {
	for line := l.Start; line < max(l.End, l.Start+1); line++ {
		if r.Permits(line) {
			return true
		}
	}
	return false
}

// runFor is the run an insertion point or changed range belongs to.
func runFor(w window.Set, l text.Lines) int {
	for i, r := range w.Runs {
		if r.Lines.Covers(l) {
			return i
		}
	}
	return -1
}

func importLines(f *syntax.File) map[int]bool {
	out := map[int]bool{}
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import {
			for l := n.Lines.Start; l < n.Lines.End; l++ {
				out[l] = true
			}
		}
	}
	return out
}
