package model

import (
	"context"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/secret"
)

// Origins holds what the clients of one process share about each origin: how
// many calls are in flight, and whether calls are pointless for now. Make a
// new one when the settings change. The zero value is ready.
type Origins struct {
	mu  sync.Mutex
	all map[string]*origin
}

// origin is the state of one scheme://host:port.
type origin struct {
	slots chan struct{}

	mu       sync.Mutex
	key      secret.Secret
	failed   *fail
	until    time.Time // zero with failed set: until the settings change
	failures int       // connection failures in a row
}

// get returns the state of an origin. A client with another key closes what a
// rejected one has opened.
func (o *Origins) get(e endpoint, key secret.Secret) *origin {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.all[e.origin]
	if s == nil {
		calls := limits.ModelCalls
		if e.loopback {
			calls = limits.ModelCallsLoopback
		}
		s = &origin{slots: make(chan struct{}, calls), key: key}
		if o.all == nil {
			o.all = map[string]*origin{}
		}
		o.all[e.origin] = s
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.key.Equal(key) {
		s.key, s.failed, s.failures = key, nil, 0
	}
	return s
}

// enter waits for a slot.
func (s *origin) enter(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *origin) leave() { <-s.slots }

// refuses returns the fault that keeps the circuit open, or nil.
func (s *origin) refuses(now time.Time) *fail {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		return nil
	}
	f := *s.failed
	f.local = true
	if !s.until.IsZero() {
		rest := s.until.Sub(now)
		if rest <= 0 {
			s.failed = nil
			return nil
		}
		f.after = rest
	}
	return &f
}

// note learns from the outcome of a call; f is nil when it succeeded.
func (s *origin) note(f *fail, now time.Time, hold time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f == nil {
		s.failed, s.failures = nil, 0
		return
	}
	switch f.fault {
	case FaultCancelled, FaultRefused, FaultConfig:
		// Says nothing about the origin.
	case FaultUnreachable:
		if s.failures++; s.failures >= 3 {
			s.failed, s.until = f, now.Add(hold)
		}
	case FaultKeyRejected, FaultNoKey:
		s.failed, s.until, s.failures = f, time.Time{}, 0
	case FaultRateLimited:
		s.failed, s.until, s.failures = f, now.Add(f.after), 0
	default:
		s.failures = 0
	}
}
