package aggregator

import (
	"context"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers"
)

// answer is the outcome of one provider.
type answer struct {
	section providers.Section
	row     ProviderRow
}

// result is what a provider call returned.
type result struct {
	index   int
	section providers.Section
	err     error
	elapsed time.Duration
}

// collect asks every enabled provider in a goroutine of its own and waits for
// all, the deadline, or cancellation. A provider that ignores its context
// keeps its goroutine; until it returns, it is not asked again. The answers
// are in the order of the providers.
func (a *Aggregator) collect(ctx context.Context, req providers.Request, budget Budget) []answer {
	timeout := budget.timeout()
	// Providers end a little before the deadline, so that a well-behaved one
	// returns a partial section instead of being late.
	pctx, cancel := context.WithTimeout(ctx, timeout-min(limits.ContextGrace, timeout/4))
	defer cancel()
	answers := make([]answer, len(a.sources))
	results := make(chan result, len(a.sources))
	start := time.Now()
	waiting := 0
	for i, s := range a.sources {
		limit := budget.Providers[s.Name()]
		answers[i].row = ProviderRow{Name: s.Name(), State: Late}
		switch {
		case limit.Off:
			answers[i].row.State = Disabled
			continue
		case !s.busy.CompareAndSwap(false, true):
			answers[i].row.State = Busy
			continue
		}
		r := req
		r.Max, r.Bytes = limit.Max, budget.Bytes
		waiting++
		go func() {
			began := time.Now()
			sec, err := guarded(s.Name(), func() (providers.Section, error) { return s.Provide(pctx, r) })
			s.busy.Store(false)
			results <- result{i, sec, err, time.Since(began)}
		}()
	}
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	for ; waiting > 0; waiting-- {
		select {
		case r := <-results:
			answers[r.index].accept(r)
		case <-deadline.C:
			drain(results, answers)
			waiting = 1
		case <-ctx.Done():
			return answers
		}
	}
	for i := range answers {
		if s := answers[i].row.State; s == Late || s == Busy {
			answers[i].row.Elapsed = time.Since(start)
		}
	}
	a.resolve(ctx, req, budget, answers)
	return answers
}

// drain stores what arrived together with the deadline.
func drain(results <-chan result, answers []answer) {
	for {
		select {
		case r := <-results:
			answers[r.index].accept(r)
		default:
			return
		}
	}
}

func (an *answer) accept(r result) {
	an.row.Elapsed = r.elapsed
	an.row.Partial = r.section.Partial
	if r.err != nil {
		an.row.State, an.row.Error = Failed, r.err.Error()
		if len(r.section.Snippets) == 0 {
			return
		}
	}
	if r.err == nil {
		an.row.State = Empty
	}
	an.section = r.section
}

// resolve asks the providers that can for their freshest state. It is memory
// only by contract; a provider that breaks the contract loses its last word.
func (a *Aggregator) resolve(ctx context.Context, req providers.Request, budget Budget, answers []answer) {
	type last struct {
		index   int
		section providers.Section
		err     error
	}
	results := make(chan last, len(a.sources))
	waiting := 0
	for i, s := range a.sources {
		r, ok := s.Provider.(providers.Resolver)
		if !ok || answers[i].row.State == Disabled {
			continue
		}
		q := req
		q.Max, q.Bytes = budget.Providers[s.Name()].Max, budget.Bytes
		waiting++
		go func() {
			sec, err := guarded(s.Name(), func() (providers.Section, error) { return r.Resolve(q), nil })
			results <- last{i, sec, err}
		}()
	}
	if waiting == 0 {
		return
	}
	limit := time.NewTimer(limits.ContextResolve)
	defer limit.Stop()
	for ; waiting > 0; waiting-- {
		select {
		case r := <-results:
			if r.err != nil {
				answers[r.index].row.Error = r.err.Error()
				continue
			}
			r.section.Partial = r.section.Partial || answers[r.index].section.Partial
			answers[r.index].section = r.section
		case <-limit.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// guarded turns a panic into an error, so that it costs one section only.
func guarded(name string, f func() (providers.Section, error)) (sec providers.Section, err error) {
	defer func() {
		if p := recover(); p != nil {
			sec, err = providers.Section{}, bug.Report("looking for context ("+name+")", p)
		}
	}()
	sec, err = f()
	// The provider keeps no alias of what is cut and sorted here.
	sec.Snippets = slices.Clone(sec.Snippets)
	return sec, err
}
