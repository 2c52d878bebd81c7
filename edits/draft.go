package edits

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
)

// A draft is one way to understand a change: the lines as they will stand in
// the document.
type draft struct {
	lines    []string
	match    []int    // for each line the kept one among the change's old lines, or -1
	imports  []string // to be added to IMPORTS
	bare     bool
	uneven   bool   // kept lines came back with two offsets, and nothing explains it
	doubt    string // what a rewrite lacks, if it cannot be told whether on purpose
	doubted  sides  // the edges that this is about …
	restored sides  // … and those that this draft has back
	tabs     bool   // came with tabs where the document has none, and no constant step
	repairs  []Repair
}

// drafts lists the ways to understand a change, best first; there is at least
// one.
func (c Candidates) drafts(ch change, all []change, o Options) []draft {
	if len(ch.new) == 0 {
		return []draft{{}}
	}
	ch.new = c.unshown(ch)
	f := frame{
		prefix:  commonLead(c.linesOf(c.Windows.Runs[ch.run].Lines)),
		old:     c.linesOf(ch.lines),
		mode:    modeReplace,
		step:    c.style(ch.run).columns(),
		trusted: ch.faithful,
		code:    literalsOf(c.Snapshot.Lang).comment != "",
		key:     keyOf,
	}
	if o.Characters {
		f.key = exactKey
	}
	switch {
	case ch.rewrite:
		f.mode = modeRewrite
	case ch.insert:
		f.mode = modeInsert
	}
	f.beside = c.beside(ch)
	f.aim = text.Lines{Start: c.at.Start - ch.lines.Start, End: c.at.End - ch.lines.Start}
	f.above = c.above(ch.lines.Start)
	f.joined = joined(ch, all)
	b := c.blockOf(ch, ch.new)
	if ch.verbatim || o.Characters && !ch.rewrite {
		return []draft{draftOf(f, f.reading(b, false), o)}
	}
	if !ch.rewrite {
		return c.read(ch, f, b, o, nil, nil)
	}
	return c.rewrites(ch, all, f, o)
}

// rewrites are the drafts of a whole run: with imports moved away and lost edge
// lines restored first, as the answer stands last.
func (c Candidates) rewrites(ch change, all []change, f frame, o Options) []draft {
	var repairs []Repair
	lines, cut := c.cutEcho(ch.lines, ch.new)
	if cut {
		repairs = append(repairs, RepairEcho)
	}
	type body struct {
		lines, imports []string
	}
	bodies := []body{{lines: lines}}
	if rest, imports := c.leadingImports(ch, lines); len(imports) > 0 {
		bodies = slices.Insert(bodies, 0, body{rest, imports})
	}
	var list []draft
	for _, body := range bodies {
		b := c.blockOf(ch, body.lines)
		said := repairs
		if body.imports != nil {
			said = append(slices.Clip(said), RepairHoist)
		}
		var lost rims
		if !ch.whole && (ch.window || !ch.faithful) { // ids say which lines are meant
			lost = c.edges(rewritten{run: ch.lines, old: f.old, new: body.lines, trusted: ch.faithful, sent: sentLines(all)}).find()
		}
		var blanks edges
		if !o.Characters {
			blanks = lostBlanks(f.old, body.lines)
		}
		var variants [][]draft
		for _, v := range lost.variants(blanks) {
			said := said
			if v.restored != 0 {
				said = append(slices.Clip(said), RepairEdgeLine)
			}
			if v.blanks {
				said = append(slices.Clip(said), RepairEdgeBlank)
			}
			drafts := c.read(ch, f, v.restore(b), o, body.imports, said)
			for i := range drafts {
				drafts[i].restored, drafts[i].doubted, drafts[i].doubt = v.restored, lost.doubted, lost.doubt
			}
			variants = append(variants, drafts)
		}
		if lost.doubted == 0 {
			list = append(list, slices.Concat(variants...)...)
			continue
		}
		list = append(list, byTurns(variants)...) // for the parser to choose
	}
	return list
}

// byTurns merges lists: the first of each, then the second of each, and so on.
func byTurns(lists [][]draft) []draft {
	var out []draft
	for i, more := 0, true; more; i++ {
		more = false
		for _, l := range lists {
			if i < len(l) {
				out, more = append(out, l[i]), true
			}
		}
	}
	return out
}

// read lists the drafts of one block, in the document's indentation style.
func (c Candidates) read(ch change, f frame, b block, o Options, imports []string, repairs []Repair) []draft {
	var readings []reading
	blocks, tabs := []block{b}, false
	if !o.Characters {
		style := c.style(ch.run)
		if converted := style.converted(b); len(converted) > 0 && !f.sameLeads(b) {
			if !ch.rewrite || len(style.converted(f.uncommon(b))) > 0 {
				blocks = nil
			}
			blocks = append(blocks, converted...)
			repairs = append(slices.Clip(repairs), RepairTabs)
		} else {
			tabs = style.step > 0 && b.hasTabs() && !f.sameLeads(b)
		}
	}
	for _, b := range blocks {
		readings = append(readings, f.readings(b)...)
	}
	slices.SortStableFunc(readings, f.compare)
	list := make([]draft, len(readings))
	for i, r := range readings {
		list[i] = draftOf(f, r, o)
		list[i].imports, list[i].tabs = imports, tabs
		list[i].repairs = append(slices.Clip(repairs), list[i].repairs...)
		if r.bare {
			list[i].repairs = append(list[i].repairs, RepairFirstLine)
		}
	}
	return list
}

// belowShebang moves insertions at the very top below the lines that must stay
// first: the shebang and Python's encoding line.
func (c Candidates) belowShebang(changes []change) ([]change, []Repair) {
	first := c.firstLines()
	var repairs []Repair
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
		repairs = append(repairs, RepairShebang)
	}
	return changes, repairs
}

// draftOf takes the kept lines of a reading from the document.
func draftOf(f frame, r reading, o Options) draft {
	d := draft{lines: r.lines, match: r.match, bare: r.bare}
	d.uneven = r.odd > 1 && 2*r.odd >= r.kept || !r.shown && f.mode == modeRewrite && (r.inner > 0 || r.odd > 0 && r.odd == r.kept) ||
		r.blind && f.mode == modeRewrite && (r.kept == 0 || r.moved > 0)
	if !o.Characters {
		kept := f.keep(r.block, d.match)
		d.lines = kept.lines
		if kept.lookalike {
			d.repairs = append(d.repairs, RepairLookalike)
		}
		if kept.trailing {
			d.repairs = append(d.repairs, RepairAddedTrailing)
		}
	}
	return d
}
