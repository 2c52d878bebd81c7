package changeset

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// attribute finds the members that caused some of what is new, and those whose
// problem is still there, each with the reason. Where a tool that looks at a file
// by itself speaks against several, half of them wait for the next round: who
// alone causes it then is guilty, and the others are not.
func (c *checked) attribute(fresh []newFinding) (guilty map[int]fault, waits map[int]bool) {
	guilty, waits = map[int]fault{}, map[int]bool{}
	for i, why := range c.still {
		guilty[i] = fault{reason: why, code: verify.TargetGone}
	}
	halved := map[*int]int{} // suspects of which half wait: as many findings have the same ones
	for _, f := range fresh {
		suspects := c.suspects(f)
		if f.whole || len(suspects) == 1 {
			for _, i := range suspects {
				if _, known := guilty[i]; !known {
					guilty[i] = fault{reason: f.words(), code: verify.NothingNew}
				}
			}
			continue
		}
		if len(suspects) == 0 || halved[&suspects[0]] == len(suspects) {
			continue
		}
		halved[&suspects[0]] = len(suspects)
		suspects = slices.Clone(suspects)
		slices.SortStableFunc(suspects, func(a, b int) int { return c.members[b].size() - c.members[a].size() })
		out := 0
		for _, i := range suspects {
			if _, known := guilty[i]; known || waits[i] {
				out++
			}
		}
		for _, i := range suspects {
			if _, known := guilty[i]; out < len(suspects)/2 && !known && !waits[i] {
				waits[i] = true
				out++
			}
		}
	}
	return guilty, waits
}

// size returns how much text a fix removes and adds.
func (m member) size() int {
	n := 0
	for _, e := range m.fix.Edits {
		n += e.Span.Len() + len(e.New)
	}
	return n
}

// why returns the reason for refusing a set as a whole.
func (c *checked) why() fault {
	for _, f := range c.fresh {
		return fault{reason: f.words(), code: verify.NothingNew}
	}
	for _, why := range c.still {
		return fault{reason: why, code: verify.TargetGone}
	}
	for _, err := range c.doubted {
		return uncheckable(err)
	}
	return fault{reason: "it could not be checked", code: verify.TargetGone}
}

func (f newFinding) words() string {
	return strings.TrimSpace(fmt.Sprintf("%s then reports %s %s in %s", f.tool, f.found.Code, f.found.Message, f.file))
}

// places are where the members of a set have put their text, and what stands there: worked
// out once, as many findings may be new.
type places struct {
	of      map[*Document][]place // in the order of their first lines
	members map[*Document][]int
	words   map[string][]int // who holds a word in the lines that its fix changes, before or after
	known   map[asked][]int
}

// asked is a question about members of a set that many findings have in common.
type asked struct {
	doc   *Document
	lines text.Lines // they lie on
	names string     // they hold
	other bool       // in other documents
}

// once answers a question that was not asked before.
func (p *places) once(about asked, answer func() []int) []int {
	list, known := p.known[about]
	if !known {
		list = answer()
		p.known[about] = list
	}
	return list
}

// place is where an edit of a member lies on the new text.
type place struct {
	text.Lines
	member int
	last   int // the end of this and all places before it
}

// where returns the places of the members of a set.
func (c *checked) where() *places {
	if c.places != nil {
		return c.places
	}
	c.places = &places{map[*Document][]place{}, map[*Document][]int{}, nil, map[asked][]int{}}
	type piece struct {
		member int
		edit   text.Edit
	}
	pieces := map[*Document][]piece{}
	for i, m := range c.members {
		c.places.members[m.doc] = append(c.places.members[m.doc], i)
		for _, e := range m.fix.Edits {
			pieces[m.doc] = append(pieces[m.doc], piece{i, e})
		}
	}
	for d, list := range pieces {
		slices.SortStableFunc(list, func(a, b piece) int { return a.edit.Span.Start - b.edit.Span.Start })
		shift := 0
		var out []place
		for i, p := range list {
			if i > 0 && p.edit == list[i-1].edit { // shared
				shift -= len(p.edit.New) - p.edit.Span.Len()
			}
			start := p.edit.Span.Start + shift
			out = append(out, place{Lines: c.texts[d].LinesOf(text.Span{Start: start, End: start + len(p.edit.New)}),
				member: p.member})
			shift += len(p.edit.New) - p.edit.Span.Len()
		}
		slices.SortStableFunc(out, func(a, b place) int { return a.Start - b.Start })
		last := 0
		for i := range out {
			last = max(last, out[i].End)
			out[i].last = last
		}
		c.places.of[d] = out
	}
	return c.places
}

// on returns the members whose edits lie on some lines of a new text, in their order.
func (p *places) on(d *Document, at text.Lines) []int {
	list := p.of[d]
	first := sort.Search(len(list), func(i int) bool { return list[i].last > at.Start })
	var out []int
	for _, one := range list[first:] {
		if one.Start >= at.End {
			break
		}
		if one.Overlaps(at) {
			out = append(out, one.member)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// suspects returns the members that a new finding speaks against: those on its
// lines; else those in the statement around it; else those in the function around it whose lines share a name with its
// own (the parameter that is passed on there); else those that hold what it speaks of
// (see [checked.telling]), in its own file or, if there are none and its tool looks at
// more than that, in others; else the one of its file, if there is one only. Of
// several it is not said which: one of a thousand may be bad.
func (c *checked) suspects(f newFinding) []int {
	p, names := c.where(), mentioned(f.found.Message)
	on := func(at text.Lines) []int {
		return p.once(asked{doc: f.doc, lines: at}, func() []int { return p.on(f.doc, at) })
	}
	telling := func(of []int, in asked) []int {
		in.names = strings.Join(names, " ")
		return p.once(in, func() []int { return c.telling(of, names) })
	}
	if s, changed := c.texts[f.doc]; changed {
		lines := s.LinesOf(f.found.Span)
		if list := on(lines); len(list) > 0 {
			return list
		}
		if list := on(c.statement(f)); len(list) > 0 {
			return list
		}
		if around, in := c.outline(s).Enclosing(lines.Start, syntax.Function); in {
			passedOn := c.holding(on(around), word.FindAllString(s.Slice(s.LinesSpan(lines)), -1))
			if list := c.telling(passedOn, names); len(list) > 0 {
				return list
			}
			if len(passedOn) > 0 {
				return passedOn
			}
		}
	}
	inFile := p.members[f.doc]
	named := telling(inFile, asked{doc: f.doc})
	if len(named) == 0 && f.whole {
		named = telling(c.elsewhere(f.doc), asked{doc: f.doc, other: true})
	}
	if len(named) == 0 && len(inFile) == 1 {
		return inFile
	}
	return named
}

// elsewhere returns the members of other documents.
func (c *checked) elsewhere(than *Document) (out []int) {
	for i, m := range c.members {
		if m.doc != than {
			out = append(out, i)
		}
	}
	return out
}

// statement returns the lines of the innermost statement that a finding on a text of
// the set begins in; of its line where none is known.
func (c *checked) statement(f newFinding) text.Lines {
	s, changed := c.texts[f.doc]
	if !changed {
		return text.Lines{}
	}
	at := s.LinesOf(f.found.Span)
	if statement, in := c.outline(s).Enclosing(at.Start, syntax.Statement); in {
		return statement
	}
	return at
}

// outline returns the outline of a text, which is parsed once: the text of one round is that which the
// round before has checked.
func (r *run) outline(s text.Snapshot) *syntax.Outline {
	at := seenKey{path: s.Path, hash: s.Hash()}
	if r.outlines[at] == nil {
		r.outlines[at] = r.Trees.Of(s.Path, s.Lang, s.Text()).Outline()
	}
	return r.outlines[at]
}

// forgetOutlines drops the outlines of texts that no document has.
func (r *run) forgetOutlines() {
	have := map[seenKey]*syntax.Outline{}
	for _, d := range r.docs {
		at := seenKey{path: d.Path, hash: d.Hash()}
		if o := r.outlines[at]; o != nil {
			have[at] = o
		}
	}
	r.outlines = have
}

// quoted finds the names in a tool's message.
var quoted = lazyre.New("[\"'`]([^\"'`\n]{1,80})[\"'`]")

var word = lazyre.New(`[\pL_][\pL\pN_]*`)

// mentioned returns the words that a message quotes.
func mentioned(message string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(message, -1) {
		out = append(out, word.FindAllString(m[1], -1)...)
	}
	return out
}

// telling returns those of some members whose lines hold the names that a finding
// mentions. A type that half of them have says little, a parameter that one has much:
// each name counts the less the more members hold it, and who holds the most is meant.
func (c *checked) telling(of []int, names []string) []int {
	weight := map[int]float64{}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		holders := c.holding(of, []string{name})
		for _, i := range holders {
			weight[i] += 1 / float64(len(holders))
		}
	}
	best := 0.0
	var out []int
	for _, i := range slices.Sorted(maps.Keys(weight)) {
		switch {
		case weight[i] < best-slack:
		case weight[i] > best+slack:
			best, out = weight[i], []int{i}
		default:
			out = append(out, i)
		}
	}
	return out
}

// slack is the error of adding up fractions in another order.
const slack = 1e-9

// holding returns those of some members, in their order, in whose lines one of some words stands.
func (c *checked) holding(of []int, words []string) []int {
	p := c.where()
	if p.words == nil {
		p.words = map[string][]int{}
		for i, m := range c.members {
			s := m.fix.Problem.Snapshot
			for _, e := range m.fix.Edits {
				for _, w := range word.FindAllString(e.New+"\n"+s.Slice(s.LinesSpan(s.LinesOf(e.Span))), -1) {
					if list := p.words[w]; len(list) == 0 || list[len(list)-1] != i {
						p.words[w] = append(list, i)
					}
				}
			}
		}
	}
	var out []int
	for _, w := range words {
		for _, i := range p.words[w] {
			if _, among := slices.BinarySearch(of, i); among {
				out = append(out, i)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
