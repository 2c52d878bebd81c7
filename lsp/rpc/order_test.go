package rpc

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/testkit"
)

func TestCallClient(t *testing.T) {
	s := beginReady(t, Options{})
	for want, answer := range map[string]func(testkit.Message) (any, *testkit.WireError){
		`"Ann"`: func(testkit.Message) (any, *testkit.WireError) { return map[string]string{"Name": "Ann"}, nil },
		`""`:    nil,
		`"error -5 no"`: func(testkit.Message) (any, *testkit.WireError) {
			return nil, &testkit.WireError{Code: -5, Message: "no"}
		},
		`"error 0 context`: func(testkit.Message) (any, *testkit.WireError) { return nil, testkit.NoAnswer },
		`"error 0 json`:    func(testkit.Message) (any, *testkit.WireError) { return 5, nil },
	} {
		s.Answer("question", answer)
		how := "until there is an answer"
		if strings.HasSuffix(want, "context") {
			how = "briefly"
		}
		m := s.Call("ask", []string{how})
		if got := string(m.Result); !strings.HasPrefix(got, want) && !(strings.Contains(want, "json") && strings.HasPrefix(got, `"error 0 `)) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	s.alive(t)
}

func TestGo(t *testing.T) {
	testkit.Panics(t)
	s := beginReady(t, Options{})
	s.conn.Go("panics", func(context.Context) { panic("x") })
	ended := make(chan error, 1)
	s.conn.Go("waits", func(ctx context.Context) { <-ctx.Done(); ended <- ctx.Err() })
	s.alive(t)
	if m := s.Call("shutdown", nil); m.Error != nil {
		t.Error(m.Raw)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for len(bug.List()) == 0 { // the panic is kept behind it, in a folder that goes with the test
		time.Sleep(time.Millisecond)
	}
}

// TestCallAfterShutdown: a client that has sent shutdown is asked nothing more.
func TestCallAfterShutdown(t *testing.T) {
	s := beginReady(t, Options{})
	asked := make(chan error, 1)
	s.conn.Go("asks", func(ctx context.Context) {
		<-ctx.Done()
		asked <- s.conn.Call(ctx, "question", nil, nil)
	})
	if m := s.Call("shutdown", nil); m.Error != nil {
		t.Error(m.Raw)
	}
	seen := s.Seen()
	if err := <-asked; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if m := s.Call("echo", nil); m.Code() != InvalidRequest {
		t.Error(m.Raw)
	}
	if n := s.Seen() - seen; n != 1 {
		t.Errorf("%d messages after shutdown", n)
	}
}
