package changeset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// attribute finds the members that brought some of what is new, and those whose
// problem is still there, each with the reason. Where a tool that looks at a file
// by itself speaks against several, half of them wait for the next round: who
// brings it alone then is guilty, and the others are not.
func (c *checked) attribute(fresh []newFinding) (guilty map[int]fault, waits map[int]bool) {
	guilty, waits = map[int]fault{}, map[int]bool{}
	for i, why := range c.still {
		guilty[i] = fault{reason: why, code: verify.TargetGone}
	}
	places := c.places()
	for _, f := range fresh {
		suspects := c.suspects(f, places)
		if f.whole || len(suspects) == 1 {
			for _, i := range suspects {
				if _, known := guilty[i]; !known {
					guilty[i] = fault{reason: f.words(), code: verify.NothingNew}
				}
			}
			continue
		}
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

// size is how much text a fix takes and gives.
func (m member) size() int {
	n := 0
	for _, e := range m.fix.Edits {
		n += e.Span.Len() + len(e.New)
	}
	return n
}

// why is the reason for refusing a set as a whole.
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

// places are the lines of the new texts on which the edits of each member lie.
func (c *checked) places() [][]text.Lines {
	type piece struct {
		member int
		edit   text.Edit
	}
	pieces := map[*Document][]piece{}
	for i, m := range c.members {
		for _, e := range m.fix.Edits {
			pieces[m.doc] = append(pieces[m.doc], piece{i, e})
		}
	}
	out := make([][]text.Lines, len(c.members))
	for d, list := range pieces {
		slices.SortStableFunc(list, func(a, b piece) int { return a.edit.Span.Start - b.edit.Span.Start })
		shift := 0
		for i, p := range list {
			if i > 0 && p.edit == list[i-1].edit { // shared
				shift -= len(p.edit.New) - p.edit.Span.Len()
			}
			start := p.edit.Span.Start + shift
			out[p.member] = append(out[p.member], c.texts[d].LinesOf(text.Span{Start: start, End: start + len(p.edit.New)}))
			shift += len(p.edit.New) - p.edit.Span.Len()
		}
	}
	return out
}

// suspects are the members that a new finding speaks against: those on its
// lines; else those in the statement around it; else those in the function around it whose lines share a name with its
// own (the parameter that is passed on there); else those that hold what it speaks of
// (see [checked.telling]), in its own file or, if there are none and its tool looks at
// more than that, in others; else the one of its file, if there is one only. Of
// several it is not said which: one of a thousand may be bad.
func (c *checked) suspects(f newFinding, places [][]text.Lines) []int {
	var onLine, inStatement, passedOn, inFile, elsewhere []int
	lines, statement, around := text.Lines{}, text.Lines{}, text.Lines{}
	names := mentioned(f.found.Message)
	var here []string
	if s, changed := c.texts[f.doc]; changed {
		lines = s.LinesOf(f.found.Span)
		here = word.FindAllString(s.Slice(s.LinesSpan(lines)), -1)
		file := c.file(f.doc)
		statement = c.statement(f)
		if i := file.Enclosing(lines.Start, syntax.Function); i >= 0 {
			around = file.Nodes[i].Lines
		}
	}
	for i, m := range c.members {
		if m.doc != f.doc {
			elsewhere = append(elsewhere, i)
			continue
		}
		inFile = append(inFile, i)
		switch {
		case slices.ContainsFunc(places[i], lines.Overlaps):
			onLine = append(onLine, i)
		case slices.ContainsFunc(places[i], statement.Overlaps):
			inStatement = append(inStatement, i)
		case slices.ContainsFunc(places[i], around.Overlaps) && len(m.held(here)) > 0:
			passedOn = append(passedOn, i)
		}
	}
	switch {
	case len(onLine) > 0:
		return onLine
	case len(inStatement) > 0:
		return inStatement
	case len(passedOn) > 0:
		if telling := c.telling(passedOn, names); len(telling) > 0 {
			return telling
		}
		return passedOn
	}
	named := c.telling(inFile, names)
	if len(named) == 0 && f.whole {
		named = c.telling(elsewhere, names)
	}
	if len(named) == 0 && len(inFile) == 1 {
		return inFile
	}
	return named
}

// statement are the lines of the innermost statement that a finding on a text of
// the set begins in; of its line where none is known.
func (c *checked) statement(f newFinding) text.Lines {
	s, changed := c.texts[f.doc]
	if !changed {
		return text.Lines{}
	}
	at := s.LinesOf(f.found.Span)
	if file := c.file(f.doc); len(file.Nodes) > 0 {
		if i := file.Enclosing(at.Start, syntax.Statement); i >= 0 {
			return file.Nodes[i].Lines
		}
	}
	return at
}

// file is the syntax of a document with the set.
func (c *checked) file(d *Document) *syntax.File {
	return c.trees.Of(d.Path, d.Lang, c.texts[d].Text())
}

// quoted finds the names in a tool's message.
var quoted = lazyre.New("[\"'`]([^\"'`\n]{1,80})[\"'`]")

var word = lazyre.New(`[\pL_][\pL\pN_]*`)

// mentioned are the words that a message quotes.
func mentioned(message string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(message, -1) {
		out = append(out, word.FindAllString(m[1], -1)...)
	}
	return out
}

// telling are those of some members whose lines hold the names that a finding
// mentions. A type that half of them have says little, a parameter that one has much:
// each name counts the less the more members hold it, and who holds the most is meant.
func (c *checked) telling(of []int, names []string) []int {
	holders := map[string]int{}
	held := make([][]string, len(of))
	for k, i := range of {
		held[k] = c.members[i].held(names)
		for _, name := range held[k] {
			holders[name]++
		}
	}
	best := 0.0
	var out []int
	for k, i := range of {
		weight := 0.0
		for _, name := range held[k] {
			weight += 1 / float64(holders[name])
		}
		switch {
		case weight == 0 || weight < best-slack:
		case weight > best+slack:
			best, out = weight, []int{i}
		default:
			out = append(out, i)
		}
	}
	return out
}

// slack is the error of adding up fractions in another order.
const slack = 1e-9

// held are those of some names that stand in the lines that a member changes, before
// or after.
func (m member) held(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	var out []string
	s := m.fix.Problem.Snapshot
	for _, e := range m.fix.Edits {
		for _, w := range word.FindAllString(e.New+"\n"+s.Slice(s.LinesSpan(s.LinesOf(e.Span))), -1) {
			if slices.Contains(names, w) && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	slices.Sort(out)
	return out
}
