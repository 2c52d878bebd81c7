//go:build unix

package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestJobsAreDoneOnce: two coordinators of one run, and one of another that asks
// for the same, get all results; each job is done once.
func TestJobsAreDoneOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	list := bodies(40)
	f := dial(t, s.url)
	var did atomic.Int64
	for i := range 4 {
		work(t, dial(t, s.url), &Worker{Name: fmt.Sprintf("w%d", i), Jobs: 2, Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
			did.Add(1)
			return answer(body), true, nil
		}})
	}
	var wg sync.WaitGroup
	for range 2 {
		r, c := submit(t, f, "one-run", list)
		wg.Go(func() { c.await(t, f, r, list) })
	}
	wg.Wait()
	r, c := submit(t, f, "another", list)
	c.await(t, f, r, list)
	if n := did.Load(); n != int64(len(list)) {
		t.Errorf("%d jobs were done %d times", len(list), n)
	}
	if n, err := f.Waiting(t.Context()); n != 0 || err != nil {
		t.Errorf("%d jobs wait, %v", n, err)
	}
}

// TestKilledInEveryPhase: workers of their own processes are killed, each job's
// first one between two of its steps.
func TestKilledInEveryPhase(t *testing.T) {
	t.Parallel()
	kills := 14
	if os.Getenv("FETTLE_FLEET") != "" {
		kills = 200
	}
	s := serve(t, embedded.Options{})
	dir := t.TempDir()
	list := bodies(kills)
	f := dial(t, s.url)
	stop := keepAlive(t, 3, s.url, dir)
	r, c := submit(t, f, "killed", list)
	c.await(t, f, r, list)
	for job, d := range c.done {
		if d.Log != nil {
			t.Errorf("job %s was given up: %v", short(job), d.Log)
		}
	}
	// A worker that is killed after a job was concluded leaves nothing to do but to
	// say so.
	waiting := 1
	for deadline := time.Now().Add(time.Minute); waiting > 0 && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		waiting, _ = f.Waiting(t.Context())
	}
	if killed := stop(); killed != kills || waiting != 0 {
		t.Errorf("%d of %d workers were killed, %d jobs wait", killed, kills, waiting)
	}
}

// TestServerRestarted: what is queued, under work and done is there again.
func TestServerRestarted(t *testing.T) {
	t.Parallel()
	o := embedded.Options{Dir: t.TempDir()}
	s := serve(t, o)
	url := s.url
	if _, err := fmt.Sscanf(url[strings.LastIndex(url, ":"):], ":%d", &o.Port); err != nil {
		t.Fatal(err)
	}
	list := bodies(30)
	f := dial(t, url)
	begun, stopped := make(chan struct{}, len(list)*4), make(chan struct{})
	work(t, dial(t, url), &Worker{Name: "w", Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		begun <- struct{}{}
		time.Sleep(50 * time.Millisecond)
		return answer(body), false, nil
	}})
	r, c := submit(t, f, "restarted", list)
	go func() {
		for range 5 {
			<-begun
		}
		s.stop()
		close(stopped)
	}()
	awaited := make(chan struct{})
	go func() {
		defer close(awaited) // a failed await ends this goroutine, not the test
		c.await(t, f, r, list)
	}()
	<-stopped
	serve(t, o)
	<-awaited
}

// TestQuestionIsLost: a coordinator whose question for the results went down with
// its connection asks again.
func TestQuestionIsLost(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	p := newProxy(t, s.url)
	list := bodies(3)
	f := dial(t, p.url())
	work(t, dial(t, s.url), &Worker{Name: "w"})
	r, c := submit(t, f, "lost", list)
	p.lost.Store(true)
	awaited := make(chan struct{})
	go func() {
		defer close(awaited)
		c.await(t, f, r, list)
	}()
	time.Sleep(200 * time.Millisecond)
	p.set(true)
	p.lost.Store(false)
	p.set(false)
	<-awaited
}

// TestCutLongerThanLease: a worker whose connection is away for longer than its
// lease has its job done by another, and its own result comes too late.
func TestCutLongerThanLease(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	p := newProxy(t, s.url)
	list := bodies(1)
	f := dial(t, s.url)
	begun, late, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	away := dial(t, p.url())
	work(t, away, &Worker{Name: "far", Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		close(begun)
		<-late
		return []byte("late: " + string(body)), true, nil
	}, at: func(step, _ string) {
		if step == "acknowledged" {
			close(ended)
		}
	}})
	r, c := submit(t, f, "cut", list)
	<-begun
	p.set(true)
	work(t, dial(t, s.url), &Worker{Name: "near"})
	c.await(t, f, r, list)
	if d := c.done[c.jobs[0]]; d.Worker != "near" {
		t.Errorf("the result is that of %s", d.Worker)
	}
	p.set(false)
	for deadline := time.Now().Add(time.Minute); !away.conn.IsConnected(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the worker does not come back")
		}
	}
	close(late)
	<-ended
	c.took = map[string]int{}
	c.await(t, f, r, list) // it is still the one of the near one
}

// TestSlowWorkerKeepsItsLease: a job that takes several leases is not given to
// another worker that waits for one.
func TestSlowWorkerKeepsItsLease(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	list := bodies(1)
	f := dial(t, s.url)
	var did atomic.Int64
	for i := range 2 {
		work(t, dial(t, s.url), &Worker{Name: fmt.Sprintf("w%d", i), Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
			did.Add(1)
			time.Sleep(4 * testLease)
			return answer(body), false, nil
		}})
	}
	r, c := submit(t, f, "slow", list)
	c.await(t, f, r, list)
	if did.Load() != 1 {
		t.Errorf("the job was done %d times", did.Load())
	}
}

// TestPoison: a job that fails, or brings its worker down, is given up after three
// tries, with a line for each; the others are done.
func TestPoison(t *testing.T) {
	testkit.Panics(t)
	s := serve(t, embedded.Options{})
	list := append(bodies(3), "fails", "panics")
	f := dial(t, s.url)
	var did atomic.Int64
	work(t, dial(t, s.url), &Worker{Name: "w", Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		switch string(body) {
		case "fails":
			did.Add(1)
			return nil, false, errors.New("it cannot be done")
		case "panics":
			panic("out of luck")
		}
		return answer(body), false, nil
	}})
	r, c := submit(t, f, "poison", list)
	c.await(t, f, r, list)
	for i, want := range map[int]string{3: "it cannot be done", 4: "out of luck"} {
		d := c.done[c.jobs[i]]
		if n := strings.Count(strings.Join(d.Log, "\n"), want); n != Tries || d.Digest != "" {
			t.Errorf("%s: the log has it %d times: %q", list[i], n, d.Log)
		}
	}
	if did.Load() != Tries {
		t.Errorf("the poison was tried %d times", did.Load())
	}
	if kept := bug.List(); len(kept) != 1 || !slices.ContainsFunc(kept[0].Stack, func(f string) bool { return strings.Contains(f, "TestPoison") }) {
		t.Errorf("the panic is not kept with its stack: %+v", kept)
	}
}

// TestTakenUp: a job that came to an end which another try may better is done again
// when its run is taken up, and by the same worker.
func TestTakenUp(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	list := bodies(2)
	f := dial(t, s.url)
	var did atomic.Int64
	work(t, dial(t, s.url), &Worker{Name: "w", Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		return answer(body), did.Add(1) > int64(len(list)), nil // open at first
	}})
	r, c := submit(t, f, "taken-up", list)
	c.await(t, f, r, list)
	for again, want := range []int64{4, 4} {
		r, err := f.NewRun(t.Context(), "taken-up", testVersion, Limits{})
		must.OK(t, err)
		r.Again = true
		c := &coordinator{took: map[string]int{}, done: map[string]Done{}}
		for _, body := range list {
			job, err := r.Submit(t.Context(), []byte(body), nil)
			must.OK(t, err)
			c.jobs = append(c.jobs, job)
		}
		c.await(t, f, r, list)
		if n := did.Load(); n != want {
			t.Errorf("taken up %d times, %d jobs were done, want %d", again+1, n, want)
		}
	}
}

// TestHandedBack: a worker that is told to end finishes its job in time, or hands
// it back, which is no try.
func TestHandedBack(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	list := bodies(1)
	f := dial(t, s.url)
	r, c := submit(t, f, "back", list)
	for i := range Tries + 2 {
		begun := make(chan struct{})
		stop := work(t, dial(t, s.url), &Worker{Name: fmt.Sprintf("w%d", i), grace: 10 * time.Millisecond, Do: func(ctx context.Context, _ string, _ []byte) ([]byte, bool, error) {
			close(begun)
			<-ctx.Done()
			return nil, false, ctx.Err()
		}})
		<-begun
		stop()
	}
	begun := make(chan struct{})
	stop := work(t, dial(t, s.url), &Worker{Name: "last", Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		close(begun)
		time.Sleep(200 * time.Millisecond)
		return answer(body), false, nil
	}})
	<-begun
	stop() // while it works: it finishes
	c.await(t, f, r, list)
	if d := c.done[c.jobs[0]]; d.Worker != "last" || d.Log != nil {
		t.Errorf("%+v", d)
	}
	if states, err := f.Workers(t.Context()); len(states) != 0 || err != nil {
		t.Errorf("workers that have ended are listed: %+v, %v", states, err)
	}
}

// TestDiskFull: a store without room is said, and what could not be stored is done
// once there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	o := embedded.Options{Dir: t.TempDir(), Store: 4 << 20}
	s := serve(t, o)
	url := s.url
	if _, err := fmt.Sscanf(url[strings.LastIndex(url, ":"):], ":%d", &o.Port); err != nil {
		t.Fatal(err)
	}
	f := dial(t, url)
	list := bodies(12)
	big := strings.Repeat("x", 1<<20)
	for i := range list {
		list[i] += big[:400<<10]
	}
	said := make(chan string, 100)
	r, err := f.NewRun(t.Context(), "full", testVersion, Limits{})
	must.OK(t, err)
	var full error
	for _, b := range list {
		if _, full = r.Submit(t.Context(), []byte(b), nil); full != nil {
			break
		}
	}
	if full == nil || !strings.Contains(full.Error(), "store") {
		t.Fatalf("a full store: %v", full)
	}
	work(t, dial(t, url), &Worker{Name: "w", Say: func(s string) {
		select {
		case said <- s:
		default:
		}
	}})
	if words := <-said; !strings.Contains(words, "result") {
		t.Errorf("the worker says %q", words)
	}
	s.stop()
	o.Store = 0
	serve(t, o)
	var c *coordinator
	r, c = submit(t, f, "full", list)
	c.await(t, f, r, list)
}

// TestBudgetIsShared: workers that ask at once get as many calls as there are, no
// one more, and at the rate that there is.
func TestBudgetIsShared(t *testing.T) {
	s := serve(t, embedded.Options{})
	f := dial(t, s.url)
	const calls, every = 12, 20 * time.Millisecond
	if _, err := f.NewRun(t.Context(), "budget", testVersion, Limits{Calls: calls, Every: every}); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var starts []time.Time
	var refused int
	var wg sync.WaitGroup
	for range 8 {
		b := dial(t, s.url).Budget("budget")
		wg.Go(func() {
			for range 3 {
				wait, err := b.Take(t.Context())
				at := time.Now().Add(wait)
				mu.Lock()
				var spent *Spent
				switch {
				case err == nil:
					starts = append(starts, at)
				case errors.As(err, &spent) && spent.Limit == LimitCalls:
					refused++
				default:
					t.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(starts) != calls || refused != 24-calls {
		t.Errorf("%d calls, %d refused", len(starts), refused)
	}
	first, last := starts[0], starts[0]
	for _, at := range starts {
		if at.Before(first) {
			first = at
		}
		if at.After(last) {
			last = at
		}
	}
	// The last one starts so much later than the first; answers take time.
	if last.Sub(first) < (calls-2)*every/2 {
		t.Errorf("%d calls within %v", calls, last.Sub(first))
	}
	b := f.Budget("budget")
	if _, err := f.NewRun(t.Context(), "budget", testVersion, Limits{Calls: calls + 1, Cost: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Take(t.Context()); err != nil {
		t.Errorf("a run that is taken up with a larger limit: %v", err)
	}
	must.OK(t, b.Pay(t.Context(), 1.5))
	if n, cost, err := b.Used(t.Context()); n != calls+1 || cost != 1.5 || err != nil {
		t.Errorf("used: %d, %v, %v", n, cost, err)
	}
	if _, err := f.NewRun(t.Context(), "budget", testVersion, Limits{Cost: 1}); err != nil {
		t.Fatal(err)
	}
	var spent *Spent
	if _, err := b.Take(t.Context()); !errors.As(err, &spent) || spent.Limit != LimitCost {
		t.Errorf("beyond the cost: %v", err)
	}
}

// TestThiefOfTheQueue: who can write to the server can have nothing taken for what
// it is not.
func TestThiefOfTheQueue(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	f := dial(t, s.url)
	said := make(chan string, 100)
	var did atomic.Int64
	work(t, dial(t, s.url), &Worker{Name: "w", Say: func(s string) { said <- s }, Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		did.Add(1)
		return answer(body), false, nil
	}})
	for _, message := range []string{"no job", `{"run":"a.b","job":"` + Digest(nil) + `"}`, `{"run":"good","job":"../../etc"}`,
		`{"run":"good","job":"` + Digest(nil) + `","version":"another"}`} {
		if _, err := f.js.Publish(t.Context(), queue(testVersion), []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"no job", "another version"} {
		if words := <-said; !strings.Contains(words, want) {
			t.Errorf("the worker says %q, not %q", words, want)
		}
	}
	name := Digest([]byte("what was asked for"))
	if _, err := f.objects.PutBytes(t.Context(), name, []byte("something else")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Get(t.Context(), name, 1000); !errors.Is(err, ErrAltered) {
		t.Errorf("an altered object: %v", err)
	}
	large, err := f.Put(t.Context(), make([]byte, 2000))
	must.OK(t, err)
	if _, err := f.Get(t.Context(), large, 1000); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("a large object: %v", err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if n, err := f.Waiting(t.Context()); n == 0 && err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("what is no job stays in the queue")
		}
	}
	if did.Load() != 0 {
		t.Error("something was done")
	}
}

// TestOtherVersions: jobs of another version stay for their own workers, and the
// worker says so.
func TestOtherVersions(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	f := dial(t, s.url)
	said := make(chan string, 100)
	r, err := f.NewRun(t.Context(), "other", "engine 2", Limits{})
	must.OK(t, err)
	if _, err := r.Submit(t.Context(), []byte("x"), nil); err != nil {
		t.Fatal(err)
	}
	work(t, dial(t, s.url), &Worker{Name: "w", Say: func(s string) { said <- s }})
	if words := <-said; !strings.Contains(words, "another version wait: this is "+testVersion) {
		t.Errorf("the worker says %q", words)
	}
	if n, err := f.Waiting(t.Context()); n != 1 || err != nil {
		t.Errorf("%d jobs wait, %v", n, err)
	}
	if err := f.stream.Purge(t.Context()); err != nil { // as if a worker of theirs had done it
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		states, err := f.Workers(t.Context())
		if err == nil && len(states) == 1 && states[0].Trouble == "" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v, %v", states, err)
		}
	}
	if len(said) != 0 {
		t.Errorf("the worker also says %q", <-said)
	}
}

// TestStatus: what a worker does is listed while it does it, and that it has done it
// soon after; calls are told of runs that count them.
func TestStatus(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	f := dial(t, s.url)
	release := make(chan struct{})
	work(t, dial(t, s.url), &Worker{Name: "w", Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		<-release
		return answer(body), false, nil
	}})
	listed := func(what string, is func(State) bool) {
		t.Helper()
		var states []State
		for begin := time.Now(); time.Since(begin) < 2*limits.FleetNews+time.Second; time.Sleep(20 * time.Millisecond) {
			var err error
			if states, err = f.Workers(t.Context()); err == nil && len(states) == 1 && is(states[0]) {
				return
			}
		}
		t.Errorf("%s: %+v", what, states)
	}
	listed("it waits", func(s State) bool { return len(s.Jobs) == 0 })
	list := bodies(1)
	r, c := submit(t, f, "status", list)
	listed("it works", func(s State) bool { return len(s.Jobs) == 1 && s.Done == 0 })
	close(release)
	c.await(t, f, r, list)
	listed("it has worked", func(s State) bool { return len(s.Jobs) == 0 && s.Done == 1 })
	if _, err := f.NewRun(t.Context(), "counted", testVersion, Limits{Calls: 3}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Budget("counted").Take(t.Context()); err != nil {
		t.Fatal(err)
	}
	runs, err := f.Runs(t.Context())
	if err != nil || len(runs) != 2 {
		t.Fatalf("%+v, %v", runs, err)
	}
	if first := runs[0]; first.Run != "counted" || !first.Limited || first.Calls != 1 || first.Done != 0 {
		t.Errorf("the run that changed last: %+v", first)
	}
	if second := runs[1]; second.Run != "status" || second.Limited || second.Done != 1 {
		t.Errorf("the run before: %+v", second)
	}
}

// TestDialSays names what is wrong with a server.
func TestDialSays(t *testing.T) {
	if _, err := Dial(t.Context(), Options{URL: "nats://127.0.0.1:1"}); err == nil || !strings.Contains(err.Error(), "connect") {
		t.Errorf("nobody there: %v", err)
	}
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir(), Port: -1})
	must.OK(t, err)
	t.Cleanup(s.Stop)
	f, err := Dial(t.Context(), Options{Conn: s})
	must.OK(t, err)
	defer f.Close()
	if runs, err := f.Runs(t.Context()); len(runs) != 0 || err != nil {
		t.Errorf("%v, %v", runs, err)
	}
	if f.Known(t.Context(), "none") {
		t.Error("a run that nobody began is known")
	}
	if !errors.Is(bare(fmt.Errorf("x: %w", jetstream.ErrKeyNotFound)), jetstream.ErrKeyNotFound) {
		t.Error("the cause is lost")
	}
}
