package edits

import "github.com/fettle-dev/fettle/edits/lines"

// An outLine is one line of a run as it will be.
type outLine struct {
	text string
	old  int  // the document's line that it keeps, or -1
	same bool // byte for byte
	op   int  // of added lines: the operation that added it, -1 for moved imports
	free bool // of added lines: anything may stand here, not only imports
	top  bool // an import that an operation puts at the outer level
}

// assemble lists the lines of a run after the changes.
func (c Candidates) assemble(run int, changes []change, drafts []draft) []outLine {
	lines := c.Windows.Runs[run].Lines
	var out []outLine
	for p := lines.Start; p <= lines.End; {
		for _, after := range []bool{true, false} {
			for i, ch := range changes {
				if ch.run == run && ch.insert && ch.lines.Start == p && ch.after == after {
					out = c.appendDraft(out, ch, drafts[i])
				}
			}
		}
		next := p + 1
		replaced := false
		for i, ch := range changes {
			if ch.run == run && !ch.insert && ch.lines.Start == p {
				out = c.appendDraft(out, ch, drafts[i])
				next, replaced = ch.lines.End, true
			}
		}
		if !replaced && p < lines.End {
			out = append(out, outLine{text: c.Line(p), old: p, same: true})
		}
		p = next
	}
	return out
}

// appendDraft adds the lines of one change, and notes for each whether anything
// may stand at its place.
func (c Candidates) appendDraft(out []outLine, ch change, d draft) []outLine {
	run := c.Windows.Runs[ch.run]
	imports := c.importsRun()
	at := ch.lines.Start // the next old line not yet kept or replaced
	for i, l := range d.lines {
		if m := d.match[i]; m >= 0 {
			old := ch.lines.Start + m
			out = append(out, outLine{text: l, old: old, same: l == c.Line(old), op: ch.op, free: run.Permits(old)})
			at = old + 1
			continue
		}
		o := outLine{text: l, old: -1, op: ch.op, free: c.permits(ch, d, i, at)}
		o.top = !ch.rewrite && ch.op >= 0 && imports >= 0 && imports != ch.run && lines.Lead(l) == "" &&
			ImportLine(c.Snapshot.Lang, l) && !c.holdsImport(ch)
		out = append(out, o)
	}
	return out
}

// permits reports whether anything may stand at the place of an added line: at
// least one of the lines that it replaces, else of its neighbours, permits it.
func (c Candidates) permits(ch change, d draft, i, at int) bool {
	run := c.Windows.Runs[ch.run]
	if ch.insert {
		switch anchor := ch.lines.Start; {
		case run.Lines.Len() == 0:
			return run.Permits(anchor)
		case ch.after && anchor > run.Lines.Start || anchor >= run.Lines.End:
			return run.Permits(anchor - 1)
		default:
			return run.Permits(anchor)
		}
	}
	end := ch.lines.End
	for _, m := range d.match[i:] {
		if m >= 0 {
			end = ch.lines.Start + m
			break
		}
	}
	for l := at; l < end; l++ {
		if run.Permits(l) {
			return true
		}
	}
	if at < end {
		return false
	}
	above := at-1 >= run.Lines.Start && run.Permits(at-1)
	below := end < run.Lines.End && run.Permits(end)
	return above || below
}

// holdsImport reports whether a change replaces an import or stands next to
// one: an import belongs there, though the block is not the file's first.
func (c Candidates) holdsImport(ch change) bool {
	isImport := func(l int) bool {
		if l < 0 || l >= c.Snapshot.LineCount() {
			return false
		}
		if c.File != nil {
			for i := range c.File.Imports() {
				if c.File.Nodes[i].Lines.Contains(l) {
					return true
				}
			}
		}
		return ImportLine(c.Snapshot.Lang, c.Line(l))
	}
	above, below := ch.lines.Start-1, ch.lines.End
	for above >= 0 && lines.Blank(c.Line(above)) {
		above--
	}
	for below < c.Snapshot.LineCount() && lines.Blank(c.Line(below)) {
		below++
	}
	for l := ch.lines.Start; l < ch.lines.End; l++ {
		if isImport(l) {
			return true
		}
	}
	return isImport(above) || isImport(below)
}
