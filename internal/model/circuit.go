package model

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/secret"
)

// Origins holds what the clients of one process share about each origin: how
// many calls are in flight, and whether calls are pointless for now. It outlives
// the clients: when the settings change, calls of the old ones may be in flight,
// and a server that asked for patience still wants it. The zero value is ready.
type Origins struct {
	mu  sync.Mutex
	all map[string]*origin
}

// Renew forgets what a change of the model's settings may have fixed: rejected
// keys, and servers that could not be reached.
func (o *Origins) Renew() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.all {
		s.renew()
	}
}

// get returns the state of an origin.
func (o *Origins) get(e endpoint) *origin {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.all[e.origin]
	if s == nil {
		calls := limits.ModelCalls
		if e.loopback {
			calls = limits.ModelCallsLoopback
		}
		s = &origin{slots: make(chan struct{}, calls), aside: make(chan struct{}, limits.ModelCallsAside)}
		if o.all == nil {
			o.all = map[string]*origin{}
		}
		o.all[e.origin] = s
	}
	return s
}

// origin is the state of one scheme://host:port.
type origin struct {
	slots chan struct{}
	aside chan struct{} // of the clients with Options.Aside

	mu       sync.Mutex
	rejected []rejection // until the settings change
	limited  refusal     // by the server, which says until when
	down     refusal     // could not be reached
	failures int         // of connections, in a row
}

// rejection is what a server said of a key.
type rejection struct {
	caller
	fault *fail
}

// refusal is a fault that is assumed to last for a time.
type refusal struct {
	fault *fail
	until time.Time
}

// caller is what a server knows a client by.
type caller struct {
	key     secret.Secret
	headers map[string]string // may hold a key, too
}

func (c caller) is(other caller) bool {
	return c.key.Equal(other.key) && maps.Equal(c.headers, other.headers)
}

// enter waits for a slot, and returns the function that leaves it.
func (s *origin) enter(ctx context.Context, aside bool) (leave func(), err error) {
	slots := s.slots
	if aside {
		slots = s.aside
	}
	select {
	case slots <- struct{}{}:
		return func() { <-slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *origin) renew() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rejected, s.down, s.failures = nil, refusal{}, 0
}

// refuses returns the fault that keeps the circuit open for a caller, or nil.
func (s *origin) refuses(c caller, now time.Time) *fail {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.rejected {
		if r.is(c) {
			return locally(r.fault, 0)
		}
	}
	for _, r := range []refusal{s.limited, s.down} {
		if rest := r.until.Sub(now); r.fault != nil && rest > 0 {
			return locally(r.fault, rest)
		}
	}
	return nil
}

// locally returns a fault without a request, to be tried again after a while.
func locally(f *fail, after time.Duration) *fail {
	again := *f
	again.local = true
	if after > 0 {
		again.after = after
	}
	return &again
}

// note learns from the outcome of a call; f is nil when it succeeded.
func (s *origin) note(c caller, f *fail, now time.Time, hold time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f == nil {
		// A call that was under way when the server asked for patience says
		// nothing against it.
		s.accepted(c)
		s.down, s.failures = refusal{}, 0
		return
	}
	switch f.fault {
	case FaultCancelled, FaultRefused, FaultConfig:
		// Says nothing about the origin.
	case FaultUnreachable:
		if s.failures++; s.failures >= limits.ModelFailures {
			s.down = refusal{f, now.Add(hold)}
		}
	case FaultKeyRejected, FaultNoKey:
		s.accepted(c)
		s.rejected = append(s.rejected, rejection{c, f})
		s.down, s.failures = refusal{}, 0
	case FaultRateLimited:
		s.limited = refusal{f, now.Add(f.after)}
		s.down, s.failures = refusal{}, 0
	default:
		s.down, s.failures = refusal{}, 0
	}
}

// accepted removes the rejections of a caller.
func (s *origin) accepted(c caller) {
	s.rejected = slices.DeleteFunc(s.rejected, func(r rejection) bool { return r.is(c) })
}
