package lines

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Frame is what the indentation of a block is measured against.
type Frame struct {
	Prefix  string   // what rendering removed from every line of the run
	Old     []string // the addressed lines of the document
	Mode    Mode
	Trusted bool // the first line's indentation can be trusted
	Style   IndentStyle
	Key     func(string) string
	Above   string     // the line with text above the place, "" if there is none
	Joined  bool       // the script changes more in the run, so that nesting may change outside the block
	Around  []string   // the lines of the run next to the place
	Aim     text.Lines // of the old lines, those of the diagnostic
}

// Mode says how an answer was asked for, which decides what is tried first.
type Mode uint8

// The modes.
const (
	ModeRewrite Mode = iota // the whole of a run
	ModeReplace             // lines or a node
	ModeInsert
)

// Reading is one interpretation of a block's indentation.
type Reading struct {
	Block
	Shown  bool  // indented as the run is shown: the answer read literally
	Bare   bool  // class F: the first line came without its indentation
	Match  []int // for each line the old one that it keeps, or -1
	Kept   int   // lines with text that are kept
	Moved  int   // kept lines that changed their indentation …
	Odd    int   // … and for which no new or removed line explains it
	adrift int   // … or which only a line explains that has no reason itself
	Inner  int   // kept lines inside strings that are not as they were
	jumps  int   // steps of indentation that no one would write
	Blind  bool  // chosen though the reading that comes first would change a string
}

// Readings lists the interpretations of a block, best first. In class U the
// block's own common prefix is replaced by a target and nothing else changes;
// in class F the first line is placed by itself. Nothing re-indents line by
// line.
func (f Frame) Readings(b Block) []Reading {
	kept := newKeptLines(f.Old)
	match := Align(f.Old, b.Lines, Key)
	var list []Reading
	add := func(lines []string, bare bool) *Reading {
		if slices.ContainsFunc(list, func(r Reading) bool { return slices.Equal(r.Lines, lines) }) {
			return &Reading{}
		}
		list = append(list, f.Reading(b.with(lines), bare))
		return &list[len(list)-1]
	}
	all := f.free(b, 0)
	own, outer := CommonLead(pick(b.Lines, all)), CommonLead(f.asShown(b))
	blind := false // no reading puts a string back as the run was shown
	for _, t := range f.targets(b, all, kept) {
		lines, ok := f.shift(b, all, t, match)
		if !ok {
			blind = blind || t == f.Prefix
			continue
		}
		r := add(lines, false)
		r.Shown = f.literally(outer) && t == f.Prefix+own
		r.Blind = blind && !r.Shown
	}
	if first, rest := f.bareFirst(b, all); first >= 0 {
		own := f.firstIndent(b.Lines[first], kept)
		for _, t := range f.targets(b, rest, kept) {
			if lines, ok := f.shift(b, rest, t, match); ok {
				lines[first] = own + b.Lines[first]
				add(lines, true)
			}
		}
	}
	if len(list) == 0 {
		list = append(list, f.Reading(b, false))
	}
	if f.Mode == ModeRewrite && slices.ContainsFunc(list, Reading.still) {
		for i := range list { // code that came back as it stands was not sent as shown
			list[i].Shown = list[i].Shown && list[i].adrift == 0
		}
	}
	slices.SortStableFunc(list, f.Compare)
	return list
}

// still reports whether several kept lines all have the indentation they had.
func (r Reading) still() bool { return r.Kept > 1 && r.Moved == 0 && !r.Bare }

// Reading finds the kept lines of a block whose indentation is decided.
func (f Frame) Reading(b Block, bare bool) Reading {
	r := Reading{Block: b, Bare: bare, Match: Align(f.Old, b.Lines, f.Key)}
	r.Kept, r.Moved, r.Odd, r.adrift = newKeptLines(f.Old).moves(b, r.Match, f.Trusted)
	for i, o := range r.Match {
		if o >= 0 && b.Literal[i] && !Blank(b.Lines[i]) && Lead(b.Lines[i]) != Lead(f.Old[o]) {
			r.Inner++
		}
	}
	r.jumps = jumps(b, f.Style.Columns())
	if f.Trusted {
		r.jumps = f.disorder(b)
	}
	return r
}

// Compare orders readings, the one that fits best first.
func (f Frame) Compare(x, y Reading) int {
	if d := f.cost(x) - f.cost(y); d != 0 {
		return d
	}
	if d := x.jumps - y.jumps; d != 0 && !x.Shown && !y.Shown {
		return d
	}
	return order(x.Bare) - order(y.Bare)
}

func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cost ranks a reading. An answer whose layout can be trusted may move lines
// into and out of blocks; from another one the fewest moves win.
func (f Frame) cost(r Reading) int {
	switch {
	case f.Trusted && !r.Bare && r.Odd == 0:
		return 0
	case r.Shown && (r.Odd < r.Kept || r.Kept < 2 || f.Joined) && r.jumps == 0:
		return 0
	}
	return r.Moved
}

// literally reports whether an answer with this common prefix may be meant just
// as it is shown: edits of lines always, a rewrite if it begins at the same
// column as the run does.
func (f Frame) literally(own string) bool {
	return f.Trusted && f.Mode != ModeInsert && (f.Mode == ModeReplace || own == "")
}

// disorder returns how many lines of a block stand deeper than what is above them
// allows, beyond those that did before.
func (f Frame) disorder(b Block) int {
	under := func(lines []string, literal []bool) int {
		return jumps(Block{Lines: append([]string{f.Above}, lines...), Literal: append([]bool{false}, literal...)},
			f.Style.Columns())
	}
	return max(0, under(b.Lines, b.Literal)-under(f.Old, make([]bool, len(f.Old))))
}

// free returns the lines from index i on whose indentation is to be found.
func (f Frame) free(b Block, i int) []int {
	var list []int
	for ; i < len(b.Lines); i++ {
		if !Blank(b.Lines[i]) && !b.Fixed[i] && !b.Literal[i] {
			list = append(list, i)
		}
	}
	return list
}

// asShown returns the lines of a block as the answer has them, with those that were
// copied from the document as the run was shown.
func (f Frame) asShown(b Block) []string {
	var list []string
	for i, l := range b.Lines {
		switch {
		case Blank(l) || b.Literal[i]:
		case b.Fixed[i]:
			list = append(list, strings.TrimPrefix(l, f.Prefix))
		default:
			list = append(list, l)
		}
	}
	return list
}

// Uncommon returns the block without the blanks that all of its code begins with.
func (f Frame) Uncommon(b Block) Block {
	n := len(CommonLead(pick(b.Lines, f.free(b, 0))))
	return b.with(mapLead(b, func(in string) string { return in[min(n, len(in)):] }))
}

// bareFirst reports whether the block may be of class F, and splits it.
func (f Frame) bareFirst(b Block, all []int) (first int, rest []int) {
	if len(all) < 2 || Lead(b.Lines[all[0]]) != "" {
		return -1, nil
	}
	return all[0], all[1:]
}

// firstIndent returns the indentation of a first line that came without one.
func (f Frame) firstIndent(line string, kept keptLines) string {
	if own := kept.indents(line); len(own) > 0 {
		return own[0]
	}
	if i := FirstText(f.Old); i >= 0 {
		return Lead(f.Old[i])
	}
	return f.Prefix
}

// absolute reports whether a line has the indentation that another one has in
// the document, and not the one that it has as shown.
func (f Frame) absolute(line, old string) bool {
	return f.Prefix != "" && !Blank(old) && Lead(line) == Lead(old)
}

// fits reports whether a line that is to be inserted is indented like one of
// its neighbours, once the prefix is cut from them.
func (f Frame) fits(line, prefix string) bool {
	for _, l := range f.Around {
		if in, ok := strings.CutPrefix(Lead(l), prefix); ok && in == Lead(line) {
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

// targets returns the prefixes that may replace the common one of the given lines,
// in the order in which they are tried.
func (f Frame) targets(b Block, at []int, kept keptLines) []string {
	if len(at) == 0 {
		return []string{f.Prefix}
	}
	lines := pick(b.Lines, at)
	own := CommonLead(lines)
	shown := f.Prefix + own
	var list []string
	add := func(t string) {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	first := FirstText(f.Old)
	switch f.Mode {
	case ModeInsert:
		if !f.fits(lines[0], f.Prefix) && f.fits(lines[0], "") {
			add(own)
		}
		add(shown)
		add(own)
		return list
	case ModeRewrite:
		if slices.Contains(b.Fixed, true) { // the common prefix is one of a part
			add(shown)
		}
		add(f.Prefix)
		add(own)
	case ModeReplace:
		if first >= 0 && f.absolute(lines[0], f.Old[first]) && !f.fits(lines[0], f.Prefix) &&
			f.disorder(Block{Lines: Indent(lines, f.Prefix), Literal: make([]bool, len(lines))}) > 0 {
			add(own)
		}
		add(shown)
		add(own)
	}
	for _, l := range lines {
		for _, indent := range kept.indents(l) {
			if t, ok := strings.CutSuffix(indent, Lead(l)[len(own):]); ok {
				add(t)
			}
		}
	}
	if first >= 0 {
		if t, ok := strings.CutSuffix(Lead(f.Old[first]), Lead(lines[0])[len(own):]); ok {
			add(t)
		}
	}
	if f.Mode == ModeReplace {
		add(CommonLead(f.Old))
	} else {
		add(shown)
	}
	return list
}

// shift replaces the common prefix of the given lines. Inside multi-line
// strings only what rendering removed is put back; a target that would need
// more for a new line there is no reading.
func (f Frame) shift(b Block, at []int, target string, match []int) ([]string, bool) {
	own := CommonLead(pick(b.Lines, at))
	out := slices.Clone(b.Lines)
	first := -1
	if !f.Trusted {
		first = FirstText(b.Lines)
	}
	for _, i := range at {
		out[i] = target + out[i][len(own):]
	}
	for i, l := range b.Lines {
		if !b.Literal[i] || b.Fixed[i] || Blank(l) {
			continue
		}
		kept := match[i] >= 0
		switch {
		case kept && i == first && Lead(l) == "": // stripped with the rest of the answer's start
			out[i] = Lead(f.Old[match[i]]) + l
		case kept && len(at) == 0 && !f.Aim.Contains(match[i]): // nothing else shows how the answer is indented
			out[i] = Lead(f.Old[match[i]]) + l[len(Lead(l)):]
		case target == f.Prefix+own:
			out[i] = f.Prefix + l
		case target == own:
		case kept:
			out[i] = Lead(f.Old[match[i]]) + l[len(Lead(l)):]
		default:
			return nil, false
		}
	}
	return out, true
}

// SameLeads reports whether all lines are indented as some old line is, in the
// document or as shown: then the answer kept what was there, odd as it may be.
func (f Frame) SameLeads(b Block) bool {
	known := map[string]bool{"": true}
	for _, l := range f.Old {
		if !Blank(l) {
			known[Lead(l)] = true
			known[strings.TrimPrefix(Lead(l), f.Prefix)] = true
		}
	}
	for i, l := range b.Lines {
		if !Blank(l) && !b.Literal[i] && !known[Lead(l)] {
			return false
		}
	}
	return true
}
