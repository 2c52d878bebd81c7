//go:build unix

package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	natsd "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestJetStreamComesLater: a server whose connections are back before its JetStream
// is (it reads its store, or a cluster chooses a leader) is asked again: a run is
// begun, jobs are queued, done and concluded, and calls reserved, each once.
func TestJetStreamComesLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := withoutJetStream(t, dir, natsd.RANDOM_PORT)
	turnOn(t, s, dir)
	f := dial(t, s.ClientURL())
	port := s.Addr().(*net.TCPAddr).Port
	// while has something asked of a server without JetStream, which comes later.
	while := func(what string, ask func() error) {
		t.Helper()
		back := f.whenBack()
		s.Shutdown()
		s.WaitForShutdown()
		s = withoutJetStream(t, dir, port)
		<-back
		asked := make(chan error, 1)
		go func() { asked <- ask() }()
		select {
		case err := <-asked:
			t.Errorf("%s did not wait for JetStream: %v", what, err)
			asked <- nil
		case <-time.After(1500 * time.Millisecond): // longer than the client itself tries
		}
		turnOn(t, s, dir)
		if err := <-asked; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	var r *Run
	while("a new run", func() (err error) {
		r, err = f.NewRun(t.Context(), "later", testVersion, Limits{Calls: 2})
		return err
	})
	while("a run that is taken up", func() error {
		_, err := f.NewRun(t.Context(), "later", testVersion, Limits{Calls: 2})
		return err
	})
	list, c := bodies(2), &coordinator{took: map[string]int{}, done: map[string]Done{}}
	for _, body := range list {
		while("a job", func() error {
			job, err := r.Submit(t.Context(), []byte(body), nil)
			c.jobs = append(c.jobs, job)
			return err
		})
	}
	while("a call", func() error {
		_, err := f.Budget("later").Take(t.Context())
		return err
	})
	if n, _, err := f.Budget("later").Used(t.Context()); n != 1 || err != nil {
		t.Errorf("one call was reserved %d times, %v", n, err)
	}
	while("a worker", func() error {
		work(t, f, &Worker{Name: "w", Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) { return answer(body), true, nil }})
		time.Sleep(1500 * time.Millisecond)
		return nil
	})
	c.await(t, f, r, list)
	for _, job := range c.jobs {
		if d := c.done[job]; d.Log != nil {
			t.Errorf("job %s was given up: %v", short(job), d.Log)
		}
	}
}

// withoutJetStream is a server without JetStream.
func withoutJetStream(t *testing.T, dir string, port int) *natsd.Server {
	t.Helper()
	s, err := natsd.NewServer(&natsd.Options{Host: "127.0.0.1", Port: port, StoreDir: dir, NoSigs: true, NoLog: true})
	must.OK(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server did not start")
	}
	return s
}

func turnOn(t *testing.T, s *natsd.Server, dir string) {
	t.Helper()
	must.OK(t, s.EnableJetStream(&natsd.JetStreamConfig{StoreDir: dir}))
}

// TestAway: what is an answer is not asked again.
func TestAway(t *testing.T) {
	for _, c := range []struct {
		err           error
		away, unheard bool
	}{
		{nats.ErrNoResponders, true, true},
		{fmt.Errorf("x: %w", jetstream.ErrNoStreamResponse), true, true},
		{jetstream.ErrJetStreamNotEnabled, true, true},
		{&jetstream.APIError{Code: 503, ErrorCode: 10008}, true, true},
		{&jetstream.APIError{Code: 404, ErrorCode: 10059}, true, true}, // before it has read its streams
		{nats.ErrTimeout, true, false},
		{context.DeadlineExceeded, true, false},
		{&jetstream.APIError{Code: 500, ErrorCode: 10047}, false, false}, // no room
		{&jetstream.APIError{Code: 503, ErrorCode: 10023}, false, false}, // nor resources
		{jetstream.ErrKeyExists, false, false},
		{jetstream.ErrKeyNotFound, false, false},
		{jetstream.ErrObjectNotFound, false, false},
		{&Spent{LimitCalls}, false, false},
		{errors.New("x"), false, false},
		{context.Canceled, false, false},
	} {
		if changed(c.err) {
			t.Errorf("%v: a changed key", c.err)
		}
		if away(c.err) != c.away || unheard(c.err) != c.unheard {
			t.Errorf("%v: away %v, unheard %v", c.err, away(c.err), unheard(c.err))
		}
	}
	// As the client says it, of a bucket with replicas.
	if err := fmt.Errorf("%w: %w", &jetstream.APIError{Code: 503, ErrorCode: 10164}, jetstream.ErrKeyRevisionMismatch); !changed(err) || away(err) {
		t.Error("a key that another has changed in a bucket with replicas")
	}
}
