// Package fleet lets many machines work on one run of fettle fix, over NATS with
// JetStream: a work queue of jobs, key-value buckets for results, budgets and
// workers, an object store for trees and texts. It is the only package that knows
// NATS, and it knows nothing of fixes: jobs and results are bytes.
//
//   - What is large is an object, named by its SHA-256 digest and checked against
//     it by whoever reads it. A message is the name of a job and of its run.
//   - A job's name is the digest of what it asks for. Whoever asks for the same
//     again finds what came of it, for as long as results are kept.
//   - A worker keeps its lease by saying that it works. A job whose worker is gone
//     is delivered to another. The first result of a job is accepted (the key is made
//     once), any other is dropped: it does not matter how often a job is done.
//   - A job that ended badly [Tries] times is given up, with a line for each try.
//   - The queue's subject holds the version of the engine and of its prompts:
//     nobody is given jobs of another one.
//   - Budgets are reserved before a call, by compare-and-set, on the server's
//     clock.
//
// Everything here is made again if it is not there, and ages out.
package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Tries is how often a job may end badly, or its worker vanish, before it is given
// up.
const Tries = 3

// Names on the server.
const (
	streamName   = "FETTLE_JOBS"
	subjects     = "fettle.jobs."
	runsName     = "fettle-runs"
	finishedName = "fettle-finished"
	workersName  = "fettle-workers"
	objectsName  = "fettle-objects"
)

// Options say which server is used, and who one is there.
type Options struct {
	URL   string
	Creds string       // file with credentials; "" = what the URL says
	CA    string       // file with the server's authority; "" = the system's
	Conn  ConnProvider // a server in this process, in place of the URL
	Name  string       // of this process, for those who look at the server
	Lease time.Duration
	clock func() time.Time // of this machine; nil: time.Now
}

// ConnProvider is a server in the same process.
type ConnProvider = nats.InProcessConnProvider

// Fleet is a connection to a server.
type Fleet struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	stream   jetstream.Stream
	runs     jetstream.KeyValue
	finished jetstream.KeyValue
	workers  jetstream.KeyValue
	objects  jetstream.ObjectStore
	lease    time.Duration
	here     func() time.Time // this machine's clock, which may be wrong
	met      time.Time        // the server's time when the queue was found,
	since    time.Time        // and this machine's

	mu   sync.Mutex
	back chan struct{} // closed when a connection that was away is back
}

// Dial connects, and makes on the server what is not there yet.
func Dial(ctx context.Context, o Options) (*Fleet, error) {
	f := &Fleet{lease: o.Lease, here: time.Now, back: make(chan struct{})}
	if o.clock != nil {
		f.here = o.clock
	}
	options := []nats.Option{nats.ReconnectHandler(func(*nats.Conn) { f.isBack() }), nats.Name(o.Name),
		nats.MaxReconnects(-1), nats.ReconnectWait(limits.FleetReconnect), nats.Timeout(limits.FleetDial)}
	if o.Creds != "" {
		options = append(options, nats.UserCredentials(o.Creds))
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	if o.Conn != nil {
		options = append(options, nats.InProcessServer(o.Conn))
	}
	conn, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", bare(err))
	}
	f.conn = conn
	if f.lease <= 0 {
		f.lease = limits.FleetLease
	}
	if err := f.prepare(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return f, nil
}

// isBack notifies those who watch the server that it may have forgotten them.
func (f *Fleet) isBack() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.back)
	f.back = make(chan struct{})
}

// whenBack is closed when the connection has been away and is back.
func (f *Fleet) whenBack() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.back
}

// Close leaves the server.
func (f *Fleet) Close() { f.conn.Close() }

func (f *Fleet) prepare(ctx context.Context) error {
	ctx, done := context.WithTimeout(ctx, limits.FleetAnswer)
	defer done()
	var err error
	if f.js, err = jetstream.New(f.conn); err != nil {
		return err
	}
	f.stream, err = found(ctx, jetstream.ErrStreamNotFound,
		func(ctx context.Context) (jetstream.Stream, error) { return f.js.Stream(ctx, streamName) },
		func(ctx context.Context) (jetstream.Stream, error) {
			return f.js.CreateStream(ctx, jetstream.StreamConfig{
				Name: streamName, Subjects: []string{subjects + ">"}, Retention: jetstream.WorkQueuePolicy,
				Storage: jetstream.FileStorage, MaxAge: limits.FleetAge, Duplicates: limits.FleetDuplicates,
				MaxMsgSize: limits.FleetMessage,
			})
		})
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, nats.ErrNoResponders) {
		return errors.New("the server has no JetStream: start it with -js")
	}
	if err != nil {
		return fmt.Errorf("the queue: %w", bare(err))
	}
	f.since = f.here()
	if f.met = f.stream.CachedInfo().TimeStamp; f.met.IsZero() {
		f.met = f.since // a server before 2.10 does not say
	}
	for _, b := range []struct {
		name string
		age  time.Duration
		to   *jetstream.KeyValue
	}{{runsName, limits.FleetAge, &f.runs}, {finishedName, limits.FinishedAge, &f.finished},
		{workersName, limits.FleetWorkerAge, &f.workers}} {
		*b.to, err = found(ctx, jetstream.ErrBucketNotFound,
			func(ctx context.Context) (jetstream.KeyValue, error) { return f.js.KeyValue(ctx, b.name) },
			func(ctx context.Context) (jetstream.KeyValue, error) {
				return f.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: b.name, TTL: b.age,
					Storage: jetstream.FileStorage})
			})
		if err != nil {
			return fmt.Errorf("the bucket %s: %w", b.name, bare(err))
		}
	}
	f.objects, err = found(ctx, jetstream.ErrBucketNotFound,
		func(ctx context.Context) (jetstream.ObjectStore, error) { return f.js.ObjectStore(ctx, objectsName) },
		func(ctx context.Context) (jetstream.ObjectStore, error) {
			return f.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objectsName, TTL: limits.FleetAge,
				Storage: jetstream.FileStorage})
		})
	if err != nil {
		return fmt.Errorf("the object store: %w", bare(err))
	}
	return nil
}

// found looks for a stream, and makes it if nobody has. What is there is not
// updated: nats-server 2.15.2 has a data race between the update of a stream and
// a consumer that is being added to it, and every worker that joins does both.
func found[T any](ctx context.Context, missing error, look, create func(context.Context) (T, error)) (T, error) {
	v, err := look(ctx)
	if !errors.Is(err, missing) {
		return v, err
	}
	v, err = create(ctx)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) || errors.Is(err, jetstream.ErrBucketExists) {
		return look(ctx) // another was first
	}
	return v, err
}

// Digest names bytes.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Put stores bytes under their digest, once.
func (f *Fleet) Put(ctx context.Context, data []byte) (string, error) {
	name := Digest(data)
	_, err := patiently(ctx, f, limits.FleetTransfer, func(ctx context.Context) (*jetstream.ObjectInfo, error) {
		if info, err := f.objects.GetInfo(ctx, name); err == nil && f.fresh(info.ModTime) {
			return info, nil
		}
		return f.objects.Put(ctx, jetstream.ObjectMeta{Name: name}, strings.NewReader(string(data)))
	})
	if err != nil {
		return "", fmt.Errorf("store %d bytes: %w", len(data), bare(err))
	}
	return name, nil
}

// fresh reports whether an object is so new that it does not age out while it is in
// use. Its time is the server's: on a machine whose clock is days behind, an object
// at its end would pass for new.
func (f *Fleet) fresh(stored time.Time) bool {
	now := f.met.Add(f.here().Sub(f.since))
	return now.Sub(stored) < limits.FleetAge/2
}

// ErrAltered says that an object is not what its name says.
var ErrAltered = errors.New("an object is not what its name says")

// Get reads what is stored under a digest, at most so many bytes.
func (f *Fleet) Get(ctx context.Context, digest string, limit int64) ([]byte, error) {
	if !isDigest(digest) {
		return nil, fmt.Errorf("%q is no digest", digest)
	}
	data, err := patiently(ctx, f, limits.FleetTransfer, func(ctx context.Context) ([]byte, error) {
		r, err := f.objects.Get(ctx, digest)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return io.ReadAll(io.LimitReader(r, limit+1))
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("fetch %s: %w", short(digest), bare(err))
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("%s is larger than %d bytes", short(digest), limit)
	case Digest(data) != digest:
		return nil, fmt.Errorf("%s: %w", short(digest), ErrAltered)
	}
	return data, nil
}

func isDigest(s string) bool {
	raw, err := hex.DecodeString(s)
	return err == nil && len(raw) == sha256.Size && strings.ToLower(s) == s
}

// short returns the start of a digest, for messages and subjects.
func short(digest string) string { return digest[:min(12, len(digest))] }

// queue returns the subject of the jobs of one version.
func queue(version string) string { return subjects + short(Digest([]byte(version))) }

// bare returns an error of NATS as one line without its prefix.
func bare(err error) error {
	said, _, _ := strings.Cut(err.Error(), "\n")
	if said = strings.TrimPrefix(said, "nats: "); said == err.Error() {
		return err
	}
	return &plain{said, err}
}

type plain struct {
	said string
	err  error
}

func (p *plain) Error() string { return p.said }
func (p *plain) Unwrap() error { return p.err }
