package lsp

import (
	"cmp"
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// prefetch asks the model about what is wrong in a saved text: the errors and
// warnings nearest to where the user is, one call each.
func (s *Server) prefetch(ctx context.Context, engine Engine, snap text.Snapshot) {
	if l := engine.Ladder(); !l.Model.Asks() || l.Cache == nil || !engine.Prefetches(snap.Path) {
		return
	}
	ctx, done := s.prefetches.Begin(ctx)
	defer done()
	for _, d := range s.prefetchable(engine, snap) {
		if ctx.Err() != nil || !s.prefetches.Take(s.now()) {
			return
		}
		p := s.problem(engine, snap, d, []signal.Rung{signal.RungModel})
		p.Mode = model.Prefetch
		f := engine.Ladder().WithShortLimits()
		f.Calls = 1
		if !f.Model.Local { // which reads some tens of tokens a second, and has all the time there is for a fix
			f.Total = limits.ModelTotalPrefetch
		}
		if _, err := f.Fix(ctx, p, nil); err != nil {
			s.log.Info("nothing prefetched", "signal", d.Code, "err", err)
		}
	}
}

// prefetchable returns the problems worth a call: no rung below the model mends
// them, and no answer is known.
func (s *Server) prefetchable(engine Engine, snap text.Snapshot) []signal.Diagnostic {
	_, settings, _ := s.state()
	least := min(settings.Actions.Severity(), signal.Warning)
	at := s.lastIn(snap)
	var out []signal.Diagnostic
	for _, d := range s.diags.For(snap, nil) {
		req := engine.Ladder().Table.Require(d)
		if d.Severity > least || settings.Actions.Silenced(d) || !req.Offer ||
			!slices.Contains(req.Rungs, signal.RungModel) ||
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
