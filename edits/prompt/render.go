package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

// around is how many lines are shown above and below a run, read only.
const around = 10

// rewriteLines is up to how many lines a strong model may send a window whole.
const rewriteLines = 15

// windows renders every run with the ids of its lines.
func windows(b *strings.Builder, in Input) {
	c := in.Candidates
	for i, r := range c.Windows.Runs {
		above, below := neighbours(c, i)
		readOnly(b, c, above)
		fmt.Fprintf(b, "%s %s (%s)\n", r.Name(), in.Path, strings.Join(about(in, i), ", "))
		lines, _ := c.Shown(i)
		for n, line := range lines {
			if in.Encoding != Diff { // whose lines are copied as they stand
				fmt.Fprintf(b, "%s| ", mark(c, r.Lines.Start+n))
			}
			b.WriteString(line + "\n")
		}
		if in.Encoding != Diff {
			if r.Lines.Len() == 0 {
				fmt.Fprintf(b, "(empty: insert here with insert_after BOW:%s)\n", r.Name())
			}
			listed(b, c, i)
		}
		readOnly(b, c, below)
		b.WriteString("\n")
	}
}

// neighbours returns the lines above and below a run that are shown with it.
func neighbours(c edits.Candidates, run int) (above, below text.Lines) {
	r := c.Windows.Runs[run].Lines
	above = text.Lines{Start: max(0, r.Start-around), End: r.Start}
	below = text.Lines{Start: r.End, End: min(c.Snapshot.LineCount(), r.End+around)}
	if run > 0 {
		shown := min(c.Windows.Runs[run-1].Lines.End+around, r.Start)
		above.Start = max(above.Start, min(above.End, shown))
	}
	if run+1 < len(c.Windows.Runs) {
		below.End = min(below.End, max(below.Start, c.Windows.Runs[run+1].Lines.Start))
	}
	return above, below
}

// inWindows returns the lines that the windows of a script show.
func inWindows(c edits.Candidates) []text.Lines {
	var all []text.Lines
	for i := range c.Windows.Runs {
		above, below := neighbours(c, i)
		all = append(all, above.Union(below))
	}
	return all
}

// unshown returns the notes without the lines that are shown already, by the prompt or
// by a note before; and all lines that are shown with them.
func unshown(in Input, shown []text.Lines) (all []text.Lines, notes []window.Piece) {
	all = joined(shown)
	for _, n := range in.Notes {
		rest, ok := n.Unshown(all)
		if !ok {
			continue
		}
		notes = append(notes, rest)
		all = joined(slices.Concat(all, rest.Lines))
	}
	return all, notes
}

// joined sorts ranges and joins those that touch, without empty ones.
func joined(all []text.Lines) []text.Lines {
	return slices.DeleteFunc(window.Join(all), func(l text.Lines) bool { return l.Len() == 0 })
}

// about says what a window is.
func about(in Input, run int) []string {
	c := in.Candidates
	r := c.Windows.Runs[run]
	out := []string{c.Snapshot.Lang, r.Lines.String()}
	if _, prefix := c.Shown(run); prefix != "" {
		out = append(out, fmt.Sprintf("shown %d columns further left", len(prefix)))
	}
	if line := c.Snapshot.LineAt(in.Diagnostic.Span.Start); r.Lines.Contains(line) && in.Instruction == "" {
		out = append(out, "diagnostic at "+place(in))
	}
	if len(r.ImportOnly) > 0 && !r.Permits(r.Lines.Start) {
		out = append(out, "imports only")
	}
	if in.Encoding != JSON && in.Encoding != Diff && rewritable(in, run) {
		out = append(out, "rewrite")
	}
	return out
}

// rewritable reports whether a window may be sent whole: small ones always,
// and any of up to four times that size by small models, which do better so.
func rewritable(in Input, run int) bool {
	n := in.Candidates.Windows.Runs[run].Lines.Len()
	if lines, _ := in.Candidates.Shown(run); in.Redact != nil {
		if code := strings.Join(lines, "\n"); in.Redact(code) != code {
			return false // the model does not know all of it
		}
	}
	return n > 0 && (n <= rewriteLines || (in.Weak || in.Encoding == Rewrite) && n <= 4*rewriteLines)
}

// mark returns the id of a line, or blanks where it has none.
func mark(c edits.Candidates, line int) string {
	if id := c.LineID(line); id != "" {
		return string(id)
	}
	return "      "
}

// readOnly shows lines next to a window, without ids.
func readOnly(b *strings.Builder, c edits.Candidates, l text.Lines) {
	if l.Len() <= 0 {
		return
	}
	fmt.Fprintf(b, "(%s, read only)\n", l)
	for i := l.Start; i < l.End; i++ {
		fmt.Fprintf(b, "      | %s\n", strings.TrimPrefix(c.Snapshot.Line(i), "\ufeff"))
	}
}

// listed names the nodes of a run in addition to its lines.
func listed(b *strings.Builder, c edits.Candidates, run int) {
	var parts []string
	for _, x := range c.Listed() {
		if x.Run != run {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s, %s", x.ID, strings.TrimSpace(kindName(x.Kind)+" "+x.Name), x.Lines))
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "Candidates: %s\n", strings.Join(parts, "; "))
	}
}

func kindName(k edits.CandidateKind) string {
	switch k {
	case edits.Function:
		return "function"
	case edits.Class:
		return "class"
	case edits.Import:
		return "import"
	case edits.Decorator:
		return "decorator"
	case edits.Block:
		return "" // its name is its keyword
	}
	return "statement"
}
