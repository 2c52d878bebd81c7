package lines

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// fate says what happened to an edge line of a rewritten run.
type fate uint8

const (
	present  fate = iota // kept, or changed
	lost                 // left out: models drop the line of context at the edge
	doubtful             // gone, and it cannot be told whether on purpose
)

// EdgeLines looks for the first and the last line with text of a run in a
// rewrite of it.
type EdgeLines struct {
	Rewritten
	had    map[string]int // lines of the old text …
	have   map[string]int // … and of the new one, by key
	script map[string]int // lines of all the script's changes
}

// Rewritten is a run of a document and what is to stand in its place.
type Rewritten struct {
	Run      text.Lines // in the document
	Old, New []string
	At       text.Lines // of the diagnostic, in the document
	Removal  bool       // the diagnostic asks for code to go
	Trusted  bool       // the layout of the new text can be trusted
	Sent     [][]string // the new lines of all changes of the answer
}

// NewEdgeLines counts the lines of a rewritten run, for questions about its edges.
func NewEdgeLines(r Rewritten) EdgeLines {
	e := EdgeLines{Rewritten: r, had: CountKeys(r.Old), have: CountKeys(r.New), script: map[string]int{}}
	for _, sent := range r.Sent {
		for _, l := range sent {
			e.script[Key(l)]++
		}
	}
	return e
}

// CountKeys counts lines by their keys.
func CountKeys(lines []string) map[string]int {
	n := make(map[string]int, len(lines))
	for _, l := range lines {
		n[Key(l)]++
	}
	return n
}

// Dropped reports whether old line i is one of several equal lines of which not
// all came back, and not that of the diagnostic.
func (e EdgeLines) Dropped(i int) bool {
	k := Key(e.Old[i])
	return e.had[k] > max(1, e.have[k]) && !e.ofDiagnostic(i)
}

// ofDiagnostic reports whether the diagnostic is on old line i, or on those beside
// it that cannot be told from it and are gone.
func (e EdgeLines) ofDiagnostic(i int) bool {
	k := Key(e.Old[i])
	told := 0 // lines of the diagnostic among the equal ones
	for _, step := range [...]int{1, -1} {
		for l := i; l >= 0 && l < len(e.Old) && Key(e.Old[l]) == k; l += step {
			if e.At.Contains(e.Run.Start + l) {
				told++
			}
		}
	}
	return e.At.Contains(e.Run.Start+i) || told > 0 && e.had[k]-e.have[k] <= told
}

// fateOfLoose says what happened to old line i in an answer whose layout cannot be
// trusted, given the answer's own edge line. A line of the diagnostic, and one
// that stands changed in the answer, is present; the rest was lost.
func (e EdgeLines) fateOfLoose(i int, edge string) fate {
	k := Key(e.Old[i])
	switch {
	case k == Key(edge) || e.have[k] >= e.had[k] || e.At.Contains(e.Run.Start+i):
		return present
	case e.had[Key(edge)] == 0 && Alike(e.Old[i], edge):
		return present
	case e.blockWent(i):
		return present
	}
	return lost
}

// blockWent reports whether all of the block around old line i is gone, from the
// line that opens it on.
func (e EdgeLines) blockWent(i int) bool {
	header := parents(e.Old)[i]
	if header < 0 || i-header < 2 {
		return false
	}
	for _, l := range e.Old[header:i] {
		if !Blank(l) && e.have[Key(l)] > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(e.New, func(l string) bool { return Alike(e.Old[header], l) })
}

// fate says what happened to the edge line at one side in an answer whose layout
// can be trusted. It is only certain where one line alone is missing and nothing
// stands in its place, or where a version of it, and of no other line, does. In
// the rest the parser may still tell.
func (e EdgeLines) fate(g edgeHunk) fate {
	if len(g.old) == 0 || e.ofDiagnostic(g.old[0]) {
		return present
	}
	if g.next {
		return doubtful
	}
	edge, others := e.Old[g.old[0]], g.old[1:]
	if fresh := e.withoutMoved(g.new); len(fresh) > 0 {
		g.new = fresh
	}
	changed := HasWord(edge) && e.changedAmong(edge, others, g.new)
	switch {
	case len(g.new) == 0 && e.belongsTo(g.old[0], others):
		return present // it went with the block that it stands in
	case len(g.new) == 0 && len(others) == 0:
		return lost
	case len(others) == 0 && changed, e.oneForOne(g):
		return present
	}
	// Where lines went and the diagnostic is on another one, a version of the
	// edge line must be beyond doubt.
	fewer := len(g.new) < len(g.old) && slices.ContainsFunc(others, func(i int) bool { return e.At.Contains(e.Run.Start + i) })
	for _, l := range g.new {
		like := likeness(edge, l)
		if !HasWord(l) || !changedInto(edge, []string{l}) || fewer && (like < sameName || e.binds(others, l)) {
			continue
		}
		if !slices.ContainsFunc(others, func(i int) bool { return likeness(e.Old[i], l) >= like }) {
			return present
		}
	}
	if e.pairs(others, g.new) && !changed {
		return lost
	}
	return doubtful
}

// binds reports whether one of the old lines binds the name that a new one does:
// then the name does not tell which of them it was.
func (e EdgeLines) binds(old []int, line string) bool {
	return slices.ContainsFunc(old, func(i int) bool { return likeness(e.Old[i], line) >= sameName })
}

// belongsTo reports whether the line that opens the block in which an old line
// stands is among others.
func (e EdgeLines) belongsTo(i int, others []int) bool {
	header := parents(e.Old)[i]
	return header >= 0 && slices.Contains(others, header)
}

// withoutMoved leaves out the new lines that are old ones from another place.
func (e EdgeLines) withoutMoved(now []string) []string {
	var list []string
	for _, l := range now {
		if e.had[Key(l)] == 0 {
			list = append(list, l)
		}
	}
	return list
}

// oneForOne reports whether there is a new line for each old one, each a changed
// version of it.
func (e EdgeLines) oneForOne(g edgeHunk) bool {
	if len(g.old) != len(g.new) {
		return false
	}
	for n, i := range g.old {
		isImport := strings.Contains(e.Old[i], "import ") // all alike: the names count
		if (isImport || !Alike(e.Old[i], g.new[n])) && !changedInto(e.Old[i], g.new[n:n+1]) {
			return false
		}
	}
	return true
}

// pairs reports whether new lines are changed versions of old ones, one by one,
// on all of which the diagnostic is if it is in the run.
func (e EdgeLines) pairs(old []int, now []string) bool {
	if len(old) != len(now) || len(old) == 0 {
		return false
	}
	here := e.At.Overlaps(e.Run)
	for n, i := range old {
		if here && !e.At.Contains(e.Run.Start+i) || !changedInto(e.Old[i], now[n:n+1]) {
			return false
		}
	}
	return true
}

// changedAmong is changedInto for a line that went together with others, whose
// words the new lines hold in the first place: what is left must do.
func (e EdgeLines) changedAmong(edge string, others []int, lines []string) bool {
	if !changedInto(edge, lines) {
		return false
	}
	if slices.ContainsFunc(lines, func(l string) bool { return changedInto(edge, []string{l}) }) {
		return true
	}
	left := map[string]int{}
	for _, l := range lines {
		for _, w := range wordsOf(l) {
			left[w]++
		}
	}
	for _, i := range others {
		for _, w := range wordsOf(e.Old[i]) {
			left[w]--
		}
	}
	words, n := wordsOf(edge), 0
	for _, w := range words {
		if left[w] > 0 {
			n++
		}
	}
	return 5*n >= 3*len(words)
}

// Find lists the edge lines that were lost, blank lines beside them included,
// and names one whose fate is in doubt.
func (e EdgeLines) Find() (out EdgeFates) {
	first, last := FirstText(e.Old), LastText(e.Old)
	if first < 0 || FirstText(e.New) < 0 {
		return out
	}
	above, below := FirstText(e.New), len(e.New)-1-LastText(e.New)
	if out.note(Head, e.fateAt(Head, first, e.New[above], above), e.Old[first]) {
		end := first + 1
		for above == 0 && end <= last && Blank(e.Old[end]) {
			end++
		}
		if end <= last && Key(e.Old[end]) != Key(e.New[above]) {
			end = first + 1
		}
		out.lost.head = e.Old[min(above, first):end]
	}
	if last == first {
		return out
	}
	if out.note(Tail, e.fateAt(Tail, last, e.New[LastText(e.New)], below), e.Old[last]) {
		start := last
		for below == 0 && start > first+1 && Blank(e.Old[start-1]) {
			start--
		}
		if Key(e.Old[start-1]) != Key(e.New[LastText(e.New)]) {
			start = last
		}
		out.lost.tail = e.Old[start : len(e.Old)-min(below, len(e.Old)-1-last)]
	}
	return out
}

// note records the fate of an edge line, and reports whether it may be lost.
func (r *EdgeFates) note(s Side, f fate, line string) bool {
	if f == present {
		return false
	}
	r.missing |= s.set()
	name := fmt.Sprintf("its %s line, %q", s, Clip(strings.TrimSpace(line), 60))
	if r.Lacking == "" {
		r.Lacking = name
	}
	if f == doubtful {
		r.Doubted |= s.set()
		if r.Doubt == "" {
			r.Doubt = name
		}
	}
	return true
}

// fateAt is the fate of the edge line at one side. A run that ends in blank
// lines has those for an edge, if they are there.
func (e EdgeLines) fateAt(s Side, i int, edge string, blanks int) fate {
	had := i
	if s == Tail {
		had = len(e.Old) - 1 - i
	}
	switch {
	case 0 < had && had <= blanks:
		return present
	case e.Trusted && e.mistakable(s, i, edge):
		return doubtful
	case e.Trusted:
		return e.fate(edgeHunkOf(e.Old, e.New, s))
	}
	return e.fateOfLoose(i, edge)
}

// mistakable reports whether the edge line seems to be there, but may be the new
// form of the line of the diagnostic, which stands beside it, is like it and is
// gone without anything in its place.
func (e EdgeLines) mistakable(s Side, i int, edge string) bool {
	if e.Removal || Key(e.Old[i]) != Key(edge) {
		return false
	}
	match := Align(e.Old, e.New, Key)
	kept := map[int]int{}
	for j, o := range match {
		if o >= 0 && !Blank(e.New[j]) {
			kept[o] = j
		}
	}
	step := 1
	if s == Tail {
		step = -1
	}
	for o := i + step; o >= 0 && o < len(e.Old); o += step {
		if Blank(e.Old[o]) {
			continue
		}
		if _, ok := kept[o]; ok {
			break
		}
		if e.script[Key(e.Old[o])] == 0 && !e.joinedElsewhere(o) && e.At.Contains(e.Run.Start+o) && Alike(e.Old[o], e.Old[i]) {
			return !e.newBeside(s, kept, i)
		}
	}
	return false
}

// joinedElsewhere reports whether a new line that is no old one holds a changed
// version of old line i.
func (e EdgeLines) joinedElsewhere(i int) bool {
	return slices.ContainsFunc(e.New, func(l string) bool {
		return e.had[Key(l)] == 0 && changedInto(e.Old[i], []string{l})
	})
}

// newBeside reports whether new text follows the kept edge line i before the next
// kept line.
func (e EdgeLines) newBeside(s Side, kept map[int]int, i int) bool {
	at, ok := kept[i]
	if !ok {
		return false
	}
	used := map[int]bool{}
	for _, j := range kept {
		used[j] = true
	}
	step := 1
	if s == Tail {
		step = -1
	}
	for j := at + step; j >= 0 && j < len(e.New) && !used[j]; j += step {
		if !Blank(e.New[j]) {
			return true
		}
	}
	return false
}
