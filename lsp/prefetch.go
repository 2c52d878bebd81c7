package lsp

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// prefetches are the saved texts whose problems a model is to be asked about
// before the user asks: only by the user's own setting, a few calls a minute,
// until the text changes. What comes of it stands in the cache of answers.
type prefetches struct {
	mu    sync.Mutex
	saved map[string][32]byte // by document, hash of the saved text
	calls []time.Time
	stops map[*bool]context.CancelFunc // of those that run
}

// begin gives the context of prefetching, which yields to a fix that somebody
// waits for: a model on this computer answers one question after the other.
func (p *prefetches) begin(ctx context.Context) (context.Context, context.CancelFunc) {
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

func (p *prefetches) yield() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, stop := range p.stops {
		stop()
	}
}

// ask notes a save. It runs on the lane.
func (p *prefetches) ask(s text.Snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.saved == nil {
		p.saved = map[string][32]byte{}
	}
	p.saved[s.URI] = s.Hash()
}

// wants reports whether a text was saved and not prefetched yet.
func (p *prefetches) wants(s text.Snapshot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	hash, ok := p.saved[s.URI]
	return ok && hash == s.Hash()
}

// due is wants, once.
func (p *prefetches) due(s text.Snapshot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	hash, ok := p.saved[s.URI]
	delete(p.saved, s.URI)
	return ok && hash == s.Hash()
}

func (p *prefetches) drop(uri string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.saved, uri)
}

// take reserves a call, at most so many in a minute.
func (p *prefetches) take(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = slices.DeleteFunc(p.calls, func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	if len(p.calls) >= limits.PrefetchCalls {
		return false
	}
	p.calls = append(p.calls, now)
	return true
}

// prefetch asks the model about what is wrong in a saved text: the errors and
// warnings nearest to where the user is, one call each.
func (s *Server) prefetch(ctx context.Context, engine Engine, snap text.Snapshot) {
	if engine.Ladder().Model.Completer == nil || !engine.Prefetches(snap.Path) {
		return
	}
	ctx, done := s.prefetches.begin(ctx)
	defer done()
	for _, d := range s.prefetchable(engine, snap) {
		if ctx.Err() != nil || !s.prefetches.take(s.now()) {
			return
		}
		p := s.problem(engine, snap, d, []signal.Rung{signal.RungModel})
		p.Mode = model.Prefetch
		f := engine.Ladder().Brisk()
		f.Calls = 1
		if !f.Model.Local { // which reads some tens of tokens a second, and has all the time there is for a fix
			f.Total = limits.ModelTotalPrefetch
		}
		if _, err := f.Fix(ctx, p, nil); err != nil {
			s.log.Info("nothing prefetched", "signal", d.Code, "err", err)
		}
	}
}

// prefetchable are the problems worth a call: no rung below the model mends
// them, and no answer is known.
func (s *Server) prefetchable(engine Engine, snap text.Snapshot) []signal.Diagnostic {
	c, settings, _ := s.state()
	s.mu.Lock()
	last := s.last
	s.mu.Unlock()
	least := min(settings.Actions.Severity(), signal.Warning)
	at := 0
	if last.uri == snap.URI {
		at = last.at.span(snap, c.encoding).Start
	}
	var out []signal.Diagnostic
	for _, d := range s.diags.For(snap, nil) {
		req := engine.Ladder().Table.Require(d)
		if d.Severity > least || settings.Actions.Silenced(d) || !req.Offer || !slices.Contains(req.Rungs, signal.RungModel) ||
			len(s.prepared.Of(snap, d)) > 0 ||
			len(engine.Ladder().Ready(fixer.Problem{Snapshot: snap, Diagnostic: d, Digest: s.revisions.Digest(snap.Path)})) > 0 {
			continue
		}
		out = append(out, d)
	}
	away := func(d signal.Diagnostic) int { return max(d.Span.Start-at, at-d.Span.Start) }
	slices.SortStableFunc(out, func(a, b signal.Diagnostic) int { return cmp.Compare(away(a), away(b)) })
	return out[:min(len(out), limits.PrefetchProblems)]
}
