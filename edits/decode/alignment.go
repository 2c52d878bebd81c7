package decode

import (
	"slices"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

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
