package fixer

import (
	"context"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Brisk is the engine with short limits for the tools that check: for a client
// that waits for the answer of a request, and for work nobody waits for. A tool
// that does not make it leaves the fix unverified.
func (e Ladder) Brisk() Ladder {
	lint := e.Lint
	if lint == nil {
		return e
	}
	e.Lint = func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		limit := limits.GateSlow
		if tool == "ruff" || tool == "eslint" {
			limit = limits.GateFast
		}
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return lint(ctx, tool, s)
	}
	return e
}
