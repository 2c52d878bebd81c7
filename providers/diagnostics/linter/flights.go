package linter

import (
	"context"
	"crypto/sha256"
	"slices"
	"strconv"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
	"github.com/fettle-dev/fettle/providers/signal"
)

// flight is one run in progress and those who wait for it.
type flight struct {
	key     runKey
	done    chan struct{}
	cancel  context.CancelFunc
	waiters int
	result
	err error
}

// join returns a result that is there, that of the run in progress, or that of a run
// that it starts. The run belongs to all who wait for it, not to the first of them.
func (r *Runner) join(ctx context.Context, spec Spec, key runKey,
	run func(context.Context) (result, error)) (result, error) {
	trust := r.trust(spec.Name, key.root, key.path)
	if !trust.allows(spec.Class) {
		_, err := newTool(spec, Options{Trust: trust})
		return result{}, err
	}
	folder := ""
	if r.pausesAny() {
		folder = r.folderOf(spec, key.root, key.path)
	}
	r.mu.Lock()
	known, ok := r.found(spec, key)
	f := r.flights[key]
	switch paused := r.pausedIn(r.near(key.toolKey, key.path), folder); {
	case ok:
		r.mu.Unlock()
		return known, nil
	case f == nil && paused != nil:
		r.mu.Unlock()
		return result{}, paused
	case f != nil:
		f.waiters++
	default:
		alive, cancel := context.WithCancel(context.WithoutCancel(ctx))
		f = &flight{key: key, done: make(chan struct{}), cancel: cancel, waiters: 1}
		r.flights[key] = f
		go r.fly(alive, f, run)
	}
	r.mu.Unlock()
	defer r.leave(f)
	select {
	case <-f.done:
		return f.result, f.err
	case <-ctx.Done():
		return result{}, &Error{Tool: spec.Name, Kind: contextKind(ctx), Err: context.Cause(ctx)}
	}
}

// fly does the run of a flight, and keeps its result.
func (r *Runner) fly(ctx context.Context, f *flight, run func(context.Context) (result, error)) {
	defer close(f.done)
	f.result, f.err = run(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	f.at = r.opts.Now()
	if r.land(f) && f.err == nil { // else what it has read may be of before
		r.results.put(f.key, f.result)
		if f.single != (runKey{}) {
			r.results.put(f.single, result{list: f.said[f.single.path], at: f.at})
		}
	}
}

// found returns a result that may still be used. The lock is held.
func (r *Runner) found(spec Spec, key runKey) (result, bool) {
	if e, ok := r.surveyed[key]; ok {
		return e, true
	}
	e, ok := r.results.get(key)
	return e, ok && e.fresh(spec, r.opts.Now())
}

// Hears reports whether what a tool says of this very text is known, or being found out.
func (r *Runner) Hears(name string, s text.Snapshot) bool {
	spec, _ := r.opts.Set.Find(name)
	key := runKey{r.key(spec.Name, r.Root(s.Path)), s.Path, s.Hash()}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known := r.found(spec, key)
	return known || r.flights[key] != nil
}

// leave ends a flight that nobody waits for any more.
func (r *Runner) leave(f *flight) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f.waiters--; f.waiters == 0 {
		f.cancel()
		r.land(f) // who asks from now on gets a run of his own
	}
}

// land removes a flight from the list, and reports whether it was on it. The lock is held.
func (r *Runner) land(f *flight) bool {
	listed := r.flights[f.key] == f
	if listed {
		delete(r.flights, f.key)
	}
	return listed
}

// alone runs a tool on one text, when its turn comes.
func (r *Runner) alone(ctx context.Context, spec Spec, key runKey, s asked) (out result, err error) {
	select {
	case r.slots <- struct{}{}:
		out.list, err = guarded(spec.Name, func() ([]signal.Diagnostic, error) { return r.lint(ctx, spec, key, s) })
		<-r.slots
	case <-ctx.Done():
		err = &Error{Tool: spec.Name, Kind: ErrCanceled}
	}
	near, folder := r.near(key.toolKey, key.path), ""
	if err != nil || r.pausesAny() {
		folder = r.folderOf(spec, key.root, key.path)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		return out, r.pause(near, folder, err)
	}
	delete(r.pauses, pauseKey{near, ""})
	delete(r.pauses, pauseKey{near, folder})
	return out, nil
}

// Together runs one tool over all files at once and returns what it says of each that it
// looked at. Everything that is not among the texts is as on the disk; a file that the
// tool did not look at has no entry. It is an error when the tool could not answer,
// [ErrUnsuitable] when it cannot see several texts at a time: then [Runner.Lint] can,
// one by one. As there, equal requests share a run, and its answer is kept.
//
// How a tool sees texts that are not on the disk: ruff, bandit, pyright, staticcheck
// and golangci-lint read a private tree of links, mypy shadow files, the go command an
// overlay; ESLint and the TypeScript compiler get them from memory.
func (r *Runner) Together(ctx context.Context, name string, in Texts) (map[string][]signal.Diagnostic, error) {
	spec, _ := r.opts.Set.Find(name)
	if !spec.many() || spec.Name == "" {
		return r.Session(in.Root).Together(ctx, name, in) // which says why not
	}
	in.Files = slices.DeleteFunc(slices.Clone(in.Files),
		func(s text.Snapshot) bool { return r.opts.Trust(in.Root, s.Path) == Denied })
	key := runKey{r.key(spec.Name, in.Root), in.Root, in.sum()}
	found, err := r.join(ctx, spec, key, func(run context.Context) (result, error) {
		return guarded(spec.Name, func() (result, error) {
			s := r.Session(in.Root)
			defer s.Close()
			said, err := s.Together(run, name, in)
			return result{said: said, single: in.single(key.toolKey, said)}, err
		})
	})
	out := map[string][]signal.Diagnostic{}
	for _, s := range in.Files {
		if list, ok := found.said[s.Path]; ok {
			out[s.Path] = versioned(list, s.Version)
		}
	}
	return out, err
}

// sum adds up the texts, and which of them are those on the disk.
func (in Texts) sum() [sha256.Size]byte {
	d := reads.NewDigest()
	for _, s := range in.Files {
		hash := s.Hash()
		d.Add(s.Path, s.Lang, string(hash[:]), strconv.FormatBool(in.Changed[s.Path]))
	}
	return d.Sum()
}

// single returns the request for the only text that is not on the disk: what is said of it
// together with other files as they are is what would be said of it alone.
func (in Texts) single(tool toolKey, said map[string][]signal.Diagnostic) (only runKey) {
	for _, s := range in.Files {
		if !in.Changed[s.Path] {
			continue
		}
		// of tests one runs what failed before
		if _, looked := said[s.Path]; !looked || only.path != "" || tool.name == "pytest" {
			return runKey{}
		}
		only = runKey{tool, s.Path, s.Hash()}
	}
	return only
}
