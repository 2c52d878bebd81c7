package main

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// fixAll works on several files at a time and gives their results in order.
// Each of them has one, also when the run is interrupted.
func (w *app) fixAll(ctx context.Context, targets []target, o fixOptions, finished *finished) <-chan fileResult {
	results := make(chan fileResult)
	done := make([]chan fileResult, len(targets))
	for i := range done {
		done[i] = make(chan fileResult, 1)
	}
	go func() {
		defer close(results)
		former := w.former(ctx, targets, o, finished)
		sure := w.sureByRoot(ctx, targets, former, o)
		var wg sync.WaitGroup
		next := make(chan int)
		for range max(1, min(runtime.NumCPU(), len(targets))) {
			wg.Go(func() {
				for i := range next {
					switch {
					case former[i] != nil:
						done[i] <- *former[i]
					case sure[i] != nil:
						done[i] <- w.finish(ctx, targets[i], o, sure[i])
					default:
						done[i] <- w.fixFile(ctx, targets[i], o)
					}
				}
			})
		}
		wg.Go(func() { hand(ctx, next, targets, done) })
		for i := range done {
			results <- <-done[i]
		}
		wg.Wait()
	}()
	return results
}

// sureByRoot fixes what needs no model in the files of each project that no
// former run has done.
func (w *app) sureByRoot(ctx context.Context, targets []target, former []*fileResult, o fixOptions) []*sureResult {
	out := make([]*sureResult, len(targets))
	byRoot := map[string][]int{}
	for i, t := range targets {
		if former[i] == nil {
			byRoot[t.root] = append(byRoot[t.root], i)
		}
	}
	for _, root := range slices.Sorted(maps.Keys(byRoot)) {
		var list []target
		for _, i := range byRoot[root] {
			list = append(list, targets[i])
		}
		for k, s := range w.sure(ctx, root, list, o) {
			out[byRoot[root][k]] = s
		}
	}
	return out
}

// former is what a former run made of the files, and lets the tools look at all
// others with few processes.
func (w *app) former(ctx context.Context, targets []target, o fixOptions, finished *finished) []*fileResult {
	former := make([]*fileResult, len(targets))
	var fresh []target
	for i, t := range targets {
		if r, ok := finished.find(t); ok {
			former[i] = &r
		} else {
			fresh = append(fresh, t)
		}
	}
	w.look(ctx, fresh, o)
	return former
}

// hand gives the numbers of the files to the workers, and an end to the files
// that nobody takes any more.
func hand(ctx context.Context, next chan<- int, targets []target, done []chan fileResult) {
	defer close(next)
	for i, t := range targets {
		select {
		case next <- i:
		case <-ctx.Done():
			done[i] <- fileResult{path: t.shown, err: ctx.Err()}
		}
	}
}

// look surveys all files of a run. Beside a report it is what fixes are held
// against that is found this way.
func (w *app) look(ctx context.Context, list []target, o fixOptions) {
	snapshots := make([]text.Snapshot, len(list))
	byPath := map[string]target{}
	for i, t := range list {
		snapshots[i], byPath[t.snapshot.Path] = t.snapshot, t
	}
	if o.input == "" {
		w.survey(ctx, snapshots)
		return
	}
	w.engine.Survey(ctx, snapshots, func(s text.Snapshot) []string { return w.checking(ctx, byPath[s.Path], o) })
}

// survey looks at files with few processes, where the tools can: the runs file
// by file then find the results at hand.
func (w *app) survey(ctx context.Context, list []text.Snapshot) {
	w.engine.Survey(ctx, list, w.engine.Names)
}

// checking names the tools that will check fixes of the findings that a report
// has for a file.
func (w *app) checking(ctx context.Context, t target, o fixOptions) (names []string) {
	found, err := t.lint(ctx, t.snapshot)
	if err != nil {
		return nil
	}
	asking := w.ladder.Model.Completer != nil && !o.noModel
	for _, d := range found {
		spec, ok := linter.Find(d.Tool)
		if ok && !slices.Contains(names, spec.Name) && (asking || fixer.Deterministic(d, w.ladder.Table.Require(d).Rungs)) {
			names = append(names, spec.Name)
		}
	}
	return names
}

// warmed indexes the root of a document, once a run.
func (w *app) warmed(ctx context.Context, s text.Snapshot) {
	w.warm.Do(func() {
		limited, done := context.WithTimeout(ctx, limits.WarmTime)
		defer done()
		w.engine.Warm(limited, s)
	})
}

// fixFile fixes one file in memory.
func (w *app) fixFile(ctx context.Context, t target, o fixOptions) fileResult {
	r := fileResult{path: t.shown, root: t.root, before: t.snapshot.Text(), after: t.snapshot.Text()}
	p := fixer.Problem{Root: t.root, Snapshot: t.snapshot}
	if w.ladder.Model.Completer != nil && !o.noModel {
		w.warmed(ctx, t.snapshot)
	}
	outcomes, final, err := w.ladder.File(ctx, p, t.lint, w.choice(o), o.stage)
	r.outcomes, r.err = outcomes, err
	if err == nil {
		r.after = final.Text()
	}
	return r
}
