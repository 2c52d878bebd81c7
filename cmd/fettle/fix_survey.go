package main

import (
	"context"

	"github.com/fettle-dev/fettle/internal/text"
)

// survey looks at all files of a run with few processes, where the tools can:
// the runs file by file then find the results at hand.
func (w *wiring) survey(ctx context.Context, list []text.Snapshot) {
	if many, ok := w.engine.Tools.(tools); ok {
		many.runner.Survey(ctx, list, many.Names)
	}
}
