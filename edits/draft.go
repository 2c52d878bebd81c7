package edits

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// A draft is one way to understand a change: the lines as they will stand in
// the document.
type draft struct {
	lines   []string
	match   []int    // for each line the kept one among the change's old lines, or -1
	imports []string // to be added to IMPORTS
	uneven  bool     // kept lines came back with two offsets, and nothing explains it
	tabs    bool     // came with tabs where the document has none, and no constant step
}

// drafts lists the ways to understand a change, best first; there is at least
// one.
func (c Candidates) drafts(ch change, all []change, o Options) []draft {
	if len(ch.new) == 0 {
		return []draft{{}}
	}
	ch.new = c.unshown(ch)
	run := c.Windows.Runs[ch.run].Lines
	f := lines.Frame{
		Prefix:  lines.CommonLead(c.LinesOf(run)),
		Old:     c.LinesOf(ch.lines),
		Mode:    lines.ModeReplace,
		Style:   c.style(run),
		Trusted: ch.faithful,
		Key:     lines.Key,
	}
	if o.Characters {
		f.Key = lines.ExactKey
	}
	switch {
	case ch.rewrite:
		f.Mode = lines.ModeRewrite
	case ch.insert:
		f.Mode = lines.ModeInsert
	}
	f.Around = c.neighbours(ch)
	f.Aim = text.Lines{Start: c.at.Start - ch.lines.Start, End: c.at.End - ch.lines.Start}
	f.Above = c.above(ch.lines.Start)
	f.Joined = joined(ch, all)
	b := c.blockOf(ch.lines.Start, run, ch.new)
	if ch.verbatim {
		return []draft{draftOf(f, f.Reading(b, false), o)}
	}
	if !ch.rewrite {
		return read(f, b, o, nil)
	}
	return c.rewrites(ch, all, f, o)
}

// rewrites returns the drafts of a whole run: with imports moved away and lost edge
// lines restored first, as the answer stands last.
func (c Candidates) rewrites(ch change, all []change, f lines.Frame, o Options) []draft {
	rows := c.cutEcho(ch.lines, ch.new)
	type body struct {
		lines, imports []string
	}
	bodies := []body{{lines: rows}}
	if rest, imports := c.leadingImports(ch, rows); len(imports) > 0 {
		bodies = slices.Insert(bodies, 0, body{rest, imports})
	}
	var list []draft
	for _, body := range bodies {
		b := c.blockOf(ch.lines.Start, c.Windows.Runs[ch.run].Lines, body.lines)
		var lost lines.Ends
		if ch.window || !ch.faithful { // ids say which lines are meant
			lost = lines.Edges(lines.Rewritten{Old: f.Old, New: body.lines, At: f.Aim, Trusted: ch.faithful})
		}
		var blanks lines.Ends
		if !o.Characters {
			blanks = lines.LostBlanks(f.Old, body.lines)
		}
		for _, v := range lost.Variants(blanks) {
			list = append(list, read(f, v.Restore(b), o, body.imports)...)
		}
	}
	return list
}

// read lists the drafts of one block, in the document's indentation style.
func read(f lines.Frame, b lines.Block, o Options, imports []string) []draft {
	var readings []lines.Reading
	blocks, tabs := []lines.Block{b}, false
	if !o.Characters {
		if converted := f.Style.Converted(b); len(converted) > 0 && !f.SameLeads(b) {
			if f.Mode != lines.ModeRewrite || len(f.Style.Converted(f.Uncommon(b))) > 0 {
				blocks = nil
			}
			blocks = append(blocks, converted...)
		} else {
			tabs = f.Style.Step > 0 && b.HasTabs() && !f.SameLeads(b)
		}
	}
	for _, b := range blocks {
		readings = append(readings, f.Readings(b)...)
	}
	slices.SortStableFunc(readings, f.Compare)
	list := make([]draft, len(readings))
	for i, r := range readings {
		list[i] = draftOf(f, r, o)
		list[i].imports, list[i].tabs = imports, tabs
	}
	return list
}

// A Layout is one way to indent code that replaces lines of the document.
type Layout struct {
	Lines []string
	Kept  []int // for each line the one of the document that it keeps, or -1
}

// Layouts lists the ways to indent code that came without a place, for some lines of
// the document: with as few kept lines moved as can be, and as it came, if that differs.
// Lines that are kept are the document's.
func (c Candidates) Layouts(at text.Lines, code []string) []Layout {
	f := lines.Frame{
		Prefix: lines.CommonLead(c.LinesOf(at)), Old: c.LinesOf(at), Mode: lines.ModeRewrite, Style: c.style(at),
		Key: lines.Key, Above: c.above(at.Start),
	}
	b := c.blockOf(at.Start, at, code)
	var list []Layout
	for _, f.Trusted = range []bool{false, true} {
		d := read(f, b, Options{}, nil)[0]
		if len(list) > 0 && slices.Equal(list[0].Lines, d.lines) {
			break
		}
		l := Layout{d.lines, slices.Clone(d.match)}
		for i, m := range d.match {
			if m >= 0 {
				l.Kept[i] = at.Start + m
			}
		}
		list = append(list, l)
	}
	return list
}

// belowShebang moves insertions at the very top below the lines that must stay
// first: the shebang and Python's encoding line, which counts on the first two
// lines alone (https://docs.python.org/3/reference/lexical_analysis.html#encoding-declarations).
func (c Candidates) belowShebang(changes []change) []change {
	first := c.firstLines()
	for i := range changes {
		ch := &changes[i]
		if !ch.insert || ch.lines.Start >= first || isFirstLine(ch.new[0], c.Snapshot.Lang) {
			continue
		}
		if run := c.Windows.Runs[ch.run].Lines; run.End < first {
			continue
		}
		ch.lines = text.Lines{Start: first, End: first}
		ch.after = true
	}
	return changes
}

// draftOf copies the kept lines of a reading from the document.
func draftOf(f lines.Frame, r lines.Reading, o Options) draft {
	d := draft{lines: r.Lines, match: r.Match}
	d.uneven = r.Odd > 1 && 2*r.Odd >= r.Kept || !r.Shown && f.Mode == lines.ModeRewrite &&
		(r.Inner > 0 || r.Odd > 0 && r.Odd == r.Kept) ||
		r.Blind && f.Mode == lines.ModeRewrite && (r.Kept == 0 || r.Moved > 0)
	if !o.Characters {
		d.lines = f.Keep(r.Block, d.match)
	}
	return d
}
