package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
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

	mu    sync.Mutex
	notes []string
}

func (s *session) noted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.notes...)
}

// begin serves a table of test methods:
//
//	note    notification: keeps its params; "panic" and "error" do that
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
			s.mu.Lock()
			defer s.mu.Unlock()
			s.notes = append(s.notes, string(p))
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

func (s *session) exit(t *testing.T) (int, time.Duration) {
	t.Helper()
	start := time.Now()
	select {
	case code := <-s.code:
		return code, time.Since(start)
	case <-time.After(testkit.WireTimeout):
		t.Fatal("Serve does not return")
	}
	return 0, 0
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

func TestGuardAnswers(t *testing.T) {
	s := beginReady(t, Options{})
	for _, tt := range []struct {
		body string
		code int
	}{
		{`{nonsense`, ParseError}, {`[]`, InvalidRequest}, {`{"jsonrpc":"2.0","id":true,"method":"echo"}`, InvalidRequest},
		{`[{"jsonrpc":"2.0","method":"note","params":["batch"]}]`, InvalidRequest},
	} {
		from := s.Seen()
		s.Body(tt.body)
		if m := s.Wait(from, "refusal", func(m testkit.Message) bool { return string(m.ID) == "null" }); m.Code() != tt.code {
			t.Errorf("%s: %s", tt.body, m.Raw)
		}
		s.alive(t)
	}
	from := s.Seen()
	for _, body := range []string{`{"jsonrpc":"2.0","id":1,"result":null,"error":null}`, `{"jsonrpc":"2.0","id":"none","error":{}}`, `{"id":7,"result":1}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, `{"jsonrpc":"2.0","id":7,"result":1,"error":{"code":1,"message":"m"}}`} {
		s.Body(body)
	}
	s.alive(t)
	if n := s.Seen() - from; n != 1 {
		t.Errorf("answers were answered: %d messages", n)
	}
	if len(s.noted()) != 0 {
		t.Errorf("a member of a batch ran: %v", s.noted())
	}
}

func TestLifecycle(t *testing.T) {
	t.Run("before initialize", func(t *testing.T) {
		s := begin(t, Options{})
		s.Notify("note", []int{1})
		for _, method := range []string{"echo", "shutdown", "nothing"} {
			if m := s.Call(method, nil); m.Code() != ServerNotInitialized {
				t.Errorf("%s: %s", method, m.Raw)
			}
		}
		if m := s.Call("initialize", nil); m.Error != nil {
			t.Error(m.Raw)
		}
		s.alive(t)
		if len(s.noted()) != 0 {
			t.Errorf("a notification ran: %v", s.noted())
		}
		s.Notify("exit", nil)
		if code, _ := s.exit(t); code != 1 {
			t.Errorf("exit without shutdown gave %d", code)
		}
	})
	t.Run("exit at once", func(t *testing.T) {
		s := begin(t, Options{})
		s.Notify("exit", nil)
		if code, _ := s.exit(t); code != 1 {
			t.Errorf("code %d", code)
		}
	})
	t.Run("shutdown and exit", func(t *testing.T) {
		s := beginReady(t, Options{})
		running := s.Start("sleep", nil)
		stuck := s.Start("stuck", nil)
		if m := s.Call("shutdown", nil); m.Error != nil || string(m.Result) != "null" {
			t.Error(m.Raw)
		}
		for _, id := range []int{running, stuck} {
			if m := s.AnswerTo(id); m.Code() != RequestCancelled {
				t.Error(m.Raw)
			}
		}
		if m := s.Call("echo", nil); m.Code() != InvalidRequest {
			t.Error(m.Raw)
		}
		s.Notify("note", []int{2})
		s.Notify("exit", nil)
		if code, took := s.exit(t); code != 0 || took > 10*limits.Exit {
			t.Errorf("code %d after %v", code, took)
		}
		if len(s.noted()) != 0 {
			t.Errorf("a notification ran: %v", s.noted())
		}
	})
	t.Run("end of input", func(t *testing.T) {
		s := beginReady(t, Options{})
		id := s.Start("sleep", nil)
		_ = s.in.Close()
		if code, _ := s.exit(t); code != 1 {
			t.Errorf("code %d", code)
		}
		if m := s.AnswerTo(id); m.Code() != RequestCancelled {
			t.Error(m.Raw)
		}
	})
	t.Run("context ends", func(t *testing.T) {
		s := beginReady(t, Options{})
		s.stop()
		if code, _ := s.exit(t); code != 1 {
			t.Errorf("code %d", code)
		}
	})
	t.Run("frame boundary lost", func(t *testing.T) {
		s := beginReady(t, Options{})
		_ = s.Bytes("Content-Length: x\r\n\r\n")
		s.Wait(0, "refusal", func(m testkit.Message) bool { return m.Code() == ParseError && string(m.ID) == "null" })
		if code, _ := s.exit(t); code != 1 {
			t.Errorf("code %d", code)
		}
	})
}

func TestCancel(t *testing.T) {
	s := beginReady(t, Options{})
	for _, id := range []any{1, "text", "1", 4294967296, -5, ""} {
		for _, method := range []string{"sleep", "stuck"} {
			s.StartAs(id, method, nil)
			s.Notify("$/cancelRequest", map[string]any{"id": id})
			from := s.Seen()
			_ = from
		}
	}
	s.alive(t)
	answers := 0
	for begun := time.Now(); answers < 6 && time.Since(begun) < 10*time.Second; time.Sleep(time.Millisecond) {
		answers = 0 // that of a request may come behind that of a later one
		for _, m := range s.Messages() {
			if m.Code() == RequestCancelled {
				answers++
			}
		}
	}
	// The second of two requests with one id may find the first unanswered.
	if answers < 6 {
		t.Errorf("%d answers say cancelled", answers)
	}
	for _, p := range []string{`null`, `{}`, `[]`, `{"id":null}`, `{"id":1.5}`, `{"id":{}}`, `{"id":"unknown"}`, `{"id":99999999999999999999999}`, `5`} {
		s.Body(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":` + p + `}`)
	}
	s.Notify("$/cancelRequest", nil)
	s.alive(t)
	id := s.Start("sleep", nil) // only the cancel ends it
	s.Notify("$/cancelRequest", map[string]any{"id": id})
	if m := s.AnswerTo(id); m.Code() != RequestCancelled {
		t.Error(m.Raw)
	}
	s.Notify("$/cancelRequest", map[string]any{"id": id})
	s.alive(t)
}

func TestDeadline(t *testing.T) {
	s := beginReady(t, Options{Deadline: 20 * time.Millisecond})
	if m := s.Call("stuck", nil); m.Code() != RequestFailed || !strings.Contains(m.Raw, "too long") {
		t.Error(m.Raw)
	}
}

func TestDuplicateID(t *testing.T) {
	s := beginReady(t, Options{})
	s.StartAs(7, "sleep", nil)
	s.StartAs("7", "sleep", nil)
	s.StartAs(7, "echo", []int{2})
	if m := s.AnswerTo(7); m.Code() != InvalidRequest {
		t.Errorf("the second got %s", m.Raw)
	}
	from := s.Seen()
	s.Notify("$/cancelRequest", map[string]any{"id": 7})
	if m := s.Wait(from, "first answer", func(m testkit.Message) bool { return string(m.ID) == "7" }); m.Code() != RequestCancelled {
		t.Errorf("the first got %s", m.Raw)
	}
	from = s.Seen()
	s.StartAs(7, "echo", []int{3})
	if m := s.Wait(from, "echo", func(m testkit.Message) bool { return string(m.ID) == "7" }); string(m.Result) != "[3]" {
		t.Errorf("the id cannot be used again: %s", m.Raw)
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
