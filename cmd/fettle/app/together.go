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
	var first [][]signal.Diagnostic
	var at []int
	for i, t := range targets {
		f, all, err := w.reports(ctx, t, o)
		switch {
		case err != nil:
			out[i] = &sureResult{FileResult: changeset.FileResult{Final: t.Snapshot}, err: err}
		case f != nil:
			found := o.chosen(t.Snapshot, all)
			if o.Input == "" {
				found = withoutTests(found, targets)
			}
			if o.Input != "" || len(found) < len(all) || len(o.Rules) > 0 || o.Wanted != nil {
				f.Found = append([]signal.Diagnostic{}, found...) // else what comes up on the way is wanted as well
			}
			list, first, at = append(list, *f), append(first, found), append(at, i)
		}
	}
	r, err := w.Engine.Together(ctx, root, list, w.choice(o), o.Said)
	for k, f := range r.Files {
		looked := slices.Sorted(maps.Keys(list[k].Reports))
		out[at[k]] = &sureResult{FileResult: f, first: first[k], looked: looked, err: err}
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

// withoutTests returns the findings of a file that are to be fixed without those of tests whose code under test lies in
// a file of this run: the same failure has a finding there.
func withoutTests(found []signal.Diagnostic, targets []Target) []signal.Diagnostic {
	return slices.DeleteFunc(slices.Clone(found), func(d signal.Diagnostic) bool {
		return d.Tool == "pytest" && slices.ContainsFunc(d.Related, func(r signal.Related) bool {
			return r.Message == undertest.Says &&
				slices.ContainsFunc(targets, func(t Target) bool { return t.Snapshot.Path == r.Path })
		})
	})
}

// sureResult is what became of one file without a model.
type sureResult struct {
	changeset.FileResult
	first  []signal.Diagnostic // what was to be fixed
	looked []string            // the tools
	err    error
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

// reports returns what the tools say of a file, and which findings are to be fixed, in the words of the tools here; nil
// where a report of the user's says something that they do not.
func (w *App) reports(ctx context.Context, t Target, o Options) (*changeset.File, []signal.Diagnostic, error) {
	if o.Input == "" {
		r, err := w.lint(ctx, t.Snapshot)
		return &r.File, r.All(), err
	}
	found, err := t.Lint(ctx, t.Snapshot)
	if err != nil {
		return nil, nil, err
	}
	names := append(w.Engine.Names(t.Snapshot), w.checking(ctx, t, o)...)
	slices.Sort(names)
	r := w.Engine.Report(ctx, t.Snapshot, slices.Compact(names)...)
	for _, err := range slices.Concat(r.Failed, r.Unsuited) {
		w.note(ctx, err, t.Snapshot.Path)
	}
	own, foreign := r.Split(found)
	if len(foreign) > 0 {
		return nil, nil, nil
	}
	return &r.File, own, nil
}

// proven returns what became of a file without a model.
func (t Target) proven(s *sureResult) Result {
	r := t.unchanged()
	r.After, r.first, r.outcomes, r.Err, r.beside = s.Final.Text(), s.first, s.Outcomes, s.err, s.Beside
	r.Looked = s.looked
	return r
}

// finish asks the model about what is left, where there is one.
func (w *App) finish(ctx context.Context, t Target, o Options, s *sureResult) Result {
	r := t.proven(s)
	if s.err != nil || o.NoModel || !w.Ladder.Model.Asks() {
		return r
	}
	if open, _ := w.Engine.Open(s.Outcomes); len(open) > 0 {
		w.Warmed(ctx, t.Snapshot)
	}
	outcomes, final, err := w.Engine.Rest(ctx, w.ladder(o), fixer.Problem{Root: t.Root, Snapshot: s.Final}, s.Outcomes,
		w.choice(o), t.following, o.Stage)
	r.outcomes = outcomes
	if r.Err = err; err == nil {
		r.After = final.Text()
	}
	return r
}

// following returns those findings of a text that are in the words of some which were found before.
func (t Target) following(open []signal.Diagnostic) func(context.Context, text.Snapshot) ([]signal.Diagnostic, error) {
	return func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		found, err := t.Lint(ctx, s)
		return slices.DeleteFunc(slices.Clone(found), func(d signal.Diagnostic) bool {
			return !slices.ContainsFunc(open, func(o signal.Diagnostic) bool { return o.Words() == d.Words() })
		}), err
	}
}
