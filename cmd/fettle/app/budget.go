package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/model"
)

// budget is a model that is asked so often, so fast and for so much money as
// the command line allows. Calls in flight may go over the cost by their own.
type budget struct {
	next     model.Completer
	calls    int           // 0 = any
	cost     float64       // 0 = any
	in, out  float64       // price of a token
	interval time.Duration // between calls
	*account
}

// account is what was spent, by one engine or several.
type account struct {
	mu    sync.Mutex
	asked int
	spent float64
	free  time.Time // when the next call may start
}

// newBudget returns nil when nothing is limited. A price of the command line replaces that of the settings.
func newBudget(o Options, m *fixer.Model) (*budget, error) {
	if o.Price != "" {
		var err error
		if m.PriceIn, m.PriceOut, err = engine.Prices(o.Price); err != nil {
			return nil, WithHint(fmt.Errorf("--price: %w", err), "for example --price 3/15")
		}
	}
	next := m.Completer
	b := &budget{next: next, calls: o.MaxCalls, cost: o.MaxCost, in: m.PriceIn / 1e6, out: m.PriceOut / 1e6,
		account: o.spent}
	if b.account == nil {
		b.account = new(account)
	}
	if o.MaxCost > 0 && b.in == 0 && b.out == 0 {
		return nil, WithHint(errors.New("--max-cost needs --price"),
			"say what a million tokens cost, as in --price 3/15, or set model.price")
	}
	if o.Rate > 0 {
		b.interval = time.Minute / time.Duration(o.Rate)
	}
	if next == nil || b.calls == 0 && b.cost == 0 && b.interval == 0 {
		return nil, nil
	}
	return b, nil
}

// Complete asks within the limits. Beyond them nothing is sent.
func (b *budget) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	wait, err := b.take()
	if err != nil {
		return model.Reply{}, err
	}
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return model.Reply{}, &model.Error{Fault: model.FaultCancelled, Text: "cancelled", Local: true}
		}
	}
	r, err := b.next.Complete(ctx, p)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += float64(r.Usage.Prompt)*b.in + float64(r.Usage.Completion)*b.out
	return r, err
}

// take reserves a call, and says how long it has to wait.
func (b *budget) take() (time.Duration, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	refuse := func(flag string) (time.Duration, error) {
		return 0, &model.Error{Fault: model.FaultRefused, Text: "the limit of " + flag + " is reached; run again to go on",
			Local: true}
	}
	switch {
	case b.calls > 0 && b.asked >= b.calls:
		return refuse("--max-calls")
	case b.cost > 0 && b.spent >= b.cost:
		return refuse("--max-cost")
	}
	b.asked++
	now := time.Now()
	start := now
	if b.free.After(now) {
		start = b.free
	}
	b.free = start.Add(b.interval)
	return start.Sub(now), nil
}
