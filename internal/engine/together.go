package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/rules/typed"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Together fixes for sure what can be fixed in some files of one root, in memory:
// all fixes are one change set, which each tool that has a say looks at once, with
// the files that use these. said hears what is going on.
func (e *Engine) Together(ctx context.Context, root string, files []changeset.File, c fixer.Choice,
	said func(string)) (changeset.Result, error) {
	session := e.runner.Session(root)
	defer session.Close()
	started := time.Now()
	given := len(files)
	onlookers := map[string]bool{}
	for _, f := range e.onlookers(ctx, root, files) {
		onlookers[f.Snapshot.Path] = true
		files = append(slices.Clip(files), f)
	}
	result, err := changeset.Run(ctx, files, changeset.Options{
		Root: root, Trees: e.ladder.Trees,
		Propose: func(ctx context.Context, d *changeset.Document, found []signal.Diagnostic, most int) []fixer.Proposed {
			list := make([]fixer.Problem, len(found))
			for i, one := range found {
				list[i] = fixer.Problem{Root: root, Snapshot: d.Snapshot, Diagnostic: one, Others: d.Others,
					Was: d.Original(), Unsafe: c.Unsafe}
				if c.Deterministic {
					list[i].Rungs = []signal.Rung{signal.RungTool, signal.RungRule}
				}
			}
			if onlookers[d.Path] {
				return slices.Repeat([]fixer.Proposed{{Why: &fixer.Decline{Code: fixer.DeclineNotOffered,
					Reason: "the file is not among those to fix"}}}, len(found))
			}
			return e.heed(ctx, list, e.ladder.Propose(ctx, list, c, most))
		},
		Check: func(ctx context.Context, tool string, all []text.Snapshot,
			changed map[string]bool) (map[string][]signal.Diagnostic, error) {
			alone := slices.DeleteFunc(slices.Clone(all), func(s text.Snapshot) bool { return !changed[s.Path] })
			return e.over(ctx, session, tool, linter.Texts{Root: root, Files: all, Changed: changed}, alone)
		},
		Cause: func(found signal.Diagnostic, in *changeset.Document) (signal.Diagnostic, bool) {
			c, ok := typed.CalleeOf(found)
			if !ok {
				return signal.Diagnostic{}, false
			}
			return c.Default(in.Snapshot)
		},
		Silent: func(ctx context.Context, all []text.Snapshot) (map[string]map[string][]signal.Diagnostic, map[string]error) {
			return e.ask(ctx, session, root, all)
		},
		Worst: c.Worst,
		Owner: e.owner, Whole: session.Whole,
		Judges: judging, Counts: refusesFix, Said: said,
		Version: func(tool string) string { return e.Version(ctx, tool, root) },
		Late:    func() bool { return time.Since(started) > limits.FixTogether },
	})
	result.Files = result.Files[:min(given, len(result.Files))]
	return result, err
}

// Several fixes for sure what the tools report in several files of a root: [Engine.Together]. The results stand in the
// order of the files.
func (e *Engine) Several(ctx context.Context, root string, list []text.Snapshot, c fixer.Choice,
	said func(string)) ([]changeset.FileResult, error) {
	e.Survey(ctx, list, e.Names)
	found := make([]changeset.File, len(list))
	for i, s := range list {
		if found[i] = e.Report(ctx, s, e.Names(s)...).File; ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	r, err := e.Together(ctx, root, found, c, said)
	return r.Files, err
}

// heed leaves out what a rule of ours would do where the project's settings forbid the
// tool itself to fix what it reports.
func (e *Engine) heed(ctx context.Context, list []fixer.Problem, fixes []fixer.Proposed) []fixer.Proposed {
	for i, p := range fixes {
		found := list[i].Diagnostic
		if len(p.Fixes) > 0 && p.Fixes[0].Rung == signal.RungRule &&
			e.runner.Unfixable(ctx, found.Tool, found.Code, list[i].Snapshot) {
			fixes[i] = fixer.Proposed{Why: &fixer.Decline{Code: fixer.DeclineNotOffered,
				Reason: "the project's settings call " + found.Code +
					" unfixable: it is fixed only where it is asked for by itself"}}
		}
	}
	return fixes
}

// over runs a tool over texts in one run, or, where it cannot see several, one by one over some of them.
func (e *Engine) over(ctx context.Context, session *linter.Session, tool string, in linter.Texts,
	alone []text.Snapshot) (map[string][]signal.Diagnostic, error) {
	out, err := session.Together(ctx, tool, in)
	if errors.Is(err, linter.ErrUnsuitable) {
		return e.each(ctx, tool, alone)
	}
	return out, err
}

// each runs a tool over texts one by one.
func (e *Engine) each(ctx context.Context, tool string, all []text.Snapshot) (map[string][]signal.Diagnostic, error) {
	out := map[string][]signal.Diagnostic{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	for _, s := range all {
		wg.Go(func() {
			list, err := e.Check(ctx, tool, text.Snapshot{}, s)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = err
				return
			}
			out[s.Path] = list
		})
	}
	wg.Wait()
	return out, failed
}
