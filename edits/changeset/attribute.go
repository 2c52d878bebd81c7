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
// own (the parameter that is passed on there); else those whose lines hold a name
// that it mentions, in its own file or, if there are none and its tool looks at
// more than that, in others; else the one of its file, if there is one only. Of
// several it is not said which: one of a thousand may be bad.
func (c *checked) suspects(f newFinding, places [][]text.Lines) []int {
	var onLine, inStatement, passedOn, named, elsewhere, inFile []int
	names := mentioned(f.found.Message)
	lines, statement, around := text.Lines{}, text.Lines{}, text.Lines{}
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
		if m.doc == f.doc {
			inFile = append(inFile, i)
			switch {
			case slices.ContainsFunc(places[i], lines.Overlaps):
				onLine = append(onLine, i)
			case slices.ContainsFunc(places[i], statement.Overlaps):
				inStatement = append(inStatement, i)
			case slices.ContainsFunc(places[i], around.Overlaps) && m.mentions(here):
				passedOn = append(passedOn, i)
			}
		}
		switch {
		case !m.mentions(names):
		case m.doc == f.doc:
			named = append(named, i)
		case f.whole:
			elsewhere = append(elsewhere, i)
		}
	}
	switch {
	case len(onLine) > 0:
		return onLine
	case len(inStatement) > 0:
		return inStatement
	case len(passedOn) > 0:
		return passedOn
	case len(named) > 0:
		return named
	case len(elsewhere) > 0:
		return elsewhere
	case len(inFile) == 1:
		return inFile
	}
	return nil
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
	if c.files[d] == nil {
		if c.files == nil {
			c.files = map[*Document]*syntax.File{}
		}
		c.files[d] = syntax.Parse(d.Lang, c.texts[d].Text())
	}
	return c.files[d]
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

// mentions reports whether the lines that a member changes hold one of the
// names, before or after.
func (m member) mentions(names []string) bool {
	if len(names) == 0 {
		return false
	}
	s := m.fix.Problem.Snapshot
	for _, e := range m.fix.Edits {
		held := e.New + "\n" + s.Slice(s.LinesSpan(s.LinesOf(e.Span)))
		for _, w := range word.FindAllString(held, -1) {
			if slices.Contains(names, w) {
				return true
			}
		}
	}
	return false
}
