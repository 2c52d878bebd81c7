package edits

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

// edgeLines looks for the first and the last line with text of a run in a
// rewrite of it.
type edgeLines struct {
	rewritten
	had    map[string]int // lines of the old text …
	have   map[string]int // … and of the new one, by key
	script map[string]int // lines of all the script's changes
}

// rewritten is a run of a document and what is to stand in its place.
type rewritten struct {
	run      text.Lines // in the document
	old, new []string
	at       text.Lines // of the diagnostic, in the document
	removal  bool       // the diagnostic asks for code to go
	trusted  bool       // the layout of the new text can be trusted
	sent     [][]string // the new lines of all changes of the answer
}

func newEdgeLines(r rewritten) edgeLines {
	e := edgeLines{rewritten: r, had: countKeys(r.old), have: countKeys(r.new), script: map[string]int{}}
	for _, sent := range r.sent {
		for _, l := range sent {
			e.script[keyOf(l)]++
		}
	}
	return e
}

func countKeys(lines []string) map[string]int {
	n := make(map[string]int, len(lines))
	for _, l := range lines {
		n[keyOf(l)]++
	}
	return n
}

// dropped reports whether old line i is one of several equal lines of which not
// all came back, and not that of the diagnostic.
func (e edgeLines) dropped(i int) bool {
	k := keyOf(e.old[i])
	return e.had[k] > max(1, e.have[k]) && !e.ofDiagnostic(i)
}

// ofDiagnostic reports whether the diagnostic is on old line i, or on those beside
// it that cannot be told from it and are gone.
func (e edgeLines) ofDiagnostic(i int) bool {
	k := keyOf(e.old[i])
	told := 0 // lines of the diagnostic among the equal ones
	for _, step := range [...]int{1, -1} {
		for l := i; l >= 0 && l < len(e.old) && keyOf(e.old[l]) == k; l += step {
			if e.at.Contains(e.run.Start + l) {
				told++
			}
		}
	}
	return e.at.Contains(e.run.Start+i) || told > 0 && e.had[k]-e.have[k] <= told
}

// fateOfLoose says what happened to old line i in an answer whose layout cannot be
// trusted, given the answer's own edge line. A line of the diagnostic, and one
// that stands changed in the answer, is present; the rest was lost.
func (e edgeLines) fateOfLoose(i int, edge string) fate {
	k := keyOf(e.old[i])
	switch {
	case k == keyOf(edge) || e.have[k] >= e.had[k] || e.at.Contains(e.run.Start+i):
		return present
	case e.had[keyOf(edge)] == 0 && alike(e.old[i], edge):
		return present
	case e.blockWent(i):
		return present
	}
	return lost
}

// blockWent reports whether all of the block around old line i is gone, from the
// line that opens it on.
func (e edgeLines) blockWent(i int) bool {
	header := parents(e.old)[i]
	if header < 0 || i-header < 2 {
		return false
	}
	for _, l := range e.old[header:i] {
		if !blank(l) && e.have[keyOf(l)] > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(e.new, func(l string) bool { return alike(e.old[header], l) })
}

// fate says what happened to the edge line at one side in an answer whose layout
// can be trusted. It is only certain where one line alone is missing and nothing
// stands in its place, or where a version of it, and of no other line, does. In
// the rest the parser may still tell.
func (e edgeLines) fate(g rim) fate {
	if len(g.old) == 0 || e.ofDiagnostic(g.old[0]) {
		return present
	}
	if g.next {
		return doubtful
	}
	edge, others := e.old[g.old[0]], g.old[1:]
	if fresh := e.withoutMoved(g.new); len(fresh) > 0 {
		g.new = fresh
	}
	changed := hasWord(edge) && e.changedAmong(edge, others, g.new)
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
	fewer := len(g.new) < len(g.old) && slices.ContainsFunc(others, func(i int) bool { return e.at.Contains(e.run.Start + i) })
	for _, l := range g.new {
		like := likeness(edge, l)
		if !hasWord(l) || !changedInto(edge, []string{l}) || fewer && (like < sameName || e.binds(others, l)) {
			continue
		}
		if !slices.ContainsFunc(others, func(i int) bool { return likeness(e.old[i], l) >= like }) {
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
func (e edgeLines) binds(old []int, line string) bool {
	return slices.ContainsFunc(old, func(i int) bool { return likeness(e.old[i], line) >= sameName })
}

// belongsTo reports whether the line that opens the block in which an old line
// stands is among others.
func (e edgeLines) belongsTo(i int, others []int) bool {
	header := parents(e.old)[i]
	return header >= 0 && slices.Contains(others, header)
}

// withoutMoved leaves out the new lines that are old ones from another place.
func (e edgeLines) withoutMoved(now []string) []string {
	var list []string
	for _, l := range now {
		if e.had[keyOf(l)] == 0 {
			list = append(list, l)
		}
	}
	return list
}

// oneForOne reports whether there is a new line for each old one, each a changed
// version of it.
func (e edgeLines) oneForOne(g rim) bool {
	if len(g.old) != len(g.new) {
		return false
	}
	for n, i := range g.old {
		isImport := strings.Contains(e.old[i], "import ") // all alike: the names count
		if (isImport || !alike(e.old[i], g.new[n])) && !changedInto(e.old[i], g.new[n:n+1]) {
			return false
		}
	}
	return true
}

// pairs reports whether new lines are changed versions of old ones, one by one,
// on all of which the diagnostic is if it is in the run.
func (e edgeLines) pairs(old []int, now []string) bool {
	if len(old) != len(now) || len(old) == 0 {
		return false
	}
	here := e.at.Overlaps(e.run)
	for n, i := range old {
		if here && !e.at.Contains(e.run.Start+i) || !changedInto(e.old[i], now[n:n+1]) {
			return false
		}
	}
	return true
}

// changedAmong is changedInto for a line that went together with others, whose
// words the new lines hold in the first place: what is left must do.
func (e edgeLines) changedAmong(edge string, others []int, lines []string) bool {
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
		for _, w := range wordsOf(e.old[i]) {
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

// find lists the edge lines that were lost, blank lines beside them included,
// and names one whose fate is in doubt.
func (e edgeLines) find() (out rims) {
	first, last := firstText(e.old), lastText(e.old)
	if first < 0 || firstText(e.new) < 0 {
		return out
	}
	above, below := firstText(e.new), len(e.new)-1-lastText(e.new)
	if out.note(head, e.fateAt(head, first, e.new[above], above), e.old[first]) {
		end := first + 1
		for above == 0 && end <= last && blank(e.old[end]) {
			end++
		}
		if end <= last && keyOf(e.old[end]) != keyOf(e.new[above]) {
			end = first + 1
		}
		out.lost.head = e.old[min(above, first):end]
	}
	if last == first {
		return out
	}
	if out.note(tail, e.fateAt(tail, last, e.new[lastText(e.new)], below), e.old[last]) {
		start := last
		for below == 0 && start > first+1 && blank(e.old[start-1]) {
			start--
		}
		if keyOf(e.old[start-1]) != keyOf(e.new[lastText(e.new)]) {
			start = last
		}
		out.lost.tail = e.old[start : len(e.old)-min(below, len(e.old)-1-last)]
	}
	return out
}

// note records the fate of an edge line, and reports whether it may be lost.
func (r *rims) note(s side, f fate, line string) bool {
	if f == present {
		return false
	}
	r.missing |= s.set()
	name := fmt.Sprintf("its %s line, %q", s, clip(strings.TrimSpace(line), 60))
	if r.lacking == "" {
		r.lacking = name
	}
	if f == doubtful {
		r.doubted |= s.set()
		if r.doubt == "" {
			r.doubt = name
		}
	}
	return true
}

// fateAt is the fate of the edge line at one side. A run that ends in blank
// lines has those for an edge, if they are there.
func (e edgeLines) fateAt(s side, i int, edge string, blanks int) fate {
	had := i
	if s == tail {
		had = len(e.old) - 1 - i
	}
	switch {
	case 0 < had && had <= blanks:
		return present
	case e.trusted && e.mistakable(s, i, edge):
		return doubtful
	case e.trusted:
		return e.fate(rimOf(e.old, e.new, s))
	}
	return e.fateOfLoose(i, edge)
}

// mistakable reports whether the edge line seems to be there, but may be the new
// form of the line of the diagnostic, which stands beside it, is like it and is
// gone without anything in its place.
func (e edgeLines) mistakable(s side, i int, edge string) bool {
	if e.removal || keyOf(e.old[i]) != keyOf(edge) {
		return false
	}
	match := align(e.old, e.new, keyOf)
	kept := map[int]int{}
	for j, o := range match {
		if o >= 0 && !blank(e.new[j]) {
			kept[o] = j
		}
	}
	step := 1
	if s == tail {
		step = -1
	}
	for o := i + step; o >= 0 && o < len(e.old); o += step {
		if blank(e.old[o]) {
			continue
		}
		if _, ok := kept[o]; ok {
			break
		}
		if e.script[keyOf(e.old[o])] == 0 && !e.joinedElsewhere(o) && e.at.Contains(e.run.Start+o) && alike(e.old[o], e.old[i]) {
			return !e.newBeside(s, kept, i)
		}
	}
	return false
}

// joinedElsewhere reports whether a new line that is no old one holds a changed
// version of old line i.
func (e edgeLines) joinedElsewhere(i int) bool {
	return slices.ContainsFunc(e.new, func(l string) bool {
		return e.had[keyOf(l)] == 0 && changedInto(e.old[i], []string{l})
	})
}

// newBeside reports whether new text follows the kept edge line i before the next
// kept line.
func (e edgeLines) newBeside(s side, kept map[int]int, i int) bool {
	at, ok := kept[i]
	if !ok {
		return false
	}
	used := map[int]bool{}
	for _, j := range kept {
		used[j] = true
	}
	step := 1
	if s == tail {
		step = -1
	}
	for j := at + step; j >= 0 && j < len(e.new) && !used[j]; j += step {
		if !blank(e.new[j]) {
			return true
		}
	}
	return false
}
