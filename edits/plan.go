package edits

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// plan makes the new text of chosen drafts, or says what forbids it.
func (c Candidates) plan(changes []change, drafts []draft) (Result, []Reject) {
	var res Result
	var rejects []Reject
	for i, d := range drafts {
		if r := c.checkLayout(changes[i], d); r != nil {
			rejects = append(rejects, *r)
		}
	}
	changes, drafts = c.withImports(changes, drafts)
	for run := range c.Windows.Runs {
		if !slices.ContainsFunc(changes, func(ch change) bool { return ch.run == run }) {
			continue
		}
		out := c.assemble(run, changes, drafts)
		rejects = append(rejects, c.checkImports(run, out)...)
		res.Edits = append(res.Edits, c.runEdits(run, out)...)
	}
	if len(rejects) > 0 {
		return Result{}, rejects
	}
	next, err := c.Snapshot.Apply(res.Edits)
	if err != nil {
		return Result{}, []Reject{{Code: RejectOverlap, Op: -1, Detail: err.Error()}}
	}
	res.Text = next.Text()
	if res.Text == c.Snapshot.Text() {
		return Result{}, []Reject{{Code: RejectNoop, Op: -1, Detail: "the edit changes nothing"}}
	}
	if r := c.checkFuture(res.Text); r != nil {
		return Result{}, []Reject{*r}
	}
	return res, nil
}

// withImports turns the imports of drafts into insertions.
func (c Candidates) withImports(changes []change, drafts []draft) ([]change, []draft) {
	to := c.importsRun()
	var added []string
	outChanges, outDrafts := slices.Clip(changes), slices.Clip(drafts)
	for _, d := range drafts {
		for _, line := range d.imports {
			if slices.Contains(added, line) || c.KnownImport(line) {
				continue
			}
			added = append(added, line)
			run := c.Windows.Runs[to].Lines
			at, row := c.ImportRow(run, line)
			for _, ch := range changes {
				if !ch.insert && ch.lines.Start < at && at < ch.lines.End {
					at = ch.lines.End
				}
			}
			ch := change{op: -1, run: to, insert: true, after: at > run.Start, lines: text.Lines{Start: at, End: at},
				new: []string{row}}
			outChanges = append(outChanges, ch)
			outDrafts = append(outDrafts, draft{lines: ch.new, match: []int{-1}})
		}
	}
	return outChanges, outDrafts
}

// runEdits returns the minimal edits of one run, so that no edit can be placed
// outside it by an equal line there.
func (c Candidates) runEdits(run int, out []outLine) []text.Edit {
	lines := c.Windows.Runs[run].Lines
	span := c.Snapshot.LinesSpan(lines)
	if whole := c.Snapshot.Text(); span.Start == 0 && len(whole) >= len(byteOrderMark) &&
		whole[:len(byteOrderMark)] == byteOrderMark {
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
