package lines

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Ends is what a rewritten run lost at its ends.
type Ends struct{ head, tail []string }

// Rewritten is a run of a document and what is to stand in its place.
type Rewritten struct {
	Old, New []string
	At       text.Lines // of the old lines, those of the diagnostic
	Trusted  bool       // the layout of the new text can be trusted
}

// Edges returns the first and the last line with text of a run that a rewrite of it lost:
// models drop the line of context at the edge. Without this, 81 of 100 recorded answers of
// GPT-4 keep what they should, with it 92 (fettle-eval pyty-llm).
func Edges(r Rewritten) (out Ends) {
	first, last := FirstText(r.Old), LastText(r.Old)
	if first < 0 || FirstText(r.New) < 0 {
		return out
	}
	above := parents(r.Old)
	end := first + 1 // of the block that the first line opens
	for end < len(r.Old) && (Blank(r.Old[end]) || above[end] >= first) {
		end++
	}
	if r.lost(first, end) {
		out.head = r.Old[first : first+1]
	}
	if last > first {
		n := len(r.Old)
		turned := Rewritten{backwards(r.Old), backwards(r.New), text.Lines{Start: n - r.At.End, End: n - r.At.Start},
			r.Trusted}
		if turned.lost(n-1-last, n-above[last]) {
			out.tail = r.Old[last : last+1]
		}
	}
	return out
}

// lost reports whether the first line with text, whose block ends before a line, was lost.
// One that is gone alone was; more is only certain of an answer whose layout is lost too. A
// line of the diagnostic may go, and a block.
func (r Rewritten) lost(first, block int) bool {
	next, row := r.kept(Align(r.Old, r.New, Key))
	gone, fresh := textOf(r.Old[:next]), textOf(r.New[:row])
	edge := r.Old[first]
	switch {
	case len(gone) == 0 || r.At.Contains(first) || countOf(r.New, edge) >= countOf(r.Old, edge):
		return false
	case len(fresh)+1 == len(gone) && slices.EqualFunc(gone[1:], fresh, Alike):
		return true // alone: all others are there, or changed
	case r.Trusted, len(fresh) > 0 && Alike(edge, fresh[0]), first+1 < block && block <= next:
		return false
	}
	return true
}

// kept returns the first row that keeps an old line with text, and that line; behind the
// last ones where there is none.
func (r Rewritten) kept(match []int) (old, row int) {
	for i, o := range match {
		if o >= 0 && !Blank(r.Old[o]) {
			return o, i
		}
	}
	return len(r.Old), len(r.New)
}

// countOf returns how often a line stands among others.
func countOf(rows []string, line string) (n int) {
	for _, l := range rows {
		if Key(l) == Key(line) {
			n++
		}
	}
	return n
}

// textOf returns the lines that are not blank.
func textOf(rows []string) []string {
	return slices.DeleteFunc(slices.Clone(rows), Blank)
}

// Variants lists the ways to restore the edges, all of them first. Blanks are the
// blank lines that are restored in any case.
func (e Ends) Variants(blanks Ends) []Ends {
	var list []Ends
	for _, v := range []Ends{e, {head: e.head}, {tail: e.tail}, {}} {
		v = Ends{slices.Concat(blanks.head, v.head), slices.Concat(v.tail, blanks.tail)}
		if !slices.ContainsFunc(list, func(o Ends) bool {
			return len(o.head) == len(v.head) && len(o.tail) == len(v.tail)
		}) {
			list = append(list, v)
		}
	}
	return list
}

// LostBlanks returns the blank lines that the answer dropped at the ends of a run.
// Only an operation with ids removes those.
func LostBlanks(old, now []string) Ends {
	var e Ends
	first, last := FirstText(old), LastText(old)
	if first < 0 || FirstText(now) < 0 {
		return e
	}
	if n := FirstText(now); n < first {
		e.head = old[:first-n]
	}
	if n := len(now) - 1 - LastText(now); n < len(old)-1-last {
		e.tail = old[last+1+n:]
	}
	return e
}

// Restore puts edges back round a block.
func (e Ends) Restore(b Block) Block {
	if len(e.head)+len(e.tail) == 0 {
		return b
	}
	out := Block{Lines: slices.Concat(e.head, b.Lines, e.tail)}
	out.Literal = slices.Concat(make([]bool, len(e.head)), b.Literal, make([]bool, len(e.tail)))
	out.Fixed = make([]bool, len(out.Lines))
	for i := range out.Fixed {
		out.Fixed[i] = i < len(e.head) || i >= len(e.head)+len(b.Lines)
	}
	return out
}

// maxEcho is how many lines round the run an answer may repeat.
const maxEcho = 30

// CutEchoes removes lines that an answer repeats from above or below the run. It
// only counts as an echo when the run's own first (last) line with text follows,
// after the blank lines that the run has there. An answer that begins (ends)
// with that line echoes nothing, alike as the lines may be round it.
func CutEchoes(rows, old, above, below []string) []string {
	rows = rows[echoed(rows, old, above):]
	return rows[:len(rows)-echoed(backwards(rows), backwards(old), backwards(below))]
}

// echoed returns how many first rows repeat what stands above the run.
func echoed(rows, old, above []string) int {
	same := func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }
	first, at := FirstText(old), FirstText(rows)
	if first < 0 || at < 0 || same(rows[at], old[first]) {
		return 0
	}
	for k := min(maxEcho, len(above), len(rows)-1); k > 0; k-- {
		if FirstText(rows[k:]) == first && same(rows[k+first], old[first]) && FirstText(rows[:k]) >= 0 &&
			slices.EqualFunc(rows[:k], above[len(above)-k:], same) {
			return k
		}
	}
	return 0
}

func backwards(rows []string) []string {
	out := slices.Clone(rows)
	slices.Reverse(out)
	return out
}
