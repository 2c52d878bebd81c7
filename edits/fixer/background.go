package fixer

import (
	"context"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Brisk is the engine with short limits for the tools that check: for a client
// that waits for the answer of a request, and for work nobody waits for. A tool
// that does not make it leaves the fix unverified.
func (e Ladder) Brisk() Ladder {
	if e.mayRun() {
		e.Tools = brisk{e.Tools}
	}
	return e
}

// brisk are tools with short limits.
type brisk struct{ Tools }

func (brisk) within(ctx context.Context, tool string) (context.Context, context.CancelFunc) {
	if tool == "ruff" || tool == "eslint" {
		return context.WithTimeout(ctx, limits.GateFast)
	}
	return context.WithTimeout(ctx, limits.GateSlow)
}

func (b brisk) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	ctx, cancel := b.within(ctx, tool)
	defer cancel()
	return b.Tools.Check(ctx, tool, base, s)
}

func (b brisk) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	ctx, cancel := b.within(ctx, tool)
	defer cancel()
	return b.Tools.Look(ctx, tool, before, after)
}
