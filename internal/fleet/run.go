package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Run is one run of a coordinator.
type Run struct {
	ID string
	// Again has jobs done again that were given up, or whose results another run
	// may better: this run is resumed.
	Again   bool
	fleet   *Fleet
	version string
}

// ticket is the message of a job.
type ticket struct {
	Run     string `json:"run"`
	Job     string `json:"job"` // the digest of its body
	Version string `json:"version"`
}

// Done is what came of a job.
type Done struct {
	Job    string   `json:"job"`
	Digest string   `json:"digest,omitempty"` // of the result, an object
	Worker string   `json:"worker"`
	Log    []string `json:"log,omitempty"`  // of a job that is given up: a line for each try
	Open   bool     `json:"open,omitempty"` // another try may get further
	By     string   `json:"by,omitempty"`   // whose results are as good as this one: see Worker.By
}

// validRun is the form of names of runs: they are part of keys.
var validRun = lazyre.New(`^[a-z0-9][a-z0-9-]{2,40}$`)

// NewRun begins a run, or resumes one by its name; version says which workers
// may do its jobs. The limits of a run that is resumed are set anew, what it has
// spent counts on.
func (f *Fleet) NewRun(ctx context.Context, id, version string, l Limits) (*Run, error) {
	if !validRun.MatchString(id) {
		return nil, fmt.Errorf("%q is no name of a run", id)
	}
	r := &Run{ID: id, fleet: f, version: version}
	return r, f.limit(ctx, id, l)
}

// Known reports whether a run of that name was begun.
func (f *Fleet) Known(ctx context.Context, id string) bool {
	if !validRun.MatchString(id) {
		return false
	}
	_, err := f.run(ctx, id+".budget")
	return err == nil
}

// Submit puts a job into the queue and returns its name. What other runs made of it counts
// if it was made by one of those.
func (r *Run) Submit(ctx context.Context, body []byte, by []string) (string, error) {
	job := Digest(body)
	id := r.ID + "." + job
	e, err := r.fleet.run(ctx, r.doneKey(job))
	if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
		return "", fmt.Errorf("look for a job: %w", bare(err))
	}
	if err == nil { // from before it was resumed
		var d Done
		if err := json.Unmarshal(e.Value(), &d); !r.Again || err == nil && d.Log == nil && !d.Open {
			return job, nil
		}
		id += fmt.Sprintf(".%d", e.Revision())
		err := surely(ctx, r.fleet, func(ctx context.Context) error {
			return errors.Join(r.fleet.runs.Delete(ctx, r.doneKey(job)), r.fleet.runs.Delete(ctx, r.ID+".tries."+job))
		})
		if err != nil {
			return "", fmt.Errorf("take a job up: %w", bare(err))
		}
	}
	for _, b := range by {
		if former, err := r.fleet.former(ctx, job, b); err == nil {
			return job, r.fleet.conclude(ctx, r.ID, former)
		}
	}
	if _, err := r.fleet.Put(ctx, body); err != nil {
		return "", err
	}
	data, err := json.Marshal(ticket{r.ID, job, r.version})
	if err != nil {
		return "", err
	}
	err = surely(ctx, r.fleet, func(ctx context.Context) error { // its name has it queued once
		_, err := r.fleet.js.Publish(ctx, queue(r.version), data, jetstream.WithMsgID(id))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("queue a job: %w", bare(err))
	}
	return job, nil
}

// run returns the entry under a key of a run.
func (f *Fleet) run(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	return patiently(ctx, f, limits.FleetAnswer,
		func(ctx context.Context) (jetstream.KeyValueEntry, error) { return f.runs.Get(ctx, key) })
}

func (r *Run) doneKey(job string) string { return r.ID + ".done." + job }

// finishedKey returns where a result is for other runs: what one model made of a job is
// not what another makes of it.
func finishedKey(job, by string) string { return job + "." + short(Digest([]byte(by))) }

// former returns the result that any run has for a job, made by the model that by names.
func (f *Fleet) former(ctx context.Context, job, by string) (Done, error) {
	e, err := f.finished.Get(ctx, finishedKey(job, by))
	if err != nil {
		return Done{}, err
	}
	var d Done
	if err := json.Unmarshal(e.Value(), &d); err != nil || d.Job != job || d.By != by || !isDigest(d.Digest) {
		return Done{}, errors.New("no result")
	}
	if _, err := f.objects.GetInfo(ctx, d.Digest); err != nil {
		return Done{}, err // it aged out
	}
	return d, nil
}

// conclude stores the result of a job of a run. Only the first one counts.
func (f *Fleet) conclude(ctx context.Context, run string, d Done) error {
	data, err := json.Marshal(d)
	if err != nil {
		return err
	}
	err = surely(ctx, f, func(ctx context.Context) error {
		_, err := f.runs.Create(ctx, run+".done."+d.Job, data)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) {
		return nil
	}
	return err
}

// Wait hands over what came of some jobs of the run, each once, until all of them
// are done. tick is called every second.
func (r *Run) Wait(ctx context.Context, jobs []string, take func(Done) error, tick func(left int)) error {
	left := map[string]bool{}
	for _, j := range jobs {
		left[j] = true
	}
	back := r.fleet.whenBack()
	w, err := r.watch(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	anew := func() error {
		_ = w.Stop()
		back = r.fleet.whenBack()
		again, err := r.watch(ctx)
		if err == nil {
			w = again
		}
		return err
	}
	beat := time.NewTicker(time.Second)
	defer beat.Stop()
	for len(left) > 0 {
		select {
		case <-back:
			// A watch finds out by itself that its server was started again, after two
			// heartbeats of 5 s that are missing and a request that nobody answers
			// (nats.go 1.55, ordered consumers).
			if err := anew(); err != nil {
				return err
			}
		case e, ok := <-w.Updates():
			if !ok {
				if err := anew(); err != nil {
					return err
				}
				continue
			}
			var d Done
			if e == nil || e.Operation() != jetstream.KeyValuePut || json.Unmarshal(e.Value(), &d) != nil || !left[d.Job] ||
				e.Key() != r.doneKey(d.Job) {
				continue
			}
			delete(left, d.Job)
			if err := take(d); err != nil {
				return err
			}
		case <-beat.C:
			tick(len(left))
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// watch follows what comes of the run's jobs. What a server is asked just before
// it goes away, nobody answers: that is asked again as soon as it is back, and also
// without a word from it after a while.
func (r *Run) watch(ctx context.Context) (jetstream.KeyWatcher, error) {
	for tries := 1; ; tries++ {
		asking, stop := context.WithCancel(ctx)
		asked := make(chan struct{})
		go func(back <-chan struct{}) {
			select {
			case <-back:
				stop()
			case <-time.After(limits.FleetAnswer):
				stop()
			case <-asked:
			}
		}(r.fleet.whenBack())
		w, err := r.fleet.runs.Watch(asking, r.ID+".done.*")
		close(asked)
		if err == nil && asking.Err() == nil {
			return &watcher{w, stop}, nil
		}
		lost := asking.Err() != nil || !r.fleet.conn.IsConnected()
		stop()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !lost && tries >= limits.FleetPublishTries:
			return nil, fmt.Errorf("watch the results: %w", bare(err))
		}
		select {
		case <-time.After(limits.FleetReconnect / 4):
		case <-ctx.Done():
		}
	}
}

// watcher also ends the context that its subscription was made with, which frees what the server keeps for it.
type watcher struct {
	jetstream.KeyWatcher
	end context.CancelFunc
}

func (w *watcher) Stop() error {
	defer w.end()
	return w.KeyWatcher.Stop()
}
