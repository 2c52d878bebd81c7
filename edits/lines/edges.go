package lines

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/text"
)

// Side is one end of a run.
type Side uint8

// The two ends.
const (
	Head Side = iota
	Tail
)

// Sides is a set of edges.
type Sides uint8

func (s Side) set() Sides { return 1 << s }

// Ends is what a rewritten run lost at its ends.
type Ends struct{ head, tail []string }

// Rewritten is a run of a document and what is to stand in its place.
type Rewritten struct {
	Old, New []string
	At       text.Lines // of the old lines, those of the diagnostic
	Trusted  bool       // the layout of the new text can be trusted
	Removal  bool       // the diagnostic asks for code to go
}

// EdgeFates is the fate of both edge lines of a rewritten run.
type EdgeFates struct {
	lost    Ends   // what is missing, blank lines next to it included
	missing Sides  // where something is
	Doubted Sides  // where it may be so on purpose
	Doubt   string // what that is
}

// fate says what happened to an edge line.
type fate uint8

const (
	present  fate = iota // kept, or changed
	lost                 // left out: models drop the line of context at the edge
	doubtful             // gone, and it is not known whether on purpose
)

// Edges looks for the first and the last line with text of a run in a rewrite of it.
func Edges(r Rewritten) (out EdgeFates) {
	first, last := FirstText(r.Old), LastText(r.Old)
	if first < 0 || FirstText(r.New) < 0 {
		return out
	}
	above := parents(r.Old)
	end := first + 1 // of the block that the first line opens
	for end < len(r.Old) && (Blank(r.Old[end]) || above[end] >= first) {
		end++
	}
	out.note(Head, r.fate(first, end), r.Old[first:first+1])
	if last > first {
		n := len(r.Old)
		turned := Rewritten{backwards(r.Old), backwards(r.New), text.Lines{Start: n - r.At.End, End: n - r.At.Start},
			r.Trusted, r.Removal}
		out.note(Tail, turned.fate(n-1-last, n-above[last]), r.Old[last:last+1])
	}
	return out
}

// fate says what happened to the first line with text, whose block ends before a line.
// One that is gone alone, with nothing in its place, was lost; more is only certain of
// an answer whose layout is lost too. A line of the diagnostic may go, and a block.
func (r Rewritten) fate(first, block int) fate {
	match := Align(r.Old, r.New, Key)
	next, row := r.kept(match, 0)
	gone, fresh := textOf(r.Old[:next]), textOf(r.New[:row])
	edge := r.Old[first]
	switch {
	case next == first && r.Trusted && r.mistakable(match, first, row):
		return doubtful
	case len(gone) == 0 || r.At.Contains(first) || countOf(r.New, edge) >= countOf(r.Old, edge):
		return present
	case len(fresh) == 0 && len(gone) == 1:
		return lost
	case !r.Trusted && len(fresh) > 0 && Alike(edge, fresh[0]):
		return present
	case first+1 < block && block <= next:
		return present
	case !r.Trusted:
		return lost
	case len(fresh) >= len(gone), slices.ContainsFunc(fresh, func(l string) bool { return versionOf(edge, l, gone[1:]) }):
		return present
	case slices.ContainsFunc(fresh, func(l string) bool { return changedInto(edge, l) }):
		return doubtful
	case len(fresh)+1 == len(gone) && slices.EqualFunc(gone[1:], fresh, changedInto):
		return lost
	}
	return doubtful
}

// kept returns the first row from one on that keeps an old line with text, and that line;
// behind the last ones where there is none.
func (r Rewritten) kept(match []int, from int) (old, row int) {
	for i := from; i < len(match); i++ {
		if o := match[i]; o >= 0 && !Blank(r.Old[o]) {
			return o, i
		}
	}
	return len(r.Old), len(r.New)
}

// mistakable reports whether the edge line seems to be there, but may be the new form
// of the line of the diagnostic: that stands next to it, is like it and is gone without
// anything in its place.
func (r Rewritten) mistakable(match []int, first, row int) bool {
	next, end := r.kept(match, row+1)
	return !r.Removal && len(textOf(r.New[row+1:end])) == 0 &&
		slices.ContainsFunc(r.Old[first+1:next], func(l string) bool {
			return r.At.Contains(slices.Index(r.Old, l)) && countOf(r.New, l) == 0 && Alike(l, r.Old[first]) &&
				!strings.Contains(l, "import ")
		})
}

// versionOf reports whether a line is a version of an old one, and of no other.
func versionOf(old, now string, others []string) bool {
	return changedInto(old, now) && !slices.ContainsFunc(others, func(l string) bool { return changedInto(l, now) })
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

// note records the fate of an edge line.
func (r *EdgeFates) note(s Side, f fate, line []string) {
	if f == present {
		return
	}
	r.missing |= s.set()
	if s == Head {
		r.lost.head = line
	} else {
		r.lost.tail = line
	}
	if f == doubtful {
		r.Doubted |= s.set()
		r.Doubt = fmt.Sprintf("its %s line, %q", [...]string{"first", "last"}[s], Clip(strings.TrimSpace(line[0]), 60))
	}
}

// A variant is a rewrite with edges restored, or as it came.
type variant struct {
	Ends
	Restored Sides // edges with text
	Blanks   bool  // blank lines are restored
}

// Variants lists the ways to restore the edges, all of them first. Blanks are the
// blank lines that are restored in any case.
func (r EdgeFates) Variants(blanks Ends) []variant {
	var list []variant
	for _, back := range [...]Sides{Head.set() | Tail.set(), Head.set(), Tail.set(), 0} {
		if back&^r.missing != 0 {
			continue
		}
		v := variant{Ends: blanks, Restored: back, Blanks: len(blanks.head)+len(blanks.tail) > 0}
		if back&Head.set() != 0 {
			v.head = slices.Concat(blanks.head, r.lost.head)
		}
		if back&Tail.set() != 0 {
			v.tail = slices.Concat(r.lost.tail, blanks.tail)
		}
		list = append(list, v)
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
func CutEchoes(rows, old, above, below []string) ([]string, bool) {
	n := len(rows)
	rows = rows[echoed(rows, old, above):]
	rows = rows[:len(rows)-echoed(backwards(rows), backwards(old), backwards(below))]
	return rows, len(rows) < n
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

// changedInto reports whether one line may be a version of the other: alike, or with
// half of its words.
func changedInto(old, now string) bool {
	words := wordsOf(old)
	have := wordsOf(now)
	n := 0
	for _, w := range words {
		if slices.Contains(have, w) {
			n++
		}
	}
	return Alike(old, now) || len(words) > 2 && 2*n >= len(words)
}

// wordsOf returns the names and numbers of a line; the words of imports, which all look
// alike, left out.
func wordsOf(line string) []string {
	words := strings.FieldsFunc(line, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(w string) bool { return w == "import" || w == "from" })
}
