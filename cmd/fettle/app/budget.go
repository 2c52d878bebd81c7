package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/model"
)

// Budget reserves the calls of a model, and pays for them.
type Budget interface {
	// Take reserves a call, and says how long it has to wait; beyond a limit it is an error.
	Take(ctx context.Context) (wait time.Duration, err error)
	Pay(ctx context.Context, cost float64) error
}

// Limited is a model that is asked within a budget. Calls in flight may go over the cost by their own.
type Limited struct {
	Next   model.Completer
	Budget Budget
	In     float64 // price of a token
	Out    float64
}

// Complete asks within the limits. Beyond them nothing is sent.
func (l Limited) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	wait, err := l.Budget.Take(ctx)
	if err != nil {
		return model.Reply{}, &model.Error{Fault: model.FaultRefused, Text: err.Error() + "; run again to go on", Local: true}
	}
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return model.Reply{}, &model.Error{Fault: model.FaultCancelled, Text: "cancelled", Local: true}
		}
	}
	r, err := l.Next.Complete(ctx, p)
	// The call has been made, also where it is not waited for any more.
	_ = l.Budget.Pay(context.WithoutCancel(ctx), float64(r.Usage.Prompt)*l.In+float64(r.Usage.Completion)*l.Out)
	return r, err
}

// account is what this process has spent, by one engine or several, and may spend; 0 = any.
type account struct {
	mu       sync.Mutex
	calls    int
	cost     float64
	interval time.Duration // between calls
	asked    int
	spent    float64
	free     time.Time // when the next call may start
}

// Spend puts the limits of the command line in front of the model. A price of the command line replaces that of the
// settings.
func (w *App) Spend(o Options) error {
	m := &w.Ladder.Model
	if o.Price != "" {
		var err error
		if m.PriceIn, m.PriceOut, err = engine.Prices(o.Price); err != nil {
			return WithHint(fmt.Errorf("--price: %w", err), "for example --price 3/15")
		}
	}
	if o.MaxCost > 0 && m.PriceIn == 0 && m.PriceOut == 0 {
		return WithHint(errors.New("--max-cost needs --price"),
			"say what a million tokens cost, as in --price 3/15, or set model.price")
	}
	if m.Completer == nil || o.MaxCalls == 0 && o.MaxCost == 0 && o.Rate == 0 {
		return nil
	}
	of := o.spent
	if of == nil {
		of = new(account)
	}
	of.calls, of.cost = o.MaxCalls, o.MaxCost
	if o.Rate > 0 {
		of.interval = time.Minute / time.Duration(o.Rate)
	}
	m.Completer = Limited{m.Completer, of, m.PriceIn / 1e6, m.PriceOut / 1e6}
	return nil
}

// Reached is the error of a limit that a flag sets.
func Reached(flag string) error { return fmt.Errorf("the limit of %s is reached", flag) }

// Take is that of [Budget].
func (a *account) Take(context.Context) (time.Duration, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.calls > 0 && a.asked >= a.calls:
		return 0, Reached("--max-calls")
	case a.cost > 0 && a.spent >= a.cost:
		return 0, Reached("--max-cost")
	}
	a.asked++
	start := time.Now()
	wait := max(0, a.free.Sub(start))
	a.free = start.Add(wait + a.interval)
	return wait, nil
}

// Pay is that of [Budget].
func (a *account) Pay(_ context.Context, cost float64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spent += cost
	return nil
}
