package testkit

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Reply is one answer of a scripted model server. The zero value is an empty
// answer with status 200; Text or Func set its content.
type Reply struct {
	Text string
	Func func(prompt string) string // replaces Text

	Stop   string        // reason the model states for ending; empty: the protocol's natural one
	Usage  [2]int        // prompt and completion tokens; 0, 0: counted roughly
	Chunk  int           // bytes of text in one event; 0: 40
	Delay  time.Duration // before the headers
	Pause  time.Duration // between events
	Status int           // other than 0 and 200: an error of the protocol
	Header http.Header   // added to the answer
	Body   string        // sent as it is, in place of an answer
	Fault  ModelFault
	Frozen bool // with a fault that hangs: the server answers nothing else from then on

	// Raw answers the request itself, for faults that no field describes.
	Raw func(w http.ResponseWriter, r *http.Request)
}

// ModelFault is a way for an answer to go wrong on the wire.
type ModelFault uint8

// The faults.
const (
	NoFault         ModelFault = iota
	HangAtStart                // no header comes
	HangAfterHeader            // headers, then nothing
	HangMidway                 // half the body, then nothing
	CutMidway                  // half the body, then an orderly end
	ResetMidway                // half the body, then the connection breaks
)

// ModelRequest is what the server was sent.
type ModelRequest struct {
	Path   string
	Header http.Header
	Body   []byte
	System string
	User   string
	Stream bool
	Schema bool // structured output was asked for
}

// Prompt returns all text of the request.
func (r ModelRequest) Prompt() string { return strings.TrimSpace(r.System + "\n\n" + r.User) }

// Model is a model endpoint that speaks OpenAI's chat completions, Ollama's
// chat and Anthropic's messages, chosen by path, streamed or not as asked, and
// records every request.
type Model struct {
	URL string // of the server, without a path

	server *httptest.Server
	next   func(ModelRequest) (Reply, bool)
	quit   chan struct{}

	mu       sync.Mutex
	requests []ModelRequest
	closed   int // requests whose client went away
	frozen   bool
}

// NewModel starts a server that plays the replies in order. A request beyond
// the last fails the test: a script never wraps round.
func NewModel(t testing.TB, replies ...Reply) *Model {
	t.Helper()
	var mu sync.Mutex
	played := 0
	m := ServeModel(func(r ModelRequest) (Reply, bool) {
		mu.Lock()
		defer mu.Unlock()
		if played == len(replies) {
			t.Errorf("model: request %d to %s, but the script has %d replies", played+1, r.Path, len(replies))
			return Reply{}, false
		}
		played++
		return replies[played-1], true
	})
	t.Cleanup(m.Close)
	return m
}

// ServeModel starts a server without a test. next chooses the reply; false
// answers with status 500.
func ServeModel(next func(ModelRequest) (Reply, bool)) *Model {
	m := &Model{next: next, quit: make(chan struct{})}
	m.server = httptest.NewServer(http.HandlerFunc(m.serve))
	m.URL = m.server.URL
	return m
}

// Close ends the server and everything that hangs in it.
func (m *Model) Close() {
	select {
	case <-m.quit:
	default:
		close(m.quit)
	}
	m.server.CloseClientConnections()
	m.server.Close()
}

// Requests returns the chat requests so far.
func (m *Model) Requests() []ModelRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]ModelRequest(nil), m.requests...)
}

// Gone returns how many requests were given up by their client while they hung.
func (m *Model) Gone() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

func (m *Model) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	if err != nil {
		return
	}
	p := protocolOf(r.URL.Path)
	if p == nil {
		m.mu.Lock()
		frozen := m.frozen
		m.mu.Unlock()
		if frozen {
			<-r.Context().Done()
			return
		}
		serveModelList(w, r)
		return
	}
	req := readModelRequest(r, body)
	m.mu.Lock()
	m.requests = append(m.requests, req)
	m.mu.Unlock()
	reply, ok := m.next(req)
	if !ok {
		reply = Reply{Status: http.StatusInternalServerError}
	}
	m.play(w, r, p, req, reply)
}

// play sends one reply.
func (m *Model) play(w http.ResponseWriter, r *http.Request, p *protocol, req ModelRequest, reply Reply) {
	if reply.Raw != nil {
		reply.Raw(w, r)
		return
	}
	if reply.Frozen {
		m.mu.Lock()
		m.frozen = true
		m.mu.Unlock()
	}
	if !m.wait(r, reply.Delay) || reply.Fault == HangAtStart && !m.wait(r, time.Hour) {
		return
	}
	events := reply.start(w, p, req)
	if reply.Fault == HangAfterHeader {
		_ = http.NewResponseController(w).Flush()
		m.wait(r, time.Hour)
		return
	}
	if !m.send(w, r, reply, events) {
		return
	}
	switch reply.Fault {
	case HangMidway:
		m.wait(r, time.Hour)
	case ResetMidway:
		panic(http.ErrAbortHandler)
	}
}

// start sends the status and the header of a reply, and returns the pieces of its
// body.
func (reply Reply) start(w http.ResponseWriter, p *protocol, req ModelRequest) (events []string) {
	text := reply.Text
	if reply.Func != nil {
		text = reply.Func(req.Prompt())
	}
	contentType := "application/json"
	switch {
	case reply.Body != "":
		events = []string{reply.Body}
	case reply.Status != 0 && reply.Status != http.StatusOK:
		events = []string{p.fail(reply.Status)}
	default:
		events, contentType = p.answer(req, reply, text)
	}
	for name, values := range reply.Header {
		w.Header()[name] = values
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", contentType)
	}
	if reply.Status != 0 {
		w.WriteHeader(reply.Status)
	}
	return events
}

// send sends the body piece by piece, half of it where the fault comes midway.
// It reports whether the client still listens.
func (m *Model) send(w http.ResponseWriter, r *http.Request, reply Reply, events []string) bool {
	half := len(strings.Join(events, "")) / 2
	sent := 0
	for _, e := range events {
		if reply.Fault >= HangMidway && sent+len(e) > half {
			e = e[:half-sent]
		}
		if _, err := io.WriteString(w, e); err != nil {
			return false
		}
		sent += len(e)
		_ = http.NewResponseController(w).Flush()
		if reply.Fault >= HangMidway && sent == half {
			break
		}
		if reply.Pause > 0 && !m.wait(r, reply.Pause) {
			return false
		}
	}
	return true
}

// wait sleeps unless the client or the server goes away first.
func (m *Model) wait(r *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
		m.mu.Lock()
		m.closed++
		m.mu.Unlock()
	case <-m.quit:
	}
	return false
}

// serveModelList answers the questions of a health check.
func serveModelList(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch {
	case strings.HasSuffix(r.URL.Path, "/api/tags"):
		fmt.Fprintf(w, `{"models":[{"name":"test:latest"}]}`)
	case strings.HasSuffix(r.URL.Path, "/models/test"):
		fmt.Fprintf(w, `{"type":"model","id":"test"}`)
	case strings.HasSuffix(r.URL.Path, "/models"):
		fmt.Fprintf(w, `{"data":[{"id":"test"}]}`)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":{"type":"not_found_error"}}`)
	}
}

func readModelRequest(r *http.Request, body []byte) ModelRequest {
	req := ModelRequest{Path: r.URL.Path, Header: r.Header.Clone(), Body: body}
	var b struct {
		System   json.RawMessage `json:"system"`
		Stream   *bool           `json:"stream"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
		ResponseFormat json.RawMessage `json:"response_format"`
		Format         json.RawMessage `json:"format"`
		ToolChoice     json.RawMessage `json:"tool_choice"`
	}
	if json.Unmarshal(body, &b) != nil {
		return req
	}
	req.System = textOf(b.System)
	for _, msg := range b.Messages {
		if msg.Role == "system" {
			req.System += textOf(msg.Content)
		} else {
			req.User += textOf(msg.Content)
		}
	}
	// Ollama streams when nothing is said.
	req.Stream = b.Stream != nil && *b.Stream || b.Stream == nil && strings.HasSuffix(r.URL.Path, "/api/chat")
	req.Schema = len(b.ResponseFormat)+len(b.ToolChoice) > 0 || len(b.Format) > 2
	return req
}

// textOf reads a content member in either of its forms.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	for _, p := range parts {
		s += p.Text
	}
	return s
}
