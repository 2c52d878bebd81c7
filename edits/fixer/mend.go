package fixer

import (
	"slices"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// draft is the document as an answer left it, and the next problem in it: what a tool
// reports of the answer's own code. It is asked about like any other problem, and what
// comes of it is checked against the document as it was.
//
// Shown the old function and what was wrong with its answer, Qwen2.5-Coder 1.5B
// sent that answer again.
type draft struct {
	snapshot text.Snapshot
	file     *syntax.File
	set      window.Set
	found    signal.Diagnostic
}

// keepDraft keeps what an answer made of the document, where a tool has something to
// say of lines that may change. Documents with secrets are shown as they are, or not
// at all.
func (k *run) keepDraft(after string, report verify.Report) {
	found := slices.Clone(report.New)
	if report.Left != nil {
		found = append(found, *report.Left)
	}
	if report.Text != "" {
		after = report.Text
	}
	if len(found) == 0 || k.p.Instruction != "" || len(k.secrets()) > 0 {
		return
	}
	old := k.p.Snapshot
	d := draft{snapshot: old.With(after), set: window.Set{Level: k.set.Level}}
	list := diff.Minimal(old.Text(), after)
	for _, r := range k.set.Runs {
		r.Lines = followed(old, d.snapshot, list, r.Lines)
		r.ImportOnly = slices.Clone(r.ImportOnly)
		for i, l := range r.ImportOnly {
			r.ImportOnly[i] = followed(old, d.snapshot, list, l)
		}
		d.set.Runs = append(d.set.Runs, r)
	}
	for _, f := range found {
		if at := d.snapshot.LineAt(f.Span.Start); f.Span.End > 0 && d.set.RunAt(at) >= 0 {
			d.file, d.found = syntax.Parse(old.Lang, after), f
			k.draft = &d
			return
		}
	}
}

// followed returns the lines of a changed text that stand where a range stood.
func followed(old, next text.Snapshot, list []text.Edit, l text.Lines) text.Lines {
	span := old.LinesSpan(l)
	start, end := span.Start, span.End
	for _, e := range list {
		grown := len(e.New) - (e.Span.End - e.Span.Start)
		if e.Span.Start < span.End || e.Span.End <= span.End && l.Len() > 0 {
			end += grown
		}
		if e.Span.End <= span.Start && e.Span.Start < span.Start {
			start += grown
		}
	}
	start, end = min(max(0, start), next.Len()), min(max(start, end), next.Len())
	out := text.Lines{Start: next.LineAt(start), End: next.LineAt(end)}
	if end > next.LineStart(out.End) {
		out.End++
	}
	return out
}

// candidates returns the places of the text that is asked about.
func (k *run) candidates() edits.Candidates {
	if d := k.about.draft; d != nil {
		return edits.NewCandidates(d.snapshot, d.set, d.file, d.found)
	}
	d := k.p.Diagnostic
	if k.about.header != nil {
		d = *k.about.header
	}
	return edits.NewCandidates(k.p.Snapshot, k.set, k.file(), d)
}

// mend makes the last draft what is asked about, or reports that there is none.
func (k *run) mend() bool {
	k.about.draft = k.draft
	return k.draft != nil
}
