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
	within := func(ctx context.Context, tool string) (context.Context, context.CancelFunc) {
		if tool == "ruff" || tool == "eslint" {
			return context.WithTimeout(ctx, limits.GateFast)
		}
		return context.WithTimeout(ctx, limits.GateSlow)
	}
	if lint := e.Lint; lint != nil {
		e.Lint = func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			ctx, cancel := within(ctx, tool)
			defer cancel()
			return lint(ctx, tool, s)
		}
	}
	if recheck := e.Recheck; recheck != nil {
		e.Recheck = func(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
			ctx, cancel := within(ctx, tool)
			defer cancel()
			return recheck(ctx, tool, base, s)
		}
	}
	if look := e.Look; look != nil {
		e.Look = func(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
			ctx, cancel := within(ctx, tool)
			defer cancel()
			return look(ctx, tool, before, after)
		}
	}
	return e
}
