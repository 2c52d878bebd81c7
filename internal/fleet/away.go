package fleet

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/limits"
)

// What a server says while its JetStream starts, ends or chooses a leader
// (errors.json of nats-server 2.15.2).
const (
	codeUnavailable = 10008 // "JetStream system temporarily unavailable"
	codeNotReady    = 10163 // "expected last sequence per subject temporarily unavailable"
	// "stream not found": JetStream answers while it still reads its streams from the
	// disk. They were there when this process connected.
	codeNotRead = 10059
)

// unheard reports whether an error says that nobody received a request, so that it was not done. A store that is full,
// a key that exists or an object that is missing are answers.
func unheard(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return slices.Contains([]jetstream.ErrorCode{codeUnavailable, codeNotReady, codeNotRead,
			jetstream.JSErrCodeJetStreamNotEnabled, jetstream.JSErrCodeJetStreamNotEnabledForAccount}, api.ErrorCode)
	}
	return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrReconnectBufExceeded)
}

// away reports whether an error says that a request was not received, or not answered: then it may have been done.
func away(err error) bool {
	return unheard(err) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, nats.ErrDisconnected)
}

// changed reports whether an error says that somebody else has changed a key
// meanwhile. Buckets that an administrator has made with replicas say so by a code
// of their own.
func changed(err error) bool { return errors.Is(err, jetstream.ErrKeyRevisionMismatch) }

// patiently asks a server that has answered before, and asks again while it is away: a connection is back before
// JetStream is, and nobody answers a request that was lost with the connection. One answer may need as long as long
// says. ask may run twice.
func patiently[T any](ctx context.Context, f *Fleet, long time.Duration,
	ask func(context.Context) (T, error)) (T, error) {
	var end <-chan time.Time
	for {
		v, lost, err := once(ctx, f, long, ask)
		if err == nil || ctx.Err() != nil || !lost && !away(err) {
			return v, err
		}
		if end == nil {
			end = time.After(limits.FleetAway)
		}
		select {
		case <-time.After(limits.FleetReconnect / 4):
		case <-end:
			return v, err
		case <-ctx.Done():
			return v, err
		}
	}
}

// once runs ask until it ends or until the connection has been away and is back: then the answer is lost.
func once[T any](ctx context.Context, f *Fleet, long time.Duration,
	ask func(context.Context) (T, error)) (v T, lost bool, err error) {
	asking, stop := context.WithTimeout(ctx, long)
	defer stop()
	back := f.whenBack()
	go func() {
		select {
		case <-back:
			stop()
		case <-asking.Done():
		}
	}()
	v, err = ask(asking)
	return v, asking.Err() != nil, err
}

// surely is [patiently] for a request whose answer has no value.
func surely(ctx context.Context, f *Fleet, do func(context.Context) error) error {
	_, err := patiently(ctx, f, limits.FleetAnswer, func(ctx context.Context) (struct{}, error) {
		return struct{}{},
			do(ctx)
	})
	return err
}
