package model

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestCancelInHandshake: the socket of a call that is cancelled while TLS is
// being set up is closed, although the transport dials apart from the call.
func TestCancelInHandshake(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	defer l.Close()
	accepted, closed := make(chan struct{}), make(chan struct{})
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		close(accepted)
		_, _ = io.Copy(io.Discard, conn)
		close(closed)
		_ = conn.Close()
	}()
	o := setups()[0].options("https://" + l.Addr().String())
	o.timing.explicit.dial = time.Minute
	c := newClient(t, o)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-accepted; time.Sleep(20 * time.Millisecond); cancel() }()
	start := time.Now()
	if _, err := c.Complete(ctx, ask); faultOf(err) != FaultCancelled || time.Since(start) > testkit.WireTimeout/2 {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	select {
	case <-closed:
	case <-time.After(testkit.WireTimeout):
		t.Error("the socket stayed open")
	}
}
