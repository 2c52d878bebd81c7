package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Worker does jobs.
type Worker struct {
	Name    string // of this process, unique
	Version string // of the engine and its prompts: it gets jobs of this one only
	About   string // its tools and model, for those who look
	Jobs    int    // at a time
	// Do does one job. Results that are to be kept may serve other runs. With
	// [ErrRefused] the job is another's, with a context that ended it is handed
	// back, with any other error the try counts.
	Do func(ctx context.Context, run string, body []byte) (result []byte, keep bool, err error)
	// By names whose results of a job are as good as this worker's own: those of
	// another name are not accepted for it. nil: anybody's, "".
	By func(body []byte) string
	// Kind is what By says of jobs for which it matters who does them.
	Kind string
	// Say hears what the user of the worker should know.
	Say func(string)

	// at is called between the steps of a job; tests end the process there.
	at func(step, job string)

	news  chan struct{}
	grace time.Duration // 0: limits.FleetGrace
	fleet *Fleet
	mu    sync.Mutex
	state State
	done  atomic.Int64
}

// ErrRefused says that a worker may not, or cannot, do a job that others can.
var ErrRefused = errors.New("refused")

// State is what a worker says of itself.
type State struct {
	Name    string    `json:"name"`
	Version string    `json:"version"`
	About   string    `json:"about"`
	Jobs    []string  `json:"jobs"` // under work
	Done    int64     `json:"done"`
	Kind    string    `json:"kind,omitempty"`
	Trouble string    `json:"trouble,omitempty"` // the last thing that went wrong
	Seen    time.Time `json:"-"`                 // by the server
}

// Work does jobs until the context ends. Jobs under work are then finished if
// they are done soon, else handed back.
func (f *Fleet) Work(ctx context.Context, w *Worker) error {
	w.fleet, w.state = f, State{Name: w.Name, Version: w.Version, About: w.About, Kind: w.Kind}
	w.news = make(chan struct{}, 1)
	if w.at == nil {
		w.at = func(string, string) {}
	}
	name := "workers-" + queue(w.Version)[len(subjects):]
	consumer, err := patiently(ctx, f, limits.FleetAnswer, func(ctx context.Context) (jetstream.Consumer, error) {
		return f.js.CreateOrUpdateConsumer(ctx, streamName, jetstream.ConsumerConfig{
			Durable: name, FilterSubject: queue(w.Version), AckPolicy: jetstream.AckExplicitPolicy, AckWait: f.lease,
			MaxDeliver: -1, // tries are counted: a job that is handed back was not tried
			// The server's defaults end at 1000 jobs under work and 512 workers that wait.
			MaxAckPending: limits.FleetJobsTaken, MaxWaiting: limits.FleetJobsTaken,
		})
	})
	if err != nil {
		return fmt.Errorf("join the queue: %w", bare(err))
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var wg sync.WaitGroup
	for range max(1, w.Jobs) {
		wg.Go(func() { w.pull(ctx, working, consumer) })
	}
	beats, stopBeats := context.WithCancel(context.WithoutCancel(ctx))
	var beating sync.WaitGroup
	beating.Go(func() { w.beat(beats) })
	context.AfterFunc(ctx, func() {
		select {
		case <-time.After(cmp.Or(w.grace, limits.FleetGrace)):
			stop()
		case <-working.Done():
		}
	})
	wg.Wait()
	stopBeats()
	beating.Wait()
	gone, end := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer end()
	_ = f.workers.Delete(gone, w.Name)
	return nil
}

// pull fetches and does one job after the other.
func (w *Worker) pull(ctx, working context.Context, consumer jetstream.Consumer) {
	for ctx.Err() == nil {
		err := w.next(ctx, working, consumer)
		if err == nil || ctx.Err() != nil || errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) {
			continue
		}
		select {
		case <-time.After(limits.FleetReconnect): // the server is away
		case <-ctx.Done():
		}
	}
}

// next fetches one job, if there is one soon. A request that a server has forgotten
// when it was started again is made anew.
func (w *Worker) next(ctx, working context.Context, consumer jetstream.Consumer) error {
	ctx, done := context.WithTimeout(ctx, limits.FleetPull)
	defer done()
	batch, err := consumer.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		w.one(working, m)
	}
	if err = batch.Error(); errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// one does the job of a message and acknowledges it.
func (w *Worker) one(ctx context.Context, m jetstream.Msg) {
	var t ticket
	if err := json.Unmarshal(m.Data(), &t); err != nil || !isDigest(t.Job) || !validRun.MatchString(t.Run) {
		w.trouble("a message of the queue is no job")
		_ = m.TermWithReason("no job")
		return
	}
	if t.Version != w.Version {
		w.trouble(fmt.Sprintf("job %s is of another version: it is for %s, this is %s", short(t.Job), t.Version, w.Version))
		_ = m.TermWithReason("of another version")
		return
	}
	w.note(t.Job, true)
	defer w.note(t.Job, false)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go w.hold(ctx, m)
	w.at("taken", t.Job)
	done, err := w.do(ctx, t)
	switch {
	case err == nil && done:
		w.done.Add(1)
		_ = m.DoubleAck(ctx) // a job that is given out again is seen to be done
	case errors.Is(err, ErrRefused):
		w.trouble(err.Error())
		_ = m.NakWithDelay(limits.FleetRefused)
	case ctx.Err() != nil:
		_ = m.Nak()
	default:
		if err != nil {
			w.trouble(fmt.Sprintf("job %s: %v", short(t.Job), err))
		}
		_ = m.NakWithDelay(limits.FleetRetry)
	}
	w.at("acknowledged", t.Job)
}

// hold renews the lease of a job as long as the worker does it.
func (w *Worker) hold(ctx context.Context, m jetstream.Msg) {
	beat := time.NewTicker(w.fleet.lease / 3)
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
			_ = m.InProgress() // a connection that is away comes back, or the job goes to another
		case <-ctx.Done():
			return
		}
	}
}

// do does a job unless it is done, and reports whether it is now.
func (w *Worker) do(ctx context.Context, t ticket) (bool, error) {
	f := w.fleet
	if _, err := f.run(ctx, t.Run+".done."+t.Job); err == nil {
		return true, nil
	}
	tries, err := f.tried(ctx, t, w.Name)
	if err != nil {
		return false, err
	}
	if tries.Lost() > Tries {
		return true, f.conclude(ctx, t.Run, Done{Job: t.Job, Worker: w.Name, Log: tries.Log})
	}
	w.at("noted", t.Job)
	body, err := f.Get(ctx, t.Job, limits.FleetJob)
	if err != nil {
		if away(err) {
			err = fmt.Errorf("%w: %w", ErrRefused, err) // the server's fault, not the job's
		}
		return false, f.ended(ctx, t, w.Name, err)
	}
	by := ""
	if w.By != nil {
		by = w.By(body)
	}
	if former, err := f.former(ctx, t.Job, by); err == nil {
		return true, f.conclude(ctx, t.Run, former)
	}
	result, keep, err := w.safely(ctx, t.Run, body)
	if err != nil {
		return false, f.ended(ctx, t, w.Name, err)
	}
	w.at("worked", t.Job)
	digest, err := f.Put(ctx, result)
	if err != nil {
		// the store's fault, not the job's
		return false, f.ended(ctx, t, w.Name, fmt.Errorf("%w: its result: %w", ErrRefused, err))
	}
	w.at("stored", t.Job)
	d := Done{Job: t.Job, Digest: digest, Worker: w.Name, Open: !keep, By: by}
	if err := f.conclude(ctx, t.Run, d); err != nil {
		return false, f.ended(ctx, t, w.Name, fmt.Errorf("%w: its result: %w", ErrRefused, err))
	}
	w.at("concluded", t.Job)
	if data, err := json.Marshal(d); err == nil && keep {
		_, _ = f.finished.Put(ctx, finishedKey(t.Job, by), data) // a help for later runs
	}
	return true, nil
}

// safely does a job; one that crashes the worker counts as a try, not as its
// end.
func (w *Worker) safely(ctx context.Context, run string, body []byte) (result []byte, keep bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = bug.Report("a job of a fleet", r)
		}
	}()
	return w.Do(ctx, run, body)
}

// tries counts the tries of a job of a run.
type tries struct {
	Begun int      `json:"begun"`
	Back  int      `json:"back"` // handed back, refused
	Log   []string `json:"log"`
}

// Lost returns how many tries ended badly, or have not ended.
func (t tries) Lost() int { return t.Begun - t.Back }

// tried records that a try begins.
func (f *Fleet) tried(ctx context.Context, t ticket, worker string) (tries, error) {
	return f.note(ctx, t, func(n *tries) {
		n.Begun++
		if n.Lost() <= Tries {
			n.Log = append(n.Log, worker+": begun")
		}
	})
}

// ended notes how a try ended without a result. The error is the one given.
func (f *Fleet) ended(ctx context.Context, t ticket, worker string, why error) error {
	back := errors.Is(why, ErrRefused) || ctx.Err() != nil
	noting, done := context.WithTimeout(context.WithoutCancel(ctx), limits.FleetAnswer)
	defer done()
	_, err := f.note(noting, t, func(n *tries) {
		if back {
			n.Back++
		}
		if len(n.Log) < limits.FleetLog {
			n.Log = append(n.Log, worker+": "+clip(why.Error()))
		}
	})
	return errors.Join(why, err)
}

func clip(s string) string { return s[:min(len(s), limits.FleetLogLine)] }

func (f *Fleet) note(ctx context.Context, t ticket, change func(*tries)) (tries, error) {
	key := t.Run + ".tries." + t.Job
	for {
		var n tries
		revision := uint64(0) // of nothing: the server's own are above
		if e, err := f.run(ctx, key); err == nil {
			revision = e.Revision()
			_ = json.Unmarshal(e.Value(), &n)
		} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
			return n, bare(err)
		}
		change(&n)
		data, err := json.Marshal(n)
		if err != nil {
			return n, err
		}
		if revision == 0 { // Update to 0 would fail for ever where a run that is resumed has deleted it
			_, err = f.runs.Create(ctx, key, data)
		} else {
			_, err = f.runs.Update(ctx, key, data, revision)
		}
		if errors.Is(err, jetstream.ErrKeyExists) || changed(err) {
			continue
		}
		if !unheard(err) {
			return n, err
		}
		select {
		case <-time.After(limits.FleetReconnect / 4):
		case <-ctx.Done():
			return n, err
		}
	}
}
