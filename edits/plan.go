package edits

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// An outLine is one line of a run as it will be.
type outLine struct {
	text string
	old  int  // the document's line that it keeps, or -1
	same bool // byte for byte
	op   int  // of added lines: the operation that brought it, -1 for moved imports
	free bool // of added lines: anything may stand here, not only imports
	top  bool // an import that an operation puts at the outer level
}

// plan makes the new text of chosen drafts, or says what forbids it.
func (c Candidates) plan(changes []change, drafts []draft, o Options) (Result, []Reject) {
	var res Result
	var rejects []Reject
	for i, d := range drafts {
		if r := c.checkLayout(changes[i], d, o); r != nil {
			rejects = append(rejects, *r)
		}
	}
	changes, drafts, known := c.withImports(changes, drafts)
	if known {
		res.Repairs = append(res.Repairs, RepairKnownImport)
	}
	var size size
	for run := range c.Windows.Runs {
		if !slices.ContainsFunc(changes, func(ch change) bool { return ch.run == run }) {
			continue
		}
		out := c.assemble(run, changes, drafts)
		rejects = append(rejects, c.checkImports(run, out)...)
		size.add(c, run, out)
		edits := c.runEdits(run, out)
		res.Edits = append(res.Edits, edits...)
	}
	if r := size.check(c, o); r != nil {
		rejects = append(rejects, *r)
	}
	if len(rejects) > 0 {
		return Result{}, rejects
	}
	next, err := c.Snapshot.Apply(res.Edits)
	if err != nil {
		return Result{}, []Reject{{Code: RejectOverlap, Op: -1, Detail: err.Error()}}
	}
	res.Text, res.Removed, res.Added = next.Text(), size.removed, size.added
	if res.Text == c.Snapshot.Text() {
		return Result{}, []Reject{{Code: RejectNoop, Op: -1, Detail: "the edit changes nothing"}}
	}
	if r := c.checkFuture(res.Text); r != nil {
		return Result{}, []Reject{*r}
	}
	for _, e := range res.Edits {
		res.Changed = append(res.Changed, c.Snapshot.LinesOf(e.Span))
	}
	return res, nil
}

// withImports turns the imports of drafts into insertions.
func (c Candidates) withImports(changes []change, drafts []draft) ([]change, []draft, bool) {
	to := c.importsRun()
	var added []string
	known := false
	outChanges, outDrafts := slices.Clip(changes), slices.Clip(drafts)
	for _, d := range drafts {
		for _, line := range d.imports {
			if slices.Contains(added, line) || c.knownImport(line) {
				known = true
				continue
			}
			added = append(added, line)
			run := c.Windows.Runs[to].Lines
			at := c.importPlace(run, line)
			for _, ch := range changes {
				if !ch.insert && ch.lines.Start < at && at < ch.lines.End {
					at = ch.lines.End
				}
			}
			ch := change{op: -1, run: to, insert: true, after: at > run.Start, lines: text.Lines{Start: at, End: at}, new: []string{line}}
			outChanges = append(outChanges, ch)
			outDrafts = append(outDrafts, draft{lines: ch.new, match: []int{-1}})
		}
	}
	return outChanges, outDrafts, known
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
			out = append(out, outLine{text: c.line(p), old: p, same: true})
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
			out = append(out, outLine{text: l, old: old, same: l == c.line(old), op: ch.op, free: run.Permits(old)})
			at = old + 1
			continue
		}
		o := outLine{text: l, old: -1, op: ch.op, free: c.permits(ch, d, i, at)}
		o.top = !ch.rewrite && ch.op >= 0 && imports >= 0 && imports != ch.run && lead(l) == "" &&
			importLine(c.Snapshot.Lang, l) && !c.holdsImport(ch)
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
		return importLine(c.Snapshot.Lang, c.line(l))
	}
	above, below := ch.lines.Start-1, ch.lines.End
	for above >= 0 && blank(c.line(above)) {
		above--
	}
	for below < c.Snapshot.LineCount() && blank(c.line(below)) {
		below++
	}
	for l := ch.lines.Start; l < ch.lines.End; l++ {
		if isImport(l) {
			return true
		}
	}
	return isImport(above) || isImport(below)
}

// runEdits are the minimal edits of one run, so that no edit can be placed
// outside it by an equal line there.
func (c Candidates) runEdits(run int, out []outLine) []text.Edit {
	lines := c.Windows.Runs[run].Lines
	span := c.Snapshot.LinesSpan(lines)
	if whole := c.Snapshot.Text(); span.Start == 0 && len(whole) >= len(byteOrderMark) && whole[:len(byteOrderMark)] == byteOrderMark {
		span.Start = min(len(byteOrderMark), span.End)
		if span.End == 0 {
			span = text.Span{Start: len(byteOrderMark), End: len(byteOrderMark)}
		}
	}
	edits := diff.Minimal(c.Snapshot.Slice(span), c.terminated(lines, out))
	for i := range edits {
		edits[i].Span.Start += span.Start
		edits[i].Span.End += span.Start
	}
	return edits
}
