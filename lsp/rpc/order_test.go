package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestOrder sends notifications and requests mixed: every request must see
// exactly the notifications before it.
func TestOrder(t *testing.T) {
	var wire bytes.Buffer
	body := func(s string) { wire.WriteString(testkit.Frame(s)) }
	body(`{"jsonrpc":"2.0","id":0,"method":"initialize"}`)
	r := rand.New(rand.NewPCG(3, 4))
	const messages = 10_000
	want := map[string]int{}
	notes := 0
	for i := 1; i <= messages; i++ {
		if r.IntN(3) > 0 {
			notes++
			body(fmt.Sprintf(`{"jsonrpc":"2.0","method":"note","params":[%d]}`, notes))
			continue
		}
		want[fmt.Sprint(i)] = notes
		body(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"count"}`, i))
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	t.Cleanup(func() { _ = inW.Close(); _ = outR.Close() })
	last := 0
	conn := New(Options{In: inR, Out: outW, Busy: map[string]func() (any, error){"count": func() (any, error) { return "busy", nil }}})
	code := make(chan int, 1)
	go func() {
		code <- conn.Serve(context.Background(), Table{
			Initialize: func(json.RawMessage) (any, error) { return nil, nil },
			Notifications: map[string]Notification{"note": func(p json.RawMessage) error {
				var n []int
				if err := json.Unmarshal(p, &n); err != nil || n[0] != last+1 {
					t.Errorf("note %s after %d", p, last)
				}
				last++
				return nil
			}},
			Requests: map[string]Request{"count": func(json.RawMessage) (Work, error) {
				seen := last
				return func(context.Context) (any, error) { return seen, nil }, nil
			}},
		})
	}()
	client := testkit.NewWire(t, inW, outR)
	go func() { _, _ = io.Copy(inW, &wire) }()
	for id, seen := range want {
		m := client.AnswerTo(json.RawMessage(id))
		if s := string(m.Result); s != fmt.Sprint(seen) && s != `"busy"` {
			t.Fatalf("request %s saw %s notifications, want %d", id, m.Result, seen)
		}
	}
	client.OneAnswerEach()
	_ = inW.Close()
	<-code
	if last != notes {
		t.Errorf("%d notifications arrived of %d", last, notes)
	}
}

func TestManyRequests(t *testing.T) {
	s := beginReady(t, Options{})
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 20 {
				text := strings.Repeat("x", i*j)
				if m := s.Call("echo", []string{text}); string(m.Result) != `["`+text+`"]` {
					t.Errorf("echo of %d bytes: %.100s", len(text), m.Raw)
				}
			}
		}()
	}
	wg.Wait()
	s.OneAnswerEach()
}

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
