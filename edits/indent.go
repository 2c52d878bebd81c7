package edits

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// frame is what the indentation of a block is measured against.
type frame struct {
	prefix  string   // what rendering removed from every line of the run
	old     []string // the addressed lines of the document
	mode    mode
	trusted bool // the first line's indentation can be trusted
	step    int  // columns of one level, 0 if the document does not tell
	code    bool // a programming language, in which trailing blanks mean nothing
	key     func(string) string
	above   string      // the line with text above the place, "" if there is none
	joined  bool        // the script changes more in the run, so that nesting may change outside the block
	beside  []string    // the lines of the run next to the place
	kin     map[int]int // of an untrusted block: which old line a changed one was
	aim     text.Lines  // of the old lines, those of the diagnostic
}

// mode says how an answer was asked for, which decides what is tried first.
type mode uint8

const (
	modeRewrite mode = iota // the whole of a run
	modeReplace             // lines or a node
	modeInsert
)

// reading is one interpretation of a block's indentation.
type reading struct {
	block
	shown  bool  // indented as the run is shown: the answer taken literally
	bare   bool  // class F: the first line came without its indentation
	match  []int // for each line the old one that it keeps, or -1
	kept   int   // lines with text that are kept
	moved  int   // kept lines that changed their indentation …
	odd    int   // … and for which no new or removed line explains it
	adrift int   // … or which only a line explains that has no reason itself
	drift  int   // changed lines that stand elsewhere than what they were
	inner  int   // kept lines inside strings that are not as they were
	jumps  int   // steps of indentation that no one would write
	blind  bool  // taken though the reading that comes first would change a string
}

// readings lists the interpretations of a block, best first. In class U the
// block's own common prefix is replaced by a target and nothing else changes;
// in class F the first line is placed by itself. Nothing re-indents line by
// line.
func (f frame) readings(b block) []reading {
	kept := newKeptLines(f.old)
	match := align(f.old, b.lines, keyOf)
	if !f.trusted {
		f.kin = f.versions(b, match)
	}
	var list []reading
	add := func(lines []string, bare bool) *reading {
		if slices.ContainsFunc(list, func(r reading) bool { return slices.Equal(r.lines, lines) }) {
			return &reading{}
		}
		list = append(list, f.reading(b.with(lines), bare))
		return &list[len(list)-1]
	}
	all := f.free(b, 0)
	own, outer := commonLead(pick(b.lines, all)), commonLead(f.asShown(b))
	blind := false // no reading puts a string back as the run was shown
	for _, t := range f.targets(b, all, kept) {
		lines, ok := f.shift(b, all, t, match)
		if !ok {
			blind = blind || t == f.prefix
			continue
		}
		r := add(lines, false)
		r.shown = f.literally(outer) && t == f.prefix+own
		r.blind = blind && !r.shown
	}
	if first, rest := f.bareFirst(b, all); first >= 0 {
		own := f.firstIndent(b.lines[first], kept)
		for _, t := range f.targets(b, rest, kept) {
			if lines, ok := f.shift(b, rest, t, match); ok {
				lines[first] = own + b.lines[first]
				add(lines, true)
			}
		}
	}
	if len(list) == 0 {
		list = append(list, f.reading(b, false))
	}
	if f.mode == modeRewrite && slices.ContainsFunc(list, reading.still) {
		for i := range list { // code that came back as it stands was not sent as shown
			list[i].shown = list[i].shown && list[i].adrift == 0
		}
	}
	slices.SortStableFunc(list, f.compare)
	return list
}

// still reports whether several kept lines all have the indentation they had.
func (r reading) still() bool { return r.kept > 1 && r.moved == 0 && !r.bare }

// reading finds the kept lines of a block whose indentation is decided.
func (f frame) reading(b block, bare bool) reading {
	r := reading{block: b, bare: bare, match: align(f.old, b.lines, f.key)}
	r.kept, r.moved, r.odd, r.adrift = newKeptLines(f.old).moves(b, r.match, f.trusted)
	for i, o := range r.match {
		if o >= 0 && b.literal[i] && !blank(b.lines[i]) && lead(b.lines[i]) != lead(f.old[o]) {
			r.inner++
		}
	}
	r.jumps = jumps(b, f.step)
	if f.trusted {
		r.jumps = f.disorder(b)
		return r
	}
	for i, o := range f.kin {
		if lead(b.lines[i]) != lead(f.old[o]) {
			r.drift++
		}
	}
	return r
}

// maxVersions bounds the pairs of lines that are compared to find which became
// which.
const maxVersions = 400

// versions pairs the new lines of a block with the old ones that are gone and
// most like them.
func (f frame) versions(b block, match []int) map[int]int {
	gone := make([]bool, len(f.old))
	for i, l := range f.old {
		gone[i] = !blank(l)
	}
	var fresh []int
	for i, o := range match {
		if o >= 0 {
			gone[o] = false
		} else if !b.literal[i] && !blank(b.lines[i]) {
			fresh = append(fresh, i)
		}
	}
	pairs := map[int]int{}
	if len(fresh)*len(f.old) > maxVersions {
		return pairs
	}
	for _, i := range fresh {
		best := sameLine
		for o, l := range f.old {
			if !gone[o] {
				continue
			}
			if n := similarity(strings.TrimSpace(l), strings.TrimSpace(b.lines[i])); n > best {
				pairs[i], best = o, n
			}
		}
	}
	return pairs
}

func (f frame) compare(x, y reading) int {
	if d := f.cost(x) - f.cost(y); d != 0 {
		return d
	}
	if d := x.drift - y.drift; d != 0 {
		return d
	}
	if d := x.jumps - y.jumps; d != 0 && !x.shown && !y.shown {
		return d
	}
	return order(x.bare) - order(y.bare)
}

func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cost ranks a reading. An answer whose layout can be trusted may move lines
// into and out of blocks; from another one the fewest moves win.
func (f frame) cost(r reading) int {
	switch {
	case f.trusted && !r.bare && r.odd == 0:
		return 0
	case r.shown && (r.odd < r.kept || r.kept < 2 || f.joined) && r.jumps == 0:
		return 0
	}
	return r.moved
}

// literally reports whether an answer with this common prefix may be meant just
// as it is shown: edits of lines always, a rewrite if it begins at the same
// column as the run does.
func (f frame) literally(own string) bool {
	return f.trusted && f.mode != modeInsert && (f.mode == modeReplace || own == "")
}

// disorder is how many lines of a block stand deeper than what is above them
// allows, beyond those that did before.
func (f frame) disorder(b block) int {
	under := func(lines []string, literal []bool) int {
		return jumps(block{lines: append([]string{f.above}, lines...), literal: append([]bool{false}, literal...)}, f.step)
	}
	return max(0, under(b.lines, b.literal)-under(f.old, make([]bool, len(f.old))))
}

// free are the lines from index i on whose indentation is to be found.
func (f frame) free(b block, i int) []int {
	var list []int
	for ; i < len(b.lines); i++ {
		if !blank(b.lines[i]) && !b.fixed[i] && !b.literal[i] {
			list = append(list, i)
		}
	}
	return list
}

// asShown are the lines of a block as the answer has them, with those that were
// taken from the document as the run was shown.
func (f frame) asShown(b block) []string {
	var list []string
	for i, l := range b.lines {
		switch {
		case blank(l) || b.literal[i]:
		case b.fixed[i]:
			list = append(list, strings.TrimPrefix(l, f.prefix))
		default:
			list = append(list, l)
		}
	}
	return list
}

// uncommon is the block without the blanks that all of its code begins with.
func (f frame) uncommon(b block) block {
	n := len(commonLead(pick(b.lines, f.free(b, 0))))
	return b.with(mapLead(b, func(in string) string { return in[min(n, len(in)):] }))
}

// bareFirst reports whether the block may be of class F, and splits it.
func (f frame) bareFirst(b block, all []int) (first int, rest []int) {
	if len(all) < 2 || lead(b.lines[all[0]]) != "" {
		return -1, nil
	}
	return all[0], all[1:]
}

// firstIndent is the indentation of a first line that came without one.
func (f frame) firstIndent(line string, kept keptLines) string {
	if own := kept.indents(line); len(own) > 0 {
		return own[0]
	}
	if i := firstText(f.old); i >= 0 {
		return lead(f.old[i])
	}
	return f.prefix
}

// absolute reports whether a line has the indentation that another one has in
// the document, and not the one that it has as shown.
func (f frame) absolute(line, old string) bool {
	return f.prefix != "" && !blank(old) && lead(line) == lead(old)
}

// fits reports whether a line that is to be inserted is indented like one of
// its neighbours, once the prefix is cut from them.
func (f frame) fits(line, prefix string) bool {
	for _, l := range f.beside {
		if in, ok := strings.CutPrefix(lead(l), prefix); ok && in == lead(line) {
			return true
		}
	}
	return false
}

func pick(lines []string, at []int) []string {
	out := make([]string, len(at))
	for i, n := range at {
		out[i] = lines[n]
	}
	return out
}

// targets are the prefixes that may replace the common one of the given lines,
// in the order in which they are tried.
func (f frame) targets(b block, at []int, kept keptLines) []string {
	if len(at) == 0 {
		return []string{f.prefix}
	}
	lines := pick(b.lines, at)
	own := commonLead(lines)
	shown := f.prefix + own
	var list []string
	add := func(t string) {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	first := firstText(f.old)
	switch f.mode {
	case modeInsert:
		if !f.fits(lines[0], f.prefix) && f.fits(lines[0], "") {
			add(own)
		}
		add(shown)
		add(own)
		return list
	case modeRewrite:
		if slices.Contains(b.fixed, true) { // the common prefix is one of a part
			add(shown)
		}
		add(f.prefix)
		add(own)
	case modeReplace:
		if first >= 0 && f.absolute(lines[0], f.old[first]) && !f.fits(lines[0], f.prefix) && f.disorder(block{lines: Indent(lines, f.prefix), literal: make([]bool, len(lines))}) > 0 {
			add(own)
		}
		add(shown)
		add(own)
	}
	for _, l := range lines {
		for _, indent := range kept.indents(l) {
			if t, ok := strings.CutSuffix(indent, lead(l)[len(own):]); ok {
				add(t)
			}
		}
	}
	if first >= 0 {
		if t, ok := strings.CutSuffix(lead(f.old[first]), lead(lines[0])[len(own):]); ok {
			add(t)
		}
	}
	if f.mode == modeReplace {
		add(commonLead(f.old))
	} else {
		add(shown)
	}
	return list
}

// shift replaces the common prefix of the given lines. Inside multi-line
// strings only what rendering removed is put back; a target that would need
// more for a new line there is no reading.
func (f frame) shift(b block, at []int, target string, match []int) ([]string, bool) {
	own := commonLead(pick(b.lines, at))
	out := slices.Clone(b.lines)
	first := -1
	if !f.trusted {
		first = firstText(b.lines)
	}
	for _, i := range at {
		out[i] = target + out[i][len(own):]
	}
	for i, l := range b.lines {
		if !b.literal[i] || b.fixed[i] || blank(l) {
			continue
		}
		kept := match[i] >= 0
		switch {
		case kept && i == first && lead(l) == "": // stripped with the rest of the answer's start
			out[i] = lead(f.old[match[i]]) + l
		case kept && len(at) == 0 && !f.aim.Contains(match[i]): // nothing else tells how the answer is indented
			out[i] = lead(f.old[match[i]]) + l[len(lead(l)):]
		case target == f.prefix+own:
			out[i] = f.prefix + l
		case target == own:
		case kept:
			out[i] = lead(f.old[match[i]]) + l[len(lead(l)):]
		default:
			return nil, false
		}
	}
	return out, true
}

// sameLeads reports whether all lines are indented as some old line is, in the
// document or as shown: then the answer kept what was there, odd as it may be.
func (f frame) sameLeads(b block) bool {
	known := map[string]bool{"": true}
	for _, l := range f.old {
		if !blank(l) {
			known[lead(l)] = true
			known[strings.TrimPrefix(lead(l), f.prefix)] = true
		}
	}
	for i, l := range b.lines {
		if !blank(l) && !b.literal[i] && !known[lead(l)] {
			return false
		}
	}
	return true
}
