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

// trouble says what went wrong: to the worker's user, and to all who look.
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
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// note says that a job is under work, or no more.
func (w *Worker) note(job string, begins bool) {
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

// beat says of the worker that it is there, and tells its user of jobs that wait
// for another version.
func (w *Worker) beat(ctx context.Context) {
	for {
		w.mu.Lock()
		w.state.Done = w.done.Load()
		data, err := json.Marshal(w.state)
		w.mu.Unlock()
		if err == nil {
			_, _ = w.fleet.workers.Put(ctx, w.Name, data)
		}
		if n, err := w.fleet.others(ctx, w.Version); err == nil && n > 0 {
			w.trouble(fmt.Sprintf("jobs of another version wait (%d): this is %s; start a worker of theirs", n, w.Version))
		}
		select {
		case <-time.After(limits.FleetWorkerAge / 6):
		case <-w.news:
		case <-ctx.Done():
			return
		}
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

// Workers are those that live, by name.
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
	Run   string
	Done  int
	Calls int
	Cost  float64
	Begun time.Time
}

// Runs are the runs that the server knows, newest first.
func (f *Fleet) Runs(ctx context.Context) ([]Progress, error) {
	list, err := f.runs.ListKeys(ctx)
	if err != nil {
		return nil, bare(err)
	}
	defer func() { _ = list.Stop() }()
	byRun := map[string]*Progress{}
	for key := range list.Keys() {
		run, rest, _ := strings.Cut(key, ".")
		p := byRun[run]
		if p == nil {
			p = &Progress{Run: run}
			byRun[run] = p
		}
		switch {
		case strings.HasPrefix(rest, "done."):
			p.Done++
		case rest == "budget":
			var a account
			if e, err := f.runs.Get(ctx, key); err == nil && json.Unmarshal(e.Value(), &a) == nil {
				p.Calls, p.Cost, p.Begun = a.Asked, a.Spent, e.Created()
			}
		}
	}
	var out []Progress
	for _, p := range byRun {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Progress) int { return cmp.Or(b.Begun.Compare(a.Begun), cmp.Compare(a.Run, b.Run)) })
	return out, nil
}
