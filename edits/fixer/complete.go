package fixer

import (
	"context"
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// completed does for an answer what a rule does for everybody: where all that a tool
// reports of its code is names that are not imported, the model need not be asked again.
func (k *run) completed(ctx context.Context, r edits.Result, first verify.Report) (edits.Result, verify.Report) {
	before := k.set
	after, report := r.Text, first
	for range completions {
		if report.Text != "" {
			after = report.Text
		}
		left := k.p.Snapshot.With(after)
		list := remedies(left, wanting(left, report))
		if list == nil {
			break
		}
		whole, err := left.Apply(list)
		if err != nil {
			break // two remedies in one place: the model is asked again
		}
		k.set, after = k.reaching(left, list), whole.Text()
		in := k.judged(ctx, after)
		in.Completed = true
		if report = k.task.verify(ctx, in); report.Err != nil {
			break
		}
		if report.Verdict <= verify.Unverified {
			r.Text = after
			return r, report // with the windows that it needs
		}
	}
	k.set = before
	return r, first
}

// completions bounds the names that are seen to one after the other.
const completions = 4

// wanting returns what a rejected text is reported for, if that is all there is against it.
func wanting(s text.Snapshot, r verify.Report) []signal.Diagnostic {
	switch {
	case r.Err != nil || r.Verdict != verify.Rejected || r.Reject == nil:
		return nil
	case r.Left != nil:
		return append([]signal.Diagnostic{*r.Left}, r.New...)
	case r.Reject.Code != edits.RejectUndefined:
		return r.New
	}
	// The gates know that a name is unknown before any tool is run, one at a time.
	d := signal.Diagnostic{Tool: "ruff", Code: "F821", Severity: signal.Error}
	if s.Lang == "go" {
		d.Tool, d.Code = "go", "UndeclaredName"
	}
	names := missing(r.Reject)
	for _, id := range syntax.Parse(s.Lang, s.Text()).Identifiers(text.Span{End: s.Len()}) {
		if slices.Contains(names, id.Name) {
			d.Message, d.Span = "undefined: "+id.Name, id.Span
			if s.Lang == "python" {
				d.Message = fmt.Sprintf("Undefined name `%s`", id.Name)
			}
			return []signal.Diagnostic{d}
		}
	}
	return nil
}

// reaching returns the windows with the places that edits of an answer's text change.
func (k *run) reaching(answered text.Snapshot, list []text.Edit) window.Set {
	old := k.p.Snapshot
	back := diff.Minimal(answered.Text(), old.Text())
	set := k.set
	set.Runs = slices.Clone(set.Runs)
	for _, e := range list {
		l := followed(answered, old, back, text.Lines{Start: answered.LineAt(e.Span.Start), End: answered.LineAt(e.Span.End)})
		if !set.Covers(l) {
			set.Runs = append(set.Runs, window.Run{Role: window.Imports, Lines: l, ImportOnly: []text.Lines{l}})
		}
	}
	return set.Numbered()
}

// remedies returns the edits that findings of a text ask for, nil where one of them asks
// for something else.
func remedies(s text.Snapshot, found []signal.Diagnostic) []text.Edit {
	f := syntax.Parse(s.Lang, s.Text())
	var list []text.Edit
	for _, d := range found {
		fix := sureRemedy(rules.Problem{Snapshot: s, File: f, Diagnostic: d, Others: found})
		if fix == nil {
			return nil
		}
		for _, e := range fix {
			if !slices.Contains(list, e) { // of two uses of a name
				list = append(list, e)
			}
		}
	}
	return list
}

// completing are the rules that do for an answer what its model forgot. What an answer
// has too much is for the model to leave out.
var completing = [...]string{"missing-import", "missing-go-import"}

func sureRemedy(p rules.Problem) []text.Edit {
	for _, r := range rules.For(p.Diagnostic) {
		if !slices.Contains(completing[:], r.Name) || !r.Speaks(p.Snapshot.Lang) {
			continue
		}
		if list, err := r.Fix(p); err == nil {
			return list
		}
	}
	return nil
}
