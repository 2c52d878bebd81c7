package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Limits are what all workers of a run may do together; 0 = any.
type Limits struct {
	Calls int           `json:"calls,omitempty"`
	Cost  float64       `json:"cost,omitempty"`
	Every time.Duration `json:"every,omitempty"` // between the starts of two calls
}

// account is a run's budget on the server.
type account struct {
	Limits
	Asked int       `json:"asked"`
	Spent float64   `json:"spent"`
	Free  time.Time `json:"free"` // when the next call may start, on the server's clock
	Seen  time.Time `json:"seen"` // that clock when the last one was reserved
}

// Budget is the share of one process in a run's limits.
type Budget struct {
	fleet *Fleet
	key   string
}

// Limit names one of a run's [Limits].
type Limit string

// The limits that can be reached.
const (
	LimitCalls Limit = "calls"
	LimitCost  Limit = "cost"
)

// Spent says which limit keeps a call from being made.
type Spent struct{ Limit Limit }

func (s *Spent) Error() string { return "the limit of " + string(s.Limit) + " is reached" }

// limit stores the limits of a run; what was spent so far is kept.
func (f *Fleet) limit(ctx context.Context, run string, l Limits) error {
	b := f.Budget(run)
	data, err := json.Marshal(account{Limits: l})
	if err != nil {
		return err
	}
	err = surely(ctx, f, func(ctx context.Context) error {
		_, err := f.runs.Create(ctx, b.key, data)
		return err
	})
	if err == nil {
		return nil
	}
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return fmt.Errorf("note the limits: %w", bare(err))
	}
	return surely(ctx, f, func(ctx context.Context) error {
		_, err := b.change(ctx, func(a *account, _ time.Time) error { a.Limits = l; return nil })
		return err
	})
}

// Budget returns the budget of a run.
func (f *Fleet) Budget(run string) *Budget { return &Budget{f, run + ".budget"} }

// Take reserves a call, and says how long it has to wait. Beyond a limit it is a
// [*Spent].
func (b *Budget) Take(ctx context.Context) (wait time.Duration, err error) {
	_, err = b.change(ctx, func(a *account, now time.Time) error {
		switch {
		case a.Calls > 0 && a.Asked >= a.Calls:
			return &Spent{LimitCalls}
		case a.Cost > 0 && a.Spent >= a.Cost:
			return &Spent{LimitCost}
		}
		a.Asked++
		// A server that was started again with a clock that is hours behind would have
		// everybody wait for so long.
		if back := a.Seen.Sub(now); a.Every > 0 && back > limits.FleetClock {
			a.Free = a.Free.Add(-back)
		}
		start := now
		if a.Free.After(now) {
			start = a.Free
		}
		a.Free, a.Seen, wait = start.Add(a.Every), now, start.Sub(now)
		return nil
	})
	return wait, err
}

// Pay notes what a call cost.
func (b *Budget) Pay(ctx context.Context, cost float64) error {
	if cost == 0 {
		return nil
	}
	_, err := b.change(ctx, func(a *account, _ time.Time) error { a.Spent += cost; return nil })
	return err
}

// Used returns how many calls were reserved, and what was paid.
func (b *Budget) Used(ctx context.Context) (calls int, cost float64, err error) {
	a, err := b.change(ctx, func(*account, time.Time) error { return nil })
	return a.Asked, a.Spent, err
}

// change applies how to the account and stores it, again and again until nobody else has changed it meanwhile.
func (b *Budget) change(ctx context.Context, how func(*account, time.Time) error) (account, error) {
	ctx, done := context.WithTimeout(ctx, limits.FleetAnswer)
	defer done()
	for {
		a, err := b.try(ctx, how)
		pause := rand.N(limits.FleetContention) //nolint:gosec // no secret: who tries first
		switch {
		case unheard(err):
			pause = limits.FleetReconnect / 4
		case !changed(err):
			return a, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return a, ctx.Err()
		}
	}
}

func (b *Budget) try(ctx context.Context, how func(*account, time.Time) error) (account, error) {
	var a account
	e, err := b.fleet.runs.Get(ctx, b.key)
	if err != nil {
		return a, fmt.Errorf("read the limits: %w", bare(err))
	}
	if err := json.Unmarshal(e.Value(), &a); err != nil {
		return a, fmt.Errorf("read the limits: %w", err)
	}
	var now time.Time
	if a.Every > 0 {
		if now, err = b.fleet.now(ctx); err != nil {
			return a, err
		}
	}
	before := a
	if err := how(&a, now); err != nil || a == before {
		return a, err
	}
	data, err := json.Marshal(a)
	if err != nil {
		return a, err
	}
	_, err = b.fleet.runs.Update(ctx, b.key, data, e.Revision())
	return a, err
}

// now returns the server's time: clocks of workers may be wrong.
func (f *Fleet) now(ctx context.Context) (time.Time, error) {
	info, err := f.stream.Info(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("ask for the time: %w", bare(err))
	}
	return info.TimeStamp, nil
}
