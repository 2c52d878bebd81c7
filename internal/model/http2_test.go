package model

import (
	"context"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestHTTP2 repeats the faults of the wire over HTTP/2, which the vendors'
// endpoints speak: limits, cancel and broken streams are other code there.
func TestHTTP2(t *testing.T) {
	half := wholeAnswer["openai"][:30]
	for name, c := range map[string]struct {
		serve func(w http.ResponseWriter, r *http.Request)
		want  Fault
		calls int32
	}{
		"good":          {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, unknownEvents["openai"]) }, "", 1},
		"never closes":  {func(w http.ResponseWriter, r *http.Request) { flush(w, unknownEvents["openai"]); <-r.Context().Done() }, "", 1},
		"no header":     {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, FaultStalled, 1},
		"stalls":        {func(w http.ResponseWriter, r *http.Request) { flush(w, half); <-r.Context().Done() }, FaultStalled, 1},
		"cut":           {func(w http.ResponseWriter, _ *http.Request) { flush(w, half) }, FaultIncomplete, 2},
		"stream reset":  {func(w http.ResponseWriter, _ *http.Request) { flush(w, half); panic(http.ErrAbortHandler) }, FaultIncomplete, 2},
		"reset at once": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, FaultIncomplete, 2},
		"endless":       {endless, FaultTooLarge, 1},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://other.example/", http.StatusPermanentRedirect)
		}, FaultRedirect, 1},
		"big header": {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Big", strings.Repeat("h", 1<<20)) }, FaultIncomplete, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c2, calls := http2Client(t, c.serve)
			if c.want == FaultStalled {
				c2.timing.explicit.first, c2.timing.explicit.idle, c2.timing.ping = 1500*time.Millisecond, 1500*time.Millisecond, 500*time.Millisecond
			}
			reply, err := c2.Complete(context.Background(), ask)
			if faultOf(err) != c.want || (err == nil) != (reply.Text != "") {
				t.Errorf("%q %v, want %s", reply.Text, err, c.want)
			}
			if n := calls.Load(); n != c.calls {
				t.Errorf("%d calls, want %d", n, c.calls)
			}
		})
	}
	t.Run("cancel", func(t *testing.T) {
		gone, came := make(chan struct{}), make(chan struct{})
		c, _ := http2Client(t, func(w http.ResponseWriter, r *http.Request) {
			flush(w, half)
			close(came)
			<-r.Context().Done()
			close(gone)
		})
		c.timing.explicit.idle = time.Minute
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-came; cancel() }()
		if _, err := c.Complete(ctx, ask); faultOf(err) != FaultCancelled {
			t.Error(err)
		}
		select {
		case <-gone:
		case <-time.After(testkit.WireTimeout):
			t.Error("the server was not told")
		}
	})
}

func flush(w http.ResponseWriter, s string) {
	_, _ = io.WriteString(w, s)
	_ = http.NewResponseController(w).Flush()
}

func http2Client(t *testing.T, serve http.HandlerFunc) (*Client, *atomic.Int32) {
	t.Helper()
	var calls atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 2 {
			t.Errorf("spoken: %s", r.Proto)
		}
		if r.Method == http.MethodPost {
			calls.Add(1)
		}
		serve(w, r)
	}))
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	o := setup{OpenAI, true}.options(s.URL)
	o.CAFile = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	return newClient(t, o), &calls
}
