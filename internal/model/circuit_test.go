package model

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// pair is the options of two models behind one server, and what they share.
func pair(t *testing.T, url string) (a, b Options, shared *Origins) {
	t.Helper()
	shared = &Origins{}
	a = setups()[0].options(url)
	a.Origins = shared
	b = a
	b.Name = "other"
	return a, b, shared
}

// TestModelsShareSlots: two models of one local server are asked in turn, also
// across a change of the settings, and a small one beside them does not wait.
func TestModelsShareSlots(t *testing.T) {
	asked, release := make(chan string, 8), make(chan struct{})
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		asked <- modelOf(r)
		if modelOf(r) != "aside" {
			<-release
		}
		return testkit.Reply{Text: "x"}, true
	})
	defer m.Close()
	first, second, shared := pair(t, m.URL)
	aside := first
	aside.Name, aside.Aside = "aside", true
	ended := make(chan error, 3)
	ask := func(o Options) {
		c := newClient(t, o)
		go func() { _, err := c.Complete(context.Background(), ask); ended <- err }()
	}
	ask(first)
	if got := <-asked; got != "test" {
		t.Fatalf("%q was asked", got)
	}
	shared.Renew()
	ask(second)
	ask(aside)
	if got := <-asked; got != "aside" {
		t.Errorf("%q was asked while the slot is taken", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	close(release)
	if got := <-asked; got != "other" {
		t.Errorf("%q was asked", got)
	}
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// TestModelsShareTheCircuit: what a server said to one model is not asked again
// for another one of it; a change of the settings mends a key and a network, but
// not the patience of a server.
func TestModelsShareTheCircuit(t *testing.T) {
	fault := func(c *Client) Fault {
		var e *Error
		if err := c.Ready(); errors.As(err, &e) {
			return e.Fault
		}
		return ""
	}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	for _, c := range []struct {
		name   string
		url    string
		reply  testkit.Reply
		calls  int // until the circuit opens
		fault  Fault
		other  Fault // of a client with another key
		mended bool  // by other settings
	}{
		{name: "key rejected", reply: testkit.Reply{Status: 401}, calls: 1, fault: FaultKeyRejected, mended: true},
		{name: "rate limited", reply: testkit.Reply{Status: 429, Header: http.Header{"Retry-After": {"50"}}}, calls: 1, fault: FaultRateLimited, other: FaultRateLimited},
		{name: "unreachable", url: dead.URL, calls: 3, fault: FaultUnreachable, other: FaultUnreachable, mended: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := c.url
			if url == "" {
				url = testkit.NewModel(t, c.reply).URL
			}
			first, second, shared := pair(t, url)
			keyed := second
			keyed.Key = secret.New("another-" + canaryKey())
			a, b, other := newClient(t, first), newClient(t, second), newClient(t, keyed)
			for range c.calls {
				if fault(b) != "" {
					t.Fatal("the circuit is open too early")
				}
				_, _ = a.Complete(context.Background(), ask)
			}
			if got := []Fault{fault(a), fault(b), fault(other)}; got[0] != c.fault || got[1] != c.fault || got[2] != c.other {
				t.Errorf("the model, another one, one with another key: %q", got)
			}
			if late := newClient(t, second); fault(late) != c.fault {
				t.Error("a client that was made later knows nothing")
			}
			shared.Renew()
			if open := fault(b) != ""; open == c.mended {
				t.Errorf("after a change of the settings: open %v", open)
			}
		})
	}
}

// TestWaitingCallObeys: a call that waited for its turn is not made when the key
// was rejected in the meantime.
func TestWaitingCallObeys(t *testing.T) {
	m := testkit.NewModel(t)
	c := newClient(t, setups()[0].options(m.URL))
	leave, err := c.origin.enter(context.Background(), false)
	must.OK(t, err)
	passed, ended := make(chan struct{}), make(chan error)
	go func() {
		_, err := c.Complete(&noticed{Context: context.Background(), passed: passed}, ask)
		ended <- err
	}()
	<-passed
	c.origin.note(c.caller, &fail{fault: FaultKeyRejected}, time.Now(), 0)
	leave()
	if err := <-ended; faultOf(err) != FaultKeyRejected || len(m.Requests()) != 0 {
		t.Errorf("%v, %d requests", err, len(m.Requests()))
	}
}

// noticed is a context that says when a call begins to wait with it: it has
// looked at the circuit then.
type noticed struct {
	context.Context
	once   sync.Once
	passed chan struct{}
}

func (n *noticed) Done() <-chan struct{} {
	n.once.Do(func() { close(n.passed) })
	return n.Context.Done()
}

// TestLateSuccess: the answer to a call that was under way when the server asked
// for patience does not end that patience.
func TestLateSuccess(t *testing.T) {
	var s origin
	now := time.Now()
	s.note(caller{}, &fail{fault: FaultRateLimited, after: time.Minute}, now, 0)
	s.note(caller{}, nil, now.Add(time.Second), 0)
	if f := s.refuses(caller{}, now.Add(2*time.Second)); f == nil || f.after != 58*time.Second || !f.local {
		t.Errorf("%+v", f)
	}
	if f := s.refuses(caller{}, now.Add(time.Minute)); f != nil {
		t.Errorf("after the time that the server named: %+v", f)
	}
}

// modelOf is the model that a request names.
func modelOf(r testkit.ModelRequest) string {
	var b struct{ Model string }
	_ = json.Unmarshal(r.Body, &b)
	return b.Model
}
