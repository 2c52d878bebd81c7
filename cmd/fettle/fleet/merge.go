package fleet

import (
	"cmp"
	"context"
	"fmt"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// mergeRounds bounds how often a change is looked at again without the files that
// it was refused for.
const mergeRounds = 4

// arrival is a job with what a worker made of it.
type arrival struct {
	*planned
	result  result
	refused map[int]string // files whose change the tools here refuse, and why
}

// checkAll looks at what came of the jobs, until no more comes: all that is there
// at once, as long as it is not too much for one look.
func (c *coordinator) checkAll(ctx context.Context, arrived <-chan fleet.Done) error {
	for d := range arrived {
		var some []*arrival
		changed := c.take(ctx, d, &some)
		for more := true; more && changed < limits.FleetMerge; {
			select {
			case next, ok := <-arrived:
				if more = ok; ok {
					changed += c.take(ctx, next, &some)
				}
			default:
				more = false
			}
		}
		c.merge(ctx, some)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// take reads what came of a job. It counts the files that it changes; one that
// came to nothing is done with.
func (c *coordinator) take(ctx context.Context, d fleet.Done, to *[]*arrival) (changed int) {
	p, v := c.jobs[d.Job], verdict{Done: d}
	if d.Log != nil || d.Digest == "" {
		v.err = &app.Shared{Reason: fmt.Sprintf("job %.12s (%s and %d more) was given up after %d tries", d.Job,
			p.targets[0].Shown, len(p.targets)-1, fleet.Tries)}
		for _, line := range d.Log {
			fmt.Fprintf(c.errs, "fettle: job %.12s: %s\n", d.Job, app.Clean(line))
		}
		c.done[d.Job] = v
		return 0
	}
	r, err := c.result(ctx, p, d)
	if err != nil {
		c.done[d.Job] = v.failed(err)
		return 0
	}
	c.done[d.Job] = v
	for _, f := range r.Files {
		if f.After != nil {
			changed++
		}
	}
	if changed > 0 {
		*to = append(*to, &arrival{planned: p, result: r})
	}
	return changed
}

func (v verdict) failed(err error) verdict {
	v.err = &app.Shared{Reason: fmt.Sprintf("job %.12s of %s: %v", v.Job, v.Worker, err)}
	return v
}

// merge checks what has come, that of each project together. Where that finds a
// fault that no file answers for, its jobs are looked at one by one.
func (c *coordinator) merge(ctx context.Context, list []*arrival) {
	byRoot := map[string][]*arrival{}
	for _, a := range list {
		byRoot[a.root] = append(byRoot[a.root], a)
	}
	for _, some := range byRoot {
		err := c.check(ctx, some)
		for _, a := range some {
			if err != nil && len(some) > 1 && ctx.Err() == nil {
				own := c.check(ctx, []*arrival{a})
				c.settle(a, own)
				continue
			}
			c.settle(a, err)
		}
	}
}

func (c *coordinator) settle(a *arrival, err error) {
	v := c.done[a.name]
	if v.refused = a.refused; err != nil {
		v = v.failed(err)
	}
	c.done[a.name] = v
}

// read returns a file of a job as it is on this machine. It must be what the worker had.
func (c *coordinator) read(p *planned, i int) (text.Snapshot, error) {
	t, err := p.app.Read(p.targets[i].Shown, p.targets[i].Snapshot.Path)
	if err != nil {
		return text.Snapshot{}, err
	}
	if sumOf(t.Snapshot) != p.job.Files[i].Sum {
		return text.Snapshot{}, fmt.Errorf("%s has changed since the run began", t.Shown)
	}
	return t.Snapshot, nil
}

// changes returns the texts of a job, and of the other files that its tools look at.
func (c *coordinator) changes(a *arrival) (list []*review.File, at []int, changed int) {
	for i, f := range a.result.Files {
		if f.After == nil && !a.whole {
			continue
		}
		before, err := c.read(a.planned, i)
		if err != nil {
			a.refused[i] = err.Error()
			continue
		}
		one := &review.File{Name: a.targets[i].Shown, Before: before, After: before}
		if f.After != nil && a.refused[i] == "" {
			one.After = before.With(*f.After)
			changed++
		}
		list, at = append(list, one), append(at, i)
	}
	return list, at, changed
}

// check has the tools of this machine look at all texts of some jobs of a project
// together. A change that adds findings which its worker does not speak of, or
// errors, or after which one is left that its worker calls fixed, is refused; where they stand in a file that was
// not changed, all of it is.
func (c *coordinator) check(ctx context.Context, some []*arrival) error {
	for _, a := range some {
		a.refused = map[int]string{}
	}
	for range mergeRounds {
		var list []*review.File
		at := make([][]int, len(some))
		total := 0
		for k, a := range some {
			own, files, changed := c.changes(a)
			list, at[k] = append(list, own...), files
			total += changed
		}
		if total == 0 {
			return nil
		}
		some[0].app.Engine.Again()
		if err := some[0].app.Engine.Compare(ctx, some[0].root, list); err != nil {
			return fmt.Errorf("the merged change could not be checked: %w", err)
		}
		good, elsewhere := true, ""
		for k, a := range some {
			for n, i := range at[k] {
				one, listed := list[n], a.result.Files[i].Findings
				same, why := !one.Changed(), unspoken(one, listed)
				if !same { // else another file's change, or this one's, was refused
					why = cmp.Or(why, unkept(one, listed))
				}
				if why == "" {
					continue
				}
				good = false
				if same {
					elsewhere = a.targets[i].Shown + ": " + why
					continue
				}
				a.refused[i] = why
			}
			list = list[len(at[k]):]
		}
		if good {
			return nil
		}
		if elsewhere != "" {
			return fmt.Errorf("the merged change causes %s", elsewhere)
		}
	}
	return fmt.Errorf("the merged change causes new findings again and again")
}

// words are what a finding says.
type words struct{ tool, code, message string }

// unkept returns a finding that a worker calls fixed and checked and that is still there,
// beyond those of the same words that it lists as left; "" if there is none.
func unkept(f *review.File, listed []app.Far) string {
	left, fixed := map[words]int{}, map[words]bool{}
	for _, f := range listed {
		switch w := (words{f.Tool, f.Code, f.Message}); {
		case !f.Applied:
			left[w] += max(1, f.Count)
		case evidence.Named(f.Grade) <= evidence.Checked:
			fixed[w] = true
		}
	}
	for _, now := range f.Now {
		for _, d := range now {
			w := words{d.Tool, d.Code, d.Message}
			if fixed[w] && left[w] == 0 {
				return fmt.Sprintf("%s still reports %s: %s", d.Tool, d.Code, d.Message)
			}
			left[w]--
		}
	}
	return ""
}

// unspoken returns what a tool reports of a file more often than before and that may not be: an error, or a finding
// that its worker has not listed among those that are left; "" if there is none.
func unspoken(f *review.File, listed []app.Far) string {
	left := map[words]int{}
	for _, f := range listed {
		if !f.Applied {
			left[words{f.Tool, f.Code, f.Message}]++
		}
	}
	for tool, now := range f.Now {
		had := map[words]int{}
		for _, d := range f.Was[tool] {
			had[words{d.Tool, d.Code, d.Message}]++
		}
		for _, d := range now {
			w := words{d.Tool, d.Code, d.Message}
			if had[w]--; had[w] >= 0 {
				continue
			}
			if engine.Forbidden(d) || d.Severity <= signal.Warning && left[w] == 0 {
				return fmt.Sprintf("%s newly reports %s: %s", d.Tool, d.Code, d.Message)
			}
			left[w]--
		}
	}
	return ""
}
