package testkit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// WireTimeout is how long a [Wire] waits for anything before it fails the
// test. It only separates slow from never.
const WireTimeout = time.Minute

// Message is one message that the server has sent.
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *WireError      `json:"error"`
	Raw     string          `json:"-"`
}

// WireError is the error member of an answer.
type WireError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Code returns the error code of an answer, 0 for a result.
func (m Message) Code() int {
	if m.Error == nil {
		return 0
	}
	return m.Error.Code
}

// Wire speaks JSON-RPC frames to a server. It knows nothing of the server's
// own code, and sends whatever it is asked to, right or wrong. All that comes
// back is kept.
type Wire struct {
	t  testing.TB
	in io.Writer

	send sync.Mutex // one frame at a time
	mu   sync.Mutex
	got  []Message
	seen chan struct{} // closed and replaced at every message
	end  error         // why reading ended
	hold chan struct{} // not nil: reading is paused until it closes
	next int
	// answers to the server's calls by method; null without one
	answers map[string]func(Message) (result any, err *WireError)
	stray   string // first bytes on the wire that were no frame
	tap     func(Message)
}

// NewWire talks to a server that reads from in and writes to out.
func NewWire(t testing.TB, in io.Writer, out io.Reader) *Wire {
	w := &Wire{t: t, in: in, seen: make(chan struct{}), answers: map[string]func(Message) (any, *WireError){}}
	go w.read(out)
	return w
}

// Answer says how calls of the server are answered: with the function's result
// or error. Without a function the answer is null.
func (w *Wire) Answer(method string, f func(Message) (any, *WireError)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[method] = f
}

// Tap hands every further message to f, in order, instead of keeping it: for
// runs too long to keep all.
func (w *Wire) Tap(f func(Message)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tap = f
}

// NoAnswer is given by a function of [Wire.Answer] for no answer at all.
var NoAnswer = &WireError{Code: 0, Message: "no answer"}

func (w *Wire) read(out io.Reader) {
	in := bufio.NewReader(out)
	for {
		m, err := readMessage(in)
		w.mu.Lock()
		if err != nil {
			if !errors.Is(err, io.EOF) && w.stray == "" {
				w.stray = err.Error()
			}
			w.end = err
			close(w.seen)
			w.mu.Unlock()
			return
		}
		tap := w.tap
		if tap == nil {
			w.got = append(w.got, m)
		}
		close(w.seen)
		w.seen = make(chan struct{})
		hold, answer := w.hold, w.answers[m.Method]
		w.mu.Unlock()
		if tap != nil {
			tap(m)
		}
		if m.Method != "" && m.ID != nil {
			go w.reply(m, answer)
		}
		if hold != nil {
			<-hold
		}
	}
}

func (w *Wire) reply(m Message, answer func(Message) (any, *WireError)) {
	var result any
	if answer != nil {
		var fault *WireError
		result, fault = answer(m)
		if fault == NoAnswer {
			return
		}
		if fault != nil {
			_ = w.write(map[string]any{"jsonrpc": "2.0", "id": m.ID, "error": fault})
			return
		}
	}
	_ = w.write(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
}

// readMessage reads one frame and insists that it is one.
func readMessage(in *bufio.Reader) (Message, error) {
	length := -1
	for {
		line, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) && line == "" && length < 0 {
			return Message{}, io.EOF
		}
		if err != nil {
			return Message{}, fmt.Errorf("in a header, at %q: %w", line, err)
		}
		if line == "\r\n" {
			break
		}
		value, ok := strings.CutPrefix(line, "Content-Length: ")
		if !ok {
			return Message{}, fmt.Errorf("not a frame: %q", line)
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
			return Message{}, fmt.Errorf("not a length: %q", line)
		}
	}
	body := make([]byte, max(length, 0))
	if _, err := io.ReadFull(in, body); err != nil {
		return Message{}, fmt.Errorf("in a body: %w", err)
	}
	m := Message{Raw: string(body)}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("body %q: %w", body, err)
	}
	if m.JSONRPC != "2.0" {
		return m, fmt.Errorf("body %q: no JSON-RPC 2.0", body)
	}
	return m, nil
}

// Bytes sends bytes as they are.
func (w *Wire) Bytes(b string) error {
	w.send.Lock()
	defer w.send.Unlock()
	_, err := io.WriteString(w.in, b)
	return err
}

// Frame returns a body with its header.
func Frame(body string) string {
	return "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}

// Body sends a body, whatever it holds, in a good frame.
func (w *Wire) Body(body string) {
	w.t.Helper()
	if err := w.Bytes(Frame(body)); err != nil {
		w.t.Fatalf("sending: %v", err)
	}
}

func (w *Wire) write(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.Bytes(Frame(string(body)))
}

// Notify sends a notification. A nil params is left out.
func (w *Wire) Notify(method string, params any) {
	w.t.Helper()
	if err := w.write(notification(method, params)); err != nil {
		w.t.Fatalf("sending %s: %v", method, err)
	}
}

func notification(method string, params any) map[string]any {
	m := map[string]any{"jsonrpc": "2.0", "method": method}
	if params != nil {
		m["params"] = params
	}
	return m
}

// Start sends a request and returns its id, which is a new number.
func (w *Wire) Start(method string, params any) int {
	w.t.Helper()
	w.mu.Lock()
	w.next++
	id := w.next + 1000
	w.mu.Unlock()
	w.StartAs(id, method, params)
	return id
}

// StartAs sends a request under an id of the test's own.
func (w *Wire) StartAs(id any, method string, params any) {
	w.t.Helper()
	m := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	if err := w.write(m); err != nil {
		w.t.Fatalf("sending %s: %v", method, err)
	}
}

// Call sends a request and waits for its answer.
func (w *Wire) Call(method string, params any) Message {
	w.t.Helper()
	return w.AnswerTo(w.Start(method, params))
}

// AnswerTo waits for the answer with this id.
func (w *Wire) AnswerTo(id any) Message {
	w.t.Helper()
	raw, err := json.Marshal(id)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.Wait(0, "answer to "+string(raw),
		func(m Message) bool { return m.Method == "" && string(m.ID) == string(raw) })
}

// Wait returns the first message, from the given index on, that is wanted, and
// fails the test if it does not come.
func (w *Wire) Wait(from int, what string, want func(Message) bool) Message {
	w.t.Helper()
	m, err := w.Await(from, WireTimeout, want)
	if err != nil {
		w.t.Fatalf("waiting for %s: %v; last messages: %s", what, err, w.tail(5))
	}
	return m
}

// Await is Wait without failing.
func (w *Wire) Await(from int, timeout time.Duration, want func(Message) bool) (Message, error) {
	deadline := time.After(timeout)
	for i := from; ; {
		w.mu.Lock()
		for ; i < len(w.got); i++ {
			if want(w.got[i]) {
				m := w.got[i]
				w.mu.Unlock()
				return m, nil
			}
		}
		seen, end := w.seen, w.end
		w.mu.Unlock()
		if end != nil {
			return Message{}, fmt.Errorf("the server's output ended: %w", end)
		}
		select {
		case <-seen:
		case <-deadline:
			return Message{}, fmt.Errorf("nothing in %v", timeout)
		}
	}
}

// Seen returns the number of messages so far: where a later Wait may start.
func (w *Wire) Seen() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.got)
}

// Messages returns all messages so far.
func (w *Wire) Messages() []Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Message(nil), w.got...)
}

// Stray returns what the server wrote that was no frame, empty if all was well.
func (w *Wire) Stray() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stray
}

// Hold stops reading after the next message, until the returned function is
// called.
func (w *Wire) Hold() (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	hold := make(chan struct{})
	w.hold = hold
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.hold = nil
		close(hold)
	}
}

// OneAnswerEach fails the test unless every id was answered at most once.
// Answers to null are not counted.
func (w *Wire) OneAnswerEach() {
	w.t.Helper()
	count := map[string]int{}
	for _, m := range w.Messages() {
		if m.Method == "" && m.ID != nil && string(m.ID) != "null" {
			count[string(m.ID)]++
		}
	}
	for id, n := range count {
		if n > 1 {
			w.t.Errorf("id %s was answered %d times", id, n)
		}
	}
}

func (w *Wire) tail(n int) string {
	all := w.Messages()
	var b strings.Builder
	for _, m := range all[max(0, len(all)-n):] {
		raw := m.Raw
		if len(raw) > 300 {
			raw = raw[:300] + "..."
		}
		b.WriteString("\n\t" + raw)
	}
	return b.String()
}
