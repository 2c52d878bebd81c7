package model

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// canaryKey is assembled, so that the repository holds no key-shaped string.
func canaryKey() string { return "sk-" + "canary" + strings.Repeat("0Zq", 6) }

// patient is the timing of tests: what is waited for comes on a busy machine,
// too. A test of a limit shortens that one.
func patient() timing {
	w := waits{dial: 20 * time.Second, first: 20 * time.Second, idle: 20 * time.Second, total: 45 * time.Second, retries: 1}
	r, p := w, w
	r.rest = 20 * time.Second
	p.retries = 0
	return timing{explicit: w, plan: r, prefetch: p, grace: 20 * time.Millisecond, backoff: 2 * time.Millisecond,
		retryMin: 20 * time.Millisecond, retryMax: 60 * time.Second, circuit: time.Hour, ping: 20 * time.Second}
}

// setup is one column of the matrix.
type setup struct {
	backend Backend
	stream  bool
}

func setups() []setup {
	return []setup{{OpenAI, true}, {OpenAI, false}, {Ollama, true}, {Ollama, false}, {Anthropic, true}, {Anthropic, false}}
}

func (s setup) String() string {
	if s.stream {
		return string(s.backend) + "/stream"
	}
	return string(s.backend) + "/whole"
}

// pick chooses a body by protocol and form.
func (s setup) pick(bodies map[string]string) string {
	if b, ok := bodies[s.String()]; ok {
		return b
	}
	b, ok := bodies[string(s.backend)]
	if !ok {
		panic("no body for " + s.String())
	}
	return b
}

func (s setup) options(url string) Options {
	return Options{Backend: s.backend, BaseURL: url, Name: "test", Stream: s.stream, Key: secret.New(canaryKey()),
		KeySource: "TEST_KEY", Seal: func([]byte) error { return nil }, UserAgent: "fettle/test", timing: patient()}
}

func newClient(t *testing.T, o Options) *Client {
	t.Helper()
	c, err := New(o)
	must.OK(t, err)
	t.Cleanup(c.transport.CloseIdleConnections)
	return c
}

// scripted makes a server with a script and a client of it.
func scripted(t *testing.T, s setup, replies ...testkit.Reply) (*Client, *testkit.Model) {
	t.Helper()
	m := testkit.NewModel(t, replies...)
	return newClient(t, s.options(m.URL)), m
}

// checkText holds every message to the rules: one line, cause and next step,
// short, no secret.
func checkText(t *testing.T, e *Error) {
	t.Helper()
	if e.Text == "" || strings.ContainsAny(e.Text, "\n\r\t") || strings.Contains(e.Text, "canary") {
		t.Errorf("text %q", e.Text)
	}
	if n := len([]rune(e.Text)); n > 110 {
		t.Errorf("text of %d characters: %q", n, e.Text)
	}
	if !strings.ContainsAny(e.Text, ";:") {
		t.Errorf("text without a next step: %q", e.Text)
	}
}

var ask = Prompt{System: "You repair.", User: "DATA x = 1"}

func repeat(r testkit.Reply, n int) []testkit.Reply {
	var out []testkit.Reply
	for range n {
		out = append(out, r)
	}
	return out
}

func fmtFault(f Fault) string {
	if f == "" {
		return "ok"
	}
	return fmt.Sprint(f)
}
