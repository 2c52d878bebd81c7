package ahead

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Prefetches are the saved texts whose problems a model is to be asked about
// before the user asks: only by the user's own setting, a few calls a minute,
// until the text changes. What comes of it stands in the cache of answers.
type Prefetches struct {
	mu    sync.Mutex
	saved map[string][32]byte // by document, hash of the saved text
	calls []time.Time
	stops map[*bool]context.CancelFunc // of those that run
}

// Begin returns the context of prefetching, which yields to a fix that somebody
// waits for: a model on this computer answers one question after the other.
func (p *Prefetches) Begin(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	this := new(bool)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stops == nil {
		p.stops = map[*bool]context.CancelFunc{}
	}
	p.stops[this] = stop
	return ctx, func() {
		stop()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.stops, this)
	}
}

// Yield ends what is prefetched.
func (p *Prefetches) Yield() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, stop := range p.stops {
		stop()
	}
}

// Ask notes a save. It runs on the lane.
func (p *Prefetches) Ask(s text.Snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.saved == nil {
		p.saved = map[string][32]byte{}
	}
	p.saved[s.URI] = s.Hash()
}

// Wants reports whether a text was saved and not prefetched yet.
func (p *Prefetches) Wants(s text.Snapshot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	hash, ok := p.saved[s.URI]
	return ok && hash == s.Hash()
}

// Due is Wants, once.
func (p *Prefetches) Due(s text.Snapshot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	hash, ok := p.saved[s.URI]
	delete(p.saved, s.URI)
	return ok && hash == s.Hash()
}

// Drop forgets a document.
func (p *Prefetches) Drop(uri string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.saved, uri)
}

// Take reserves a call, at most so many in a minute.
func (p *Prefetches) Take(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = slices.DeleteFunc(p.calls, func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	if len(p.calls) >= limits.PrefetchCalls {
		return false
	}
	p.calls = append(p.calls, now)
	return true
}
