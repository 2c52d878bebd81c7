package fixer

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// What one answer mends need not stand on the lines that it changes: a name that
// two lines miss is defined once, above them both. Before a model is asked about the
// next finding, its tool looks at the text with the answers so far: a tool needs a second, and has mostly seen that
// text already; an answer needs ten.

// settled says of the findings of one text which are gone with the fixes so far.
type settled struct {
	ladder Ladder
	before text.Snapshot
	found  []signal.Diagnostic

	edits int // so many were applied when the tools looked
	gone  map[string][]signal.Diagnostic
}

// by reports whether edits, some of them a model's, leave nothing of a finding that
// a model would be asked about. What is not known is not gone.
func (s *settled) by(ctx context.Context, edits []text.Edit, d signal.Diagnostic) bool {
	if !s.ladder.mayRun() || !s.ladder.Model.Asks() ||
		!slices.Contains(s.ladder.Table.Require(d).Rungs, signal.RungModel) {
		return false
	}
	if s.gone == nil || s.edits != len(edits) {
		s.edits, s.gone = len(edits), map[string][]signal.Diagnostic{}
	}
	gone, looked := s.gone[d.Tool]
	if !looked {
		gone = s.look(ctx, edits, d.Tool)
		s.gone[d.Tool] = gone
	}
	return slices.ContainsFunc(gone, func(g signal.Diagnostic) bool {
		return g.Code == d.Code && g.Span == d.Span && g.Message == d.Message
	})
}

// look has a tool look at the text with the edits, and returns what is gone.
func (s *settled) look(ctx context.Context, edits []text.Edit, tool string) []signal.Diagnostic {
	after, err := s.before.Apply(edits)
	if err != nil {
		return nil
	}
	now, err := s.ladder.Tools.Look(ctx, tool, s.before, after)
	if err != nil {
		return nil
	}
	was := slices.DeleteFunc(slices.Clone(s.found), func(d signal.Diagnostic) bool { return d.Tool != tool })
	var gone []signal.Diagnostic
	for i, g := range verify.Compare(s.before, after, was, now.Here).Gone {
		if g {
			gone = append(gone, was[i])
		}
	}
	return gone
}
