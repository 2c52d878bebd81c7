package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// wholeFile cuts the windows out of code that holds the whole document, or more
// of it than the run. What lies outside the windows must be unchanged, trailing
// blanks aside. mine is false where the code holds nothing from outside.
func (d *decoder) wholeFile(rows []string, primary window.Run) (ops []edits.Op, r *edits.Reject, mine bool) {
	a := newAlignment(d.c, rows)
	var all []text.Lines
	for _, run := range d.c.Windows.Runs {
		if run.Lines.Len() > 0 {
			all = append(all, run.Lines)
		}
	}
	for _, runs := range [][]text.Lines{all, {primary.Lines}} {
		al, ok := a.cut(runs)
		if !ok || al.outside == 0 || !al.complete && (al.outside < 2 || a.isRun(primary.Lines)) {
			continue
		}
		for i, run := range runs {
			part := a.lines[al.parts[i].Start:al.parts[i].End]
			if why := d.elision(part); why != "" {
				return nil, rejectf(edits.RejectDecodeNone, "%q stands for code that was left out", lines.Clip(why, 40)), true
			}
			if !al.complete && (len(part) == 0 && run.Len() > 0 || d.strays(part) || !al.bordered(a, runs, i)) {
				return nil, outsideCode(primary), true
			}
			if op, keep := a.change(run, al.parts[i], al.complete); keep {
				ops = append(ops, op)
			}
		}
		if len(ops) == 0 {
			return nil, rejectf(edits.RejectNoop, "the answer changes nothing"), true
		}
		return ops, nil, true
	}
	return nil, nil, false
}

func outsideCode(primary window.Run) *edits.Reject {
	return rejectf(edits.RejectOutside, "the answer holds changed code from outside the windows; send the new text of %s only", primary.Name())
}

// strays reports whether code that should stand for a run holds code from
// outside the windows: several of its lines, or a definition that is there.
func (d *decoder) strays(rows []string) bool {
	const several = 3
	if lines.Bytes(rows) > 4*(d.c.Snapshot.Len()+limits.NewText) {
		return true
	}
	return foreign(d.c, rows) >= several || d.redefines(rows)
}

// redefines reports whether some code defines a name that the document defines
// at its top level, outside the windows.
func (d *decoder) redefines(lines []string) bool {
	if d.c.File == nil {
		return false
	}
	outside := map[string]bool{}
	for _, n := range d.c.File.Nodes {
		if n.Parent < 0 && n.Name != "" && (n.Kind == syntax.Function || n.Kind == syntax.Class) {
			if at := d.c.Snapshot.LineAt(n.Span.Start); d.c.Windows.RunAt(at) < 0 {
				outside[n.Name] = true
			} else {
				delete(outside, n.Name)
			}
		}
	}
	if len(outside) == 0 {
		return false
	}
	for _, n := range syntax.Parse(d.c.Snapshot.Lang, strings.Join(lines, "\n")).Nodes {
		if n.Parent < 0 && (n.Kind == syntax.Function || n.Kind == syntax.Class) && outside[n.Name] {
			return true
		}
	}
	return false
}

func (d *decoder) elision(lines []string) string {
	var old map[string]bool
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if !elided(t) {
			continue
		}
		if old == nil {
			old = map[string]bool{}
			for i := range d.c.Snapshot.LineCount() {
				old[strings.TrimSpace(d.c.Snapshot.Line(i))] = true
			}
		}
		if !old[t] {
			return t
		}
	}
	return ""
}

// foreign counts the different lines of the answer that are code from outside
// the windows, however they are written: an answer that holds several of them
// and does not align changes what it must not.
func foreign(c edits.Candidates, lines []string) int {
	const inside, outside = 1, 2
	where := map[string]int{}
	for i := range c.Snapshot.LineCount() {
		if k := squeeze(c.Snapshot.Line(i)); len(k) >= 10 {
			if c.Windows.RunAt(i) >= 0 {
				where[k] |= inside
			} else {
				where[k] |= outside
			}
		}
	}
	n := 0
	for _, l := range lines {
		k := squeeze(l)
		if where[k] == outside {
			n++
			delete(where, k)
		}
	}
	return n
}

// squeeze drops what formatters change: blanks, the kind of quotes, commas and
// semicolons at the end.
func squeeze(line string) string {
	line = strings.TrimRight(strings.TrimSpace(line), ",;")
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t':
			return -1
		case '"', '`':
			return '\''
		}
		return r
	}, line)
}
