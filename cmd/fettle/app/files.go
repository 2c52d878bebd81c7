package app

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// FixAll works on several files at a time and returns their results in order.
// Each of them has one, also when the run is interrupted.
func (w *App) FixAll(ctx context.Context, targets []Target, o Options, finished *Finished) <-chan Result {
	results := make(chan Result)
	done := make([]chan Result, len(targets))
	for i := range done {
		done[i] = make(chan Result, 1)
	}
	go func() {
		defer close(results)
		kept, former := w.outcomes(targets, o)
		w.former(ctx, targets, former, o, finished)
		sure := w.sureByRoot(ctx, targets, former, o)
		w.leftOut(ctx, targets, kept, o) // which it asks of those that tools have looked at
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
						done[i] <- w.FixFile(ctx, targets[i], o)
					}
				}
			})
		}
		wg.Go(func() { dispatch(ctx, next, targets, sure, done) })
		proves := slices.ContainsFunc(targets, func(t Target) bool { return w.proves(t.Root, o) })
		var all []Result // where nothing is given before all of it is proven
		for i := range done {
			r := <-done[i]
			r.notebook = targets[i].notebook
			r.Unlooked = append(r.Unlooked, w.unlookedAt(targets[i].Shown, targets[i].Snapshot.Path)...)
			if all = append(all, r); !proves {
				kept.note(w, &r)
				results <- r
			}
		}
		if proves {
			w.prove(ctx, targets, all, o)
			for _, r := range all {
				if ctx.Err() != nil {
					r.Err, r.After = ctx.Err(), r.Before
				}
				kept.note(w, &r)
				results <- r
			}
		}
		wg.Wait()
		if ctx.Err() == nil {
			kept.keep(w, targets, o)
		}
	}()
	return results
}

// sureByRoot fixes what needs no model in the files of each project that no
// former run has done.
func (w *App) sureByRoot(ctx context.Context, targets []Target, former []*Result, o Options) []*sureResult {
	out := make([]*sureResult, len(targets))
	byRoot := map[string][]int{}
	for i, t := range targets {
		if former[i] == nil && t.notebook == nil {
			byRoot[t.Root] = append(byRoot[t.Root], i)
		}
	}
	for _, root := range slices.Sorted(maps.Keys(byRoot)) {
		var list []Target
		for _, i := range byRoot[root] {
			list = append(list, targets[i])
		}
		for k, s := range w.sure(ctx, root, list, o) {
			out[byRoot[root][k]] = s
		}
	}
	return out
}

// former adds what a former run has asked a model about to what is known, and lets
// the tools look at all other files with few processes.
func (w *App) former(ctx context.Context, targets []Target, former []*Result, o Options, finished *Finished) {
	var fresh []Target
	for i, t := range targets {
		if former[i] != nil {
			continue
		}
		if r, ok := finished.find(t); ok {
			former[i] = &r
		} else {
			fresh = append(fresh, t)
		}
	}
	w.look(ctx, fresh, o)
}

// dispatch sends the numbers of the files to the workers. When the context ends, it finishes the files that no worker
// has begun with what is proven of them.
func dispatch(ctx context.Context, next chan<- int, targets []Target, sure []*sureResult, done []chan Result) {
	defer close(next)
	for i, t := range targets {
		select {
		case next <- i:
		case <-ctx.Done():
			r := t.unchanged()
			if sure[i] != nil {
				r = t.proven(sure[i])
			}
			r.Err = ctx.Err()
			done[i] <- r
		}
	}
}

// look surveys all files of a run. Beside a report it is what fixes are held
// against that is found this way.
func (w *App) look(ctx context.Context, list []Target, o Options) {
	snapshots := make([]text.Snapshot, len(list))
	byPath := map[string]Target{}
	list = slices.DeleteFunc(slices.Clone(list), func(t Target) bool { return t.notebook != nil })
	snapshots = snapshots[:len(list)]
	for i, t := range list {
		snapshots[i], byPath[t.Snapshot.Path] = t.Snapshot, t
	}
	if o.Input == "" {
		w.Survey(ctx, snapshots)
		return
	}
	w.Engine.Survey(ctx, snapshots, func(s text.Snapshot) []string { return w.checking(ctx, byPath[s.Path], o) })
}

// Survey looks at files with few processes, where the tools can: the runs file
// by file then find the results at hand.
func (w *App) Survey(ctx context.Context, list []text.Snapshot) {
	w.Engine.Survey(ctx, list, w.Engine.Names)
}

// checking names the tools that will check fixes of the findings that a report
// has for a file.
func (w *App) checking(ctx context.Context, t Target, o Options) (names []string) {
	found, err := t.Lint(ctx, t.Snapshot)
	if err != nil {
		return nil
	}
	asking := w.Ladder.Model.Asks() && !o.NoModel
	for _, d := range found {
		spec, ok := w.Engine.Tools().Find(d.Tool)
		if ok && !slices.Contains(names, spec.Name) && (asking || fixer.Deterministic(d, w.Ladder.Table.Require(d).Rungs)) {
			names = append(names, spec.Name)
		}
	}
	return names
}

// Warmed indexes the root of a document, once a run.
func (w *App) Warmed(ctx context.Context, s text.Snapshot) {
	w.warm.Do(func() {
		limited, done := context.WithTimeout(ctx, limits.WarmTime)
		defer done()
		w.Engine.Warm(limited, s)
	})
}

// FixFile fixes one file in memory: the findings that its Lint returns.
func (w *App) FixFile(ctx context.Context, t Target, o Options) Result {
	if t.notebook != nil {
		return w.fixNotebook(ctx, t, o)
	}
	r := t.unchanged()
	if w.Ladder.Model.Asks() && !o.NoModel {
		w.Warmed(ctx, t.Snapshot)
	}
	found, err := t.Lint(ctx, t.Snapshot)
	if err != nil {
		r.Err = err
		return r
	}
	found = o.chosen(t.Snapshot, found)
	r.first = found
	outcomes, final, err := w.Engine.All(ctx, w.ladder(o), fixer.Problem{Snapshot: t.Snapshot}, found, w.choice(o),
		o.Stage)
	r.outcomes, r.Err = outcomes, err
	if err == nil {
		r.After = final.Text()
	}
	return r
}
