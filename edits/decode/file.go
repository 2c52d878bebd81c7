package decode

import (
	"slices"
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

// alignment compares the lines of an answer with those of the document, as
// numbers: equal lines, trailing blanks aside, have equal numbers.
type alignment struct {
	s      text.Snapshot
	lines  []string
	doc    []int32
	answer []int32 // lines that the document does not have are negative, each its own
}

func newAlignment(c edits.Candidates, lines []string) alignment {
	s := c.Snapshot
	a := alignment{s: s, lines: lines}
	ids := make(map[string]int32)
	a.doc = make([]int32, s.LineCount())
	for i := range a.doc {
		k := levelTrailing.key(c.Line(i))
		id, ok := ids[k]
		if !ok {
			id = int32(len(ids))
			ids[k] = id
		}
		a.doc[i] = id
	}
	a.answer = make([]int32, len(lines))
	for i, l := range lines {
		id, ok := ids[levelTrailing.key(l)]
		if !ok {
			id = -1 - int32(i)
		}
		a.answer[i] = id
	}
	return a
}

// aligned says which parts of the answer stand for the runs.
type aligned struct {
	parts    []text.Lines
	outside  int  // lines with code that the answer repeats and that only stand outside the runs
	complete bool // it holds all there is outside the runs
}

// cut finds the parts of the answer that stand for the runs. Where several
// divisions are possible they all give the same text.
func (a alignment) cut(runs []text.Lines) (al aligned, ok bool) {
	if len(runs) == 0 {
		return al, false
	}
	before := a.doc[:runs[0].Start]
	after := a.doc[runs[len(runs)-1].End:]
	head := overlap(before, a.answer)
	tail := overlap(reversed(after), reversed(a.answer))
	al.complete = head == len(before) && tail == len(after)
	if tail < len(after) {
		// A document may end in blank lines that an answer leaves out.
		if trimmed := a.trimBlank(after); len(trimmed) < len(after) {
			if n := overlap(reversed(trimmed), reversed(a.answer)); n >= tail {
				tail = n
				al.complete = head == len(before) && n == len(trimmed)
			}
		}
	}
	if head+tail > len(a.answer) {
		return al, false
	}
	inside := map[int32]bool{}
	for _, run := range runs {
		for _, id := range a.doc[run.Start:run.End] {
			inside[id] = true
		}
	}
	al.outside = a.codeLines(0, head, inside) + a.codeLines(len(a.answer)-tail, len(a.answer), inside)
	at, end := head, len(a.answer)-tail
	for i, run := range runs {
		stop, next := end, end
		if i+1 < len(runs) {
			between := a.doc[run.End:runs[i+1].Start]
			pos, found := search(a.answer[at:end], between)
			if !found {
				return al, false
			}
			// The run may be there unchanged, and hold what stands behind it.
			if same := a.doc[run.Start:run.End]; startsWith(a.answer[at:end], same, between) {
				pos = len(same)
			}
			stop, next = at+pos, at+pos+len(between)
			al.outside += a.codeLines(stop, next, inside)
		}
		al.parts = append(al.parts, text.Lines{Start: at, End: stop})
		at = next
	}
	return al, true
}

// isRun reports whether the answer begins and ends as the run does: lines that
// stand outside, too, are then no sign of more than the run.
func (a alignment) isRun(run text.Lines) bool {
	own := a.trimmed(a.doc[run.Start:run.End], run.Start)
	return len(own) > 0 && len(a.answer) > 0 && a.answer[0] == own[0] && a.answer[len(a.answer)-1] == own[len(own)-1]
}

// trimmed are the lines of the document from at on without blank ones at the
// ends.
func (a alignment) trimmed(ids []int32, at int) []int32 {
	for len(ids) > 0 && lines.Blank(a.s.Line(at)) {
		ids, at = ids[1:], at+1
	}
	for len(ids) > 0 && lines.Blank(a.s.Line(at+len(ids)-1)) {
		ids = ids[:len(ids)-1]
	}
	return ids
}

// bordered reports whether a part begins and ends where its run does: beside
// lines from outside, or with the run's own first and last line. Otherwise it
// may hold changed code from above or below.
func (al aligned) bordered(a alignment, runs []text.Lines, i int) bool {
	run, part := runs[i], al.parts[i]
	if run.Len() == 0 || part.Len() == 0 {
		return true
	}
	top := i > 0 || part.Start > 0 || run.Start == 0 || a.answer[part.Start] == a.doc[run.Start]
	bottom := i+1 < len(runs) || part.End < len(a.answer) || run.End == len(a.doc) || a.answer[part.End-1] == a.doc[run.End-1]
	return top && bottom
}

func startsWith(seq, first, second []int32) bool {
	return len(seq) >= len(first)+len(second) && slices.Equal(seq[:len(first)], first) &&
		slices.Equal(seq[len(first):len(first)+len(second)], second)
}

// codeLines counts the answer's lines that are not blank and not in the runs.
func (a alignment) codeLines(from, to int, inside map[int32]bool) int {
	n := 0
	for i, l := range a.lines[from:to] {
		if !lines.Blank(l) && !inside[a.answer[from+i]] {
			n++
		}
	}
	return n
}

func (a alignment) trimBlank(ids []int32) []int32 {
	for n := len(ids); n > 0; n-- {
		if l := len(a.doc) - len(ids) + n - 1; !lines.Blank(a.s.Line(l)) {
			return ids[:n]
		}
	}
	return nil
}

// change is the op that puts a part of the answer in place of a run, narrowed
// to the lines that differ.
func (a alignment) change(run, part text.Lines, complete bool) (op edits.Op, keep bool) {
	if !complete || run.End == len(a.doc) {
		run = a.withoutLostBlanks(run, part)
	}
	old, lines := a.doc[run.Start:run.End], a.answer[part.Start:part.End]
	head, tail := 0, 0
	for head < len(old) && head < len(lines) && old[head] == lines[head] {
		head++
	}
	for tail < len(old)-head && tail < len(lines)-head && old[len(old)-1-tail] == lines[len(lines)-1-tail] {
		tail++
	}
	at := text.Lines{Start: run.Start + head, End: run.End - tail}
	middle := a.lines[part.Start+head : part.End-tail]
	if at.Len() == 0 && len(middle) == 0 {
		return op, false
	}
	return placed(at, middle), true
}

// withoutLostBlanks leaves out the blank lines at the ends of a run that the
// answer dropped there: they stay.
func (a alignment) withoutLostBlanks(run, part text.Lines) text.Lines {
	if part.Len() == 0 {
		return run
	}
	if !lines.Blank(a.lines[part.Start]) {
		for run.Len() > 0 && lines.Blank(a.s.Line(run.Start)) {
			run.Start++
		}
	}
	if !lines.Blank(a.lines[part.End-1]) {
		for run.Len() > 0 && lines.Blank(a.s.Line(run.End-1)) {
			run.End--
		}
	}
	return run
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

// overlap is the length of the longest start of b that is an end of a.
func overlap(a, b []int32) int {
	if len(a) < len(b) {
		b = b[:len(a)]
	}
	fail := failure(b)
	k := 0
	for _, id := range a {
		for k > 0 && (k == len(b) || b[k] != id) {
			k = fail[k-1]
		}
		if k < len(b) && b[k] == id {
			k++
		}
	}
	return k
}

// search is the first place of want in seq.
func search(seq, want []int32) (at int, ok bool) {
	if len(want) == 0 {
		return 0, true
	}
	fail := failure(want)
	k := 0
	for i, id := range seq {
		for k > 0 && want[k] != id {
			k = fail[k-1]
		}
		if want[k] == id {
			k++
		}
		if k == len(want) {
			return i + 1 - len(want), true
		}
	}
	return 0, false
}

func reversed(ids []int32) []int32 {
	out := make([]int32, len(ids))
	for i, id := range ids {
		out[len(ids)-1-i] = id
	}
	return out
}
