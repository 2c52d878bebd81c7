package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/limits"
)

// trouble reports what went wrong, to the worker's user and to all who look at the run.
func (w *Worker) trouble(what string) {
	w.mu.Lock()
	again := w.state.Trouble == what
	w.state.Trouble = what
	w.mu.Unlock()
	if again {
		return
	}
	if w.Say != nil {
		w.Say(what)
	}
	w.changed()
}

// changed has what is new of the worker sent to the server.
func (w *Worker) changed() {
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// note adds a job to those that the worker is doing, or removes it.
func (w *Worker) note(job string, begins bool) {
	defer w.changed()
	w.mu.Lock()
	defer w.mu.Unlock()
	if begins {
		w.state.Jobs = append(w.state.Jobs, short(job))
		return
	}
	if i := slices.Index(w.state.Jobs, short(job)); i >= 0 {
		w.state.Jobs = slices.Delete(w.state.Jobs, i, i+1)
	}
}

// beat reports that the worker is there, and what it does as soon as that changes, but not more often than a
// coordinator looks. It notifies its user of jobs that wait for another version.
func (w *Worker) beat(ctx context.Context) {
	every := time.NewTicker(limits.FleetWorkerAge / 6)
	defer every.Stop()
	for {
		w.lookForOthers(ctx)
		for look := false; !look; {
			w.publish(ctx)
			select {
			case <-time.After(limits.FleetNews):
			case <-ctx.Done():
				return
			}
			select {
			case <-every.C:
				look = true
			case <-w.news:
			case <-ctx.Done():
				return
			}
		}
	}
}

// publish sends the server what the worker is and does.
func (w *Worker) publish(ctx context.Context) {
	w.mu.Lock()
	w.state.Done = w.done.Load()
	data, err := json.Marshal(w.state)
	w.mu.Unlock()
	if err == nil {
		_, _ = w.fleet.workers.Put(ctx, w.Name, data)
	}
}

// lookForOthers notifies the worker's user, once, of jobs that it does not get.
func (w *Worker) lookForOthers(ctx context.Context) {
	n, err := w.fleet.others(ctx, w.Version)
	if err != nil {
		return
	}
	words := fmt.Sprintf("jobs of another version wait: this is %s; start a worker of theirs", w.Version)
	if n > 0 {
		w.trouble(words)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state.Trouble == words { // they are done
		w.state.Trouble = ""
	}
}

// others counts the jobs that are for other versions.
func (f *Fleet) others(ctx context.Context, version string) (int, error) {
	info, err := f.stream.Info(ctx, jetstream.WithSubjectFilter(subjects+">"))
	if err != nil {
		return 0, err
	}
	n := 0
	for subject, jobs := range info.State.Subjects {
		if subject != queue(version) {
			n += int(jobs)
		}
	}
	return n, nil
}

// Waiting counts the jobs in the queue, those under work among them.
func (f *Fleet) Waiting(ctx context.Context) (int, error) {
	info, err := f.stream.Info(ctx)
	if err != nil {
		return 0, bare(err)
	}
	return int(info.State.Msgs), nil
}

// Workers returns the workers that live, by name.
func (f *Fleet) Workers(ctx context.Context) ([]State, error) {
	names, err := f.workers.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	if err != nil {
		return nil, bare(err)
	}
	var out []State
	for _, name := range names {
		var s State
		if e, err := f.workers.Get(ctx, name); err == nil && json.Unmarshal(e.Value(), &s) == nil {
			s.Seen = e.Created()
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b State) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// Progress is how far a run is.
type Progress struct {
	Run     string
	Done    int
	Limited bool // else nobody has counted its calls and their cost
	Calls   int
	Cost    float64
	Changed time.Time // by the server
}

// Runs returns the runs that the server knows, the one that changed last first.
func (f *Fleet) Runs(ctx context.Context) ([]Progress, error) {
	ctx, done := context.WithTimeout(ctx, limits.FleetAnswer)
	defer done()
	list, err := f.runs.WatchAll(ctx, jetstream.IgnoreDeletes(), jetstream.MetaOnly())
	if err != nil {
		return nil, bare(err)
	}
	defer func() { _ = list.Stop() }()
	byRun := map[string]*Progress{}
	for {
		var e jetstream.KeyValueEntry
		select {
		case e = <-list.Updates():
		case <-ctx.Done():
			return nil, bare(ctx.Err())
		}
		if e == nil { // that was all
			break
		}
		run, rest, _ := strings.Cut(e.Key(), ".")
		p := byRun[run]
		if p == nil {
			p = &Progress{Run: run}
			byRun[run] = p
		}
		if e.Created().After(p.Changed) {
			p.Changed = e.Created()
		}
		switch {
		case strings.HasPrefix(rest, "done."):
			p.Done++
		case rest == "budget":
			var a account
			if e, err := f.runs.Get(ctx, e.Key()); err == nil && json.Unmarshal(e.Value(), &a) == nil {
				p.Limited, p.Calls, p.Cost = a.Limits != Limits{}, a.Asked, a.Spent
			}
		}
	}
	var out []Progress
	for _, p := range byRun {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Progress) int {
		return cmp.Or(b.Changed.Compare(a.Changed),
			cmp.Compare(a.Run, b.Run))
	})
	return out, nil
}
