package fleet

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Part is what one engine fixes of a run: files of the working folder, or those of
// one of several repositories.
type Part struct {
	App     *app.App
	Targets []app.Target
}

// coordinator plans the jobs of one run, waits for their results and checks them.
type coordinator struct {
	app    *app.App // of the first part
	fleet  *fleet.Fleet
	run    *fleet.Run
	o      app.Options
	limits fleet.Limits
	errs   io.Writer
	say    func(string) // progress
	said   map[string]bool
	jobs   map[string]*planned
	done   map[string]verdict // once all are checked
}

// verdict is what the coordinator makes of what came of a job.
type verdict struct {
	fleet.Done
	err     error          // of all its files
	refused map[int]string // files whose change the tools here refuse, and why
}

// Fix fixes some files on the workers of a server, as [app.App.FixAll] does here,
// and returns the results part by part and project by project. All of them are checked
// before the first one is returned.
func Fix(ctx context.Context, f *fleet.Fleet, parts []Part, o app.Options, errs io.Writer,
	say func(string)) (func(yield func(part int, r app.Result) bool), error) {
	c := &coordinator{app: parts[0].App, fleet: f, o: o, errs: &lines{w: errs}, say: say, said: map[string]bool{},
		jobs: map[string]*planned{}, done: map[string]verdict{}}
	for _, p := range parts {
		if err := p.App.Spend(o); err != nil { // the price of the calls
			return nil, err
		}
	}
	c.limits = fleet.Limits{Calls: o.MaxCalls, Cost: o.MaxCost}
	if o.Rate > 0 {
		c.limits.Every = time.Minute / time.Duration(o.Rate)
	}
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	var plan []*planned
	for i, p := range parts {
		some, err := c.plan(ctx, i, p)
		if err != nil {
			return nil, err
		}
		plan = append(plan, some...)
	}
	if err := c.submit(ctx, plan); err != nil {
		return nil, err
	}
	var names []string
	for _, p := range plan {
		if c.jobs[p.name] == nil {
			names = append(names, p.name)
		}
		c.jobs[p.name] = p
	}
	if err := c.wait(ctx, names); err != nil {
		if ctx.Err() != nil { // the user has ended it, and the end is not about a fleet
			fmt.Fprintf(c.errs, "fettle: hint: what is done is kept: --resume %s takes the run up\n", c.run.ID)
		}
		return nil, fmt.Errorf("%w; what is done is kept: --resume %s", err, c.run.ID)
	}
	return func(yield func(int, app.Result) bool) {
		for _, p := range plan {
			if !c.give(ctx, p, yield) {
				return
			}
		}
	}, nil
}

// lines is written to by several at a time.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// wait waits for all jobs. What has come is checked meanwhile, as much at once as
// has come meanwhile.
func (c *coordinator) wait(ctx context.Context, names []string) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	arrived := make(chan fleet.Done, len(names))
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := c.checkAll(ctx, arrived); err != nil {
			stop(err)
		}
	})
	ticks := 0
	err := c.run.Wait(ctx, names, func(d fleet.Done) error { arrived <- d; return nil }, func(left int) {
		ticks++
		c.tick(ctx, len(names), left, ticks)
	})
	close(arrived)
	if err != nil {
		stop(err) // the first error counts
	} else {
		c.say("checking the merged change")
	}
	wg.Wait()
	return context.Cause(ctx)
}

// submit queues all jobs, several at a time: each needs some answers of the server.
func (c *coordinator) submit(ctx context.Context, plan []*planned) error {
	c.say(app.Counted(len(plan), "job") + " to queue")
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	by := c.good(ctx)
	next := make(chan *planned)
	var wg sync.WaitGroup
	for range min(limits.FleetSubmits, len(plan)) {
		wg.Go(func() {
			for p := range next {
				var err error
				if p.name, err = c.run.Submit(ctx, p.body, by); err != nil {
					stop(err)
				}
				p.body = nil
			}
		})
	}
	for _, p := range plan {
		next <- p
	}
	close(next)
	wg.Wait()
	return context.Cause(ctx)
}

// good names whose earlier results this run accepts: of jobs without a model
// anybody's, else those of workers with the models that work now.
func (c *coordinator) good(ctx context.Context) []string {
	if c.o.NoResume {
		return nil
	}
	if c.o.NoModel {
		return []string{""}
	}
	states, err := c.fleet.Workers(ctx)
	if err != nil {
		return nil // each worker looks for its own
	}
	var by []string
	for _, s := range states {
		if s.Version == versionOf(c.app.Version) && !slices.Contains(by, s.Kind) {
			by = append(by, s.Kind)
		}
	}
	return by
}

// begin begins a run, or resumes one.
func (c *coordinator) begin(ctx context.Context) (err error) {
	id := c.o.Resume
	if id == "" {
		id = claim.Name()[:10]
	} else if !c.fleet.Known(ctx, id) {
		return app.WithHint(fmt.Errorf("--resume %s: the server knows no such run", id),
			"fettle worker --status lists its runs")
	}
	if c.run, err = c.fleet.NewRun(ctx, id, versionOf(c.app.Version), c.limits); err != nil {
		return err
	}
	c.run.Again = c.o.Resume != ""
	fmt.Fprintf(c.errs, "fettle: run %s\n", id)
	return nil
}

func (c *coordinator) warn(what string) {
	if !c.said[what] {
		c.said[what] = true
		fmt.Fprintf(c.errs, "fettle: warning: %s\n", app.Clean(what))
	}
}

// tick is called every second: one line for all workers, and what troubles them.
func (c *coordinator) tick(ctx context.Context, all, left, ticks int) {
	if ticks%3 != 1 {
		return
	}
	states, err := c.fleet.Workers(ctx)
	if err != nil {
		c.say("the server does not answer")
		return
	}
	mine, busy, others := 0, 0, map[string]bool{}
	for _, s := range states {
		if s.Version != versionOf(c.app.Version) {
			others[s.Version] = true
			continue
		}
		mine++
		busy += len(s.Jobs)
		if s.Trouble != "" {
			c.warn("worker " + s.Name + ": " + s.Trouble)
		}
	}
	if mine == 0 && ticks > 3 {
		there := ""
		if len(others) > 0 {
			there = "; those that are there are " + strings.Join(slices.Sorted(maps.Keys(others)), " and ")
		}
		c.warn("no worker of this version (" + versionOf(c.app.Version) + ") is there: start some with fettle worker" + there)
	}
	c.say(fmt.Sprintf("%d of %s done, %d under work by %s", all-left, app.Counted(all, "job"), busy,
		app.Counted(mine, "worker")))
}

// result returns the result of a job, held against it.
func (c *coordinator) result(ctx context.Context, p *planned, d fleet.Done) (result, error) {
	body, err := c.fleet.Get(ctx, d.Digest, limits.FleetResult)
	if err != nil {
		return result{}, err
	}
	return readResult(body, p.job)
}

// give returns the results of a job's files. They are fetched again: those of a large
// run are more than fits into memory.
func (c *coordinator) give(ctx context.Context, p *planned, yield func(int, app.Result) bool) bool {
	v := c.done[p.name]
	var r result
	if v.err == nil {
		r, v.err = c.result(ctx, p, v.Done)
	}
	for i, t := range p.targets {
		before, err := c.read(p, i)
		if err == nil {
			t.Snapshot = before
		}
		var out app.Result
		if v.err == nil {
			out = r.Files[i].Result(t)
		}
		if why := v.refused[i]; why != "" {
			out.Err = cmp.Or(out.Err, fmt.Errorf("%s: left as it is: %s", t.Shown, why))
		}
		if err := cmp.Or(ctx.Err(), v.err, out.Err, err); err != nil {
			out = app.Result{Path: t.Shown, File: t.Snapshot.Path, Root: t.Root, Unlooked: out.Unlooked, Err: err}
		}
		if !yield(p.part, out) {
			return false
		}
	}
	return true
}
