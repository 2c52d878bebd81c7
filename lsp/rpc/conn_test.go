package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// session is a connection with a small server behind it, and a client.
type session struct {
	*testkit.Wire
	conn *Conn
	in   *io.PipeWriter
	code chan int
	stop context.CancelFunc
}

// begin serves a table of test methods:
//
//	note    notification; with "panic" and "error" it does that
//	echo    answers its params
//	sleep   works until cancelled
//	stuck   works on after it was cancelled
//	panic   panics on the lane, or at work with params
//	fail    fails with a plain error
//	typed   decodes params into a struct
//	ask     calls the client's method "question"
func begin(t *testing.T, o Options) *session {
	t.Helper()
	testkit.Panics(t)
	in, inW := io.Pipe()
	outR, out := io.Pipe()
	o.In, o.Out = in, out
	s := &session{conn: New(o), in: inW, code: make(chan int, 1)}
	var ctx context.Context
	ctx, s.stop = context.WithCancel(context.Background())
	release := make(chan struct{})
	table := Table{
		Initialize: func(json.RawMessage) (any, error) { return map[string]any{"capabilities": map[string]any{}}, nil },
		Notifications: map[string]Notification{"note": func(p json.RawMessage) error {
			switch string(p) {
			case `["panic"]`:
				panic("secret in a panic")
			case `["error"]`:
				return errors.New("an error")
			}
			return nil
		}},
		Requests: map[string]Request{
			"echo": func(p json.RawMessage) (Work, error) {
				return func(context.Context) (any, error) { return p, nil }, nil
			},
			"sleep": func(json.RawMessage) (Work, error) {
				return func(ctx context.Context) (any, error) { <-ctx.Done(); return nil, ctx.Err() }, nil
			},
			"stuck": func(json.RawMessage) (Work, error) {
				return func(context.Context) (any, error) { <-release; return nil, nil }, nil
			},
			"panic": func(p json.RawMessage) (Work, error) {
				if p == nil {
					panic("secret on the lane")
				}
				return func(context.Context) (any, error) { panic("secret at work") }, nil
			},
			"fail": func(json.RawMessage) (Work, error) {
				return func(context.Context) (any, error) { return nil, errors.New("secret path") }, nil
			},
			"refuse": func(json.RawMessage) (Work, error) { return nil, errors.New("secret path") },
			"typed": func(p json.RawMessage) (Work, error) {
				var v struct{ Name string }
				if err := Unmarshal(p, &v); err != nil {
					return nil, err
				}
				return nil, nil
			},
			"unencodable": func(json.RawMessage) (Work, error) {
				return func(context.Context) (any, error) { return make(chan int), nil }, nil
			},
			"ask": func(p json.RawMessage) (Work, error) {
				limit := testkit.WireTimeout
				if string(p) == `["briefly"]` {
					limit = 200 * time.Millisecond
				}
				return func(ctx context.Context) (any, error) {
					ctx, cancel := context.WithTimeout(ctx, limit)
					defer cancel()
					var answer struct{ Name string }
					err := s.conn.Call(ctx, "question", map[string]int{"n": 1}, &answer)
					if err != nil {
						return fmt.Sprintf("error %d %v", Code(err), err), nil
					}
					return answer.Name, nil
				}, nil
			},
			"ask from the lane": func(json.RawMessage) (Work, error) {
				err := s.conn.Call(context.Background(), "question", nil, nil)
				return nil, Errorf(RequestFailed, "%v", err)
			},
		},
	}
	go func() { s.code <- s.conn.Serve(ctx, table) }()
	s.Wire = testkit.NewWire(t, inW, outR)
	t.Cleanup(func() {
		s.stop()
		close(release)
		_ = inW.Close()
		_ = outR.Close()
	})
	return s
}

// ready is begin with initialize answered.
func beginReady(t *testing.T, o Options) *session {
	t.Helper()
	s := begin(t, o)
	if m := s.Call("initialize", map[string]any{}); m.Error != nil {
		t.Fatal(m.Raw)
	}
	return s
}

// alive fails the test unless the next request is answered.
func (s *session) alive(t *testing.T) {
	t.Helper()
	if m := s.Call("echo", []int{1}); string(m.Result) != "[1]" {
		t.Fatalf("echo answered %s", m.Raw)
	}
}

func TestErrors(t *testing.T) {
	s := beginReady(t, Options{})
	for _, tt := range []struct {
		method string
		params any
		code   int
	}{
		{"nothing", nil, MethodNotFound}, {"$/nothing", nil, MethodNotFound}, {"$/nothing", 5, MethodNotFound},
		{"typed", 5, InvalidParams}, {"typed", nil, InvalidParams}, {"typed", []int{}, InvalidParams}, {"refuse", nil, InvalidParams},
		{"panic", nil, InternalError}, {"panic", []int{}, InternalError}, {"fail", nil, InternalError}, {"unencodable", nil, InternalError},
		{"note", nil, InvalidRequest}, {"exit", nil, InvalidRequest}, {"$/cancelRequest", nil, InvalidRequest}, {"initialize", nil, InvalidRequest},
		{"ask from the lane", nil, RequestFailed}, {strings.Repeat("x", 100_000), nil, MethodNotFound},
	} {
		m := s.Call(tt.method, tt.params)
		if m.Code() != tt.code {
			t.Errorf("%.20s: %.200s, want code %d", tt.method, m.Raw, tt.code)
		}
		if strings.Contains(m.Raw, "secret") || len(m.Raw) > 300 {
			t.Errorf("%.20s: tells too much: %.400s", tt.method, m.Raw)
		}
		s.alive(t)
	}
	for _, p := range []any{[]string{"panic"}, []string{"error"}} {
		s.Notify("note", p)
	}
	for _, name := range []string{"echo", "shutdown", "initialize", "unknown", "$/unknown"} {
		s.Notify(name, nil)
		s.Notify(name, map[string]int{"a": 1})
	}
	s.alive(t)
	s.OneAnswerEach()
}

func TestDeadline(t *testing.T) {
	s := beginReady(t, Options{Deadline: 20 * time.Millisecond})
	if m := s.Call("stuck", nil); m.Code() != RequestFailed || !strings.Contains(m.Raw, "too long") {
		t.Error(m.Raw)
	}
}

func TestBusy(t *testing.T) {
	s := beginReady(t, Options{Busy: map[string]func() (any, error){
		"echo":   func() (any, error) { return "busy", nil },
		"refuse": func() (any, error) { panic("busy") },
	}})
	var ids []int
	for range limits.RequestsInFlight {
		ids = append(ids, s.Start("sleep", nil))
	}
	if m := s.Call("echo", nil); string(m.Result) != `"busy"` {
		t.Error(m.Raw)
	}
	if m := s.Call("sleep", nil); m.Code() != RequestFailed || m.Error.Message != "server busy" {
		t.Error(m.Raw)
	}
	if m := s.Call("refuse", nil); m.Code() != InternalError {
		t.Error(m.Raw)
	}
	for _, id := range ids {
		s.Notify("$/cancelRequest", map[string]any{"id": id})
	}
	for _, id := range ids {
		if m := s.AnswerTo(id); m.Code() != RequestCancelled {
			t.Error(m.Raw)
		}
	}
	for end := time.Now().Add(testkit.WireTimeout); time.Now().Before(end); { // places come back when the work has ended, soon after the answer
		if m := s.Call("echo", []int{1}); string(m.Result) == "[1]" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("busy for ever")
}
