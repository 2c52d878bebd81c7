package model

import (
	"context"
	"errors"
)

// WithFallback returns a completer that asks the second model where the first one is
// down: not reachable, silent, failing, out of its limits, or without a key.
// What the first one refused for good reason, or answered badly, the second is
// not bothered with. The error of both is that of the first.
func WithFallback(first, second Completer) Completer { return fallback{first, second} }

type fallback struct{ first, second Completer }

func (f fallback) Complete(ctx context.Context, p Prompt) (Reply, error) {
	r, err := f.first.Complete(ctx, p)
	if err == nil || ctx.Err() != nil || !down(err) {
		return r, err
	}
	if r, other := f.second.Complete(ctx, p); other == nil || ctx.Err() != nil {
		return r, other
	}
	return Reply{}, err
}

// down reports whether an error says that an endpoint cannot be used now.
func down(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Fault {
	case FaultUnreachable, FaultStalled, FaultTimeout, FaultServer, FaultRateLimited, FaultNoKey, FaultKeyRejected,
		FaultUnknownModel, FaultRedirect, FaultIncomplete:
		return true
	}
	return false
}
