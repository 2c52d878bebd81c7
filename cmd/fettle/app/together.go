package app

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
	"github.com/fettle-dev/fettle/providers/signal"
)

// sure fixes what needs no model in files of one project, all together. An entry
// is nil where a file has to be looked at by itself: its findings come from a
// report that the tools here do not confirm.
func (w *App) sure(ctx context.Context, root string, targets []Target, o Options) []*sureResult {
	out := make([]*sureResult, len(targets))
	var list []changeset.File
	var at []int
	for i, t := range targets {
		f, err := w.reports(ctx, t, o)
		if err != nil {
			out[i] = &sureResult{FileResult: changeset.FileResult{Final: t.Snapshot}, err: err}
			continue
		}
		if f != nil {
			if f.Found = fixedElsewhere(*f, targets); len(o.Rules) > 0 || o.Wanted != nil {
				f.Found = o.chosen(f.Snapshot, findingsOf(*f))
			}
			list, at = append(list, *f), append(at, i)
		}
	}
	r, err := w.Engine.Together(ctx, root, list, w.choice(o), o.Said)
	for k, f := range r.Files {
		out[at[k]] = &sureResult{FileResult: f, first: list[k].Found, err: err}
		if list[k].Found == nil {
			out[at[k]].first = slices.Concat(slices.Collect(maps.Values(list[k].Reports))...)
		}
	}
	for tool, failed := range r.Failed {
		for _, f := range list {
			if _, looks := f.Reports[tool]; looks {
				w.note(ctx, failed, f.Snapshot.Path)
			}
		}
		if !errors.Is(failed, linter.ErrPaused) && ctx.Err() == nil {
			w.warnOnce(failed)
		}
	}
	return out
}

// fixedElsewhere returns the findings of a file that are to be fixed, where those of
// tests are not whose code under test lies in a file of this run: the same failure
// has a finding there. nil is all that the tools report.
func fixedElsewhere(f changeset.File, targets []Target) []signal.Diagnostic {
	elsewhere := func(d signal.Diagnostic) bool {
		return slices.ContainsFunc(d.Related, func(r signal.Related) bool {
			return r.Message == undertest.Says &&
				slices.ContainsFunc(targets, func(t Target) bool { return t.Snapshot.Path == r.Path })
		})
	}
	if f.Found != nil || !slices.ContainsFunc(f.Reports["pytest"], elsewhere) {
		return f.Found
	}
	left := []signal.Diagnostic{}
	for _, tool := range slices.Sorted(maps.Keys(f.Reports)) {
		for _, d := range f.Reports[tool] {
			if !elsewhere(d) {
				left = append(left, d)
			}
		}
	}
	slices.SortStableFunc(left, func(a, b signal.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return left
}

// findingsOf returns the findings of a file that are to be fixed, in the order of the
// text.
func findingsOf(f changeset.File) []signal.Diagnostic {
	if f.Found != nil {
		return f.Found
	}
	var all []signal.Diagnostic
	for _, tool := range slices.Sorted(maps.Keys(f.Reports)) {
		all = append(all, f.Reports[tool]...)
	}
	slices.SortStableFunc(all, func(a, b signal.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return all
}

// sureResult is what became of one file without a model.
type sureResult struct {
	changeset.FileResult
	first []signal.Diagnostic // what was to be fixed
	err   error
}

// Worst returns the worst grade of a fix that a run accepts.
func (w *App) Worst(o Options) evidence.Grade {
	if o.Unchecked {
		return evidence.Unchecked
	}
	return evidence.By(cmp.Or(o.Grade, w.Settings.Fix.Grade))[evidence.Write]
}

func (w *App) choice(o Options) fixer.Choice {
	return fixer.Choice{Unsafe: o.Unsafe, Worst: w.Worst(o), Deterministic: o.NoModel,
		Candidates: w.Settings.Fix.Candidates}
}

// reports returns what the tools say of a file, and which findings are to be fixed;
// nil where a report of the user's says something else.
func (w *App) reports(ctx context.Context, t Target, o Options) (*changeset.File, error) {
	if o.Input == "" {
		reports, _, err := w.lintByTool(ctx, t.Snapshot)
		if err != nil {
			return nil, err
		}
		return &changeset.File{Snapshot: t.Snapshot, Reports: reports}, nil
	}
	found, err := t.Lint(ctx, t.Snapshot)
	if err != nil {
		return nil, err
	}
	f := changeset.File{Snapshot: t.Snapshot, Reports: map[string][]signal.Diagnostic{}}
	names := append(w.Engine.Names(t.Snapshot), w.checking(ctx, t, o)...)
	slices.Sort(names)
	names = slices.Compact(names)
	for _, tool := range names {
		list, err := w.Engine.Lint(ctx, tool, t.Snapshot)
		if err == nil {
			f.Reports[tool] = list
		}
		w.note(ctx, err, t.Snapshot.Path)
	}
	f.Found = []signal.Diagnostic{}
	for _, d := range found {
		own, ok := w.confirmed(t, d, f.Reports)
		if !ok {
			return nil, nil
		}
		f.Found = append(f.Found, own)
	}
	return &f, nil
}

// confirmed returns a finding of a report in the words of the tool that is installed
// here, which also says how far its own fix can be trusted: SARIF does not.
func (w *App) confirmed(t Target, d signal.Diagnostic,
	reports map[string][]signal.Diagnostic) (signal.Diagnostic, bool) {
	spec, _ := w.Engine.Tools().Find(d.Tool)
	line := t.Snapshot.LineAt(d.Span.Start)
	best, ok := signal.Diagnostic{}, false
	for _, own := range reports[spec.Name] {
		if own.Code != d.Code || t.Snapshot.LineAt(own.Span.Start) != line {
			continue
		}
		if !ok || own.Span.Start == d.Span.Start {
			best, ok = own, true
			best.Times = d.Times
		}
	}
	return best, ok
}

// proven returns what became of a file without a model.
func (t Target) proven(s *sureResult) Result {
	return Result{Path: t.Shown, File: t.Snapshot.Path, Root: t.Root, Before: t.Snapshot.Text(), After: s.Final.Text(),
		first: s.first, outcomes: s.Outcomes, Err: s.err, beside: s.Beside}
}

// finish asks the model about what is left, where there is one.
func (w *App) finish(ctx context.Context, t Target, o Options, s *sureResult) Result {
	r := t.proven(s)
	if s.err != nil || o.NoModel || !w.Ladder.Model.Asks() {
		return r
	}
	open, closed := w.Engine.Open(s.Outcomes)
	if len(open) == 0 {
		return r
	}
	w.Warmed(ctx, t.Snapshot)
	c := w.choice(o)
	c.ModelOnly = true
	outcomes, final, err := w.ladder(o).File(ctx, fixer.Problem{Root: t.Root, Snapshot: s.Final},
		t.following(s.Final, open), c, o.Stage)
	r.outcomes = slices.Concat(closed, engine.Answered(s.Outcomes, outcomes))
	if err == nil && final.Hash() != s.Final.Hash() {
		r.outcomes, final, err = w.Engine.Waiting(ctx, t.Root, final, r.outcomes, w.choice(o))
	}
	if r.Err = err; err == nil {
		r.After = final.Text()
	}
	return r
}

// following returns some findings of a text, and for a later one those of the same words that the tools still report.
func (t Target) following(first text.Snapshot, open []signal.Diagnostic) func(context.Context,
	text.Snapshot) ([]signal.Diagnostic, error) {
	return func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		if s.Hash() == first.Hash() {
			return open, nil
		}
		found, err := t.Lint(ctx, s)
		return slices.DeleteFunc(slices.Clone(found), func(d signal.Diagnostic) bool {
			return !slices.ContainsFunc(open, func(o signal.Diagnostic) bool {
				return o.Tool == d.Tool && o.Code == d.Code &&
					o.Message == d.Message
			})
		}), err
	}
}
