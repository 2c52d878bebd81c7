package engine

import (
	"context"

	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// metered learns from what a model reports how many bytes of its prompts make a
// token: budgets are counted in bytes.
type metered struct {
	next  model.Completer
	meter *tokens.Meter
	name  string
}

// Complete asks, and records the usage.
func (m metered) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	r, err := m.next.Complete(ctx, p)
	if err == nil {
		m.meter.Report(m.name, len(p.System)+len(p.User), r.Usage.Prompt)
	}
	return r, err
}
