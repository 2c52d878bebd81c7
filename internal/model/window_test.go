package model

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestContextWindow(t *testing.T) {
	for _, c := range []struct {
		backend   Backend
		url, name string
		set, want int
	}{
		{OpenAI, "", "gpt-4o-mini", 0, 128_000},
		{OpenAI, "", "gpt-4", 0, 8_192},
		{OpenAI, "", "gpt-4-turbo-2024-04-09", 0, 128_000},
		{OpenAI, "https://openrouter.example/api/v1", "anthropic/claude-3.5-sonnet", 0, 200_000},
		{OpenAI, "https://x.example", "unheard-of", 0, limits.ModelWindow},
		{OpenAI, "https://x.example", "unheard-of", 5000, 5000},
		{OpenAI, "http://localhost:8080", "gpt-4o", 0, limits.ModelWindow},
		{Anthropic, "", "claude-sonnet-4", 0, 200_000},
		{Ollama, "", "gpt-4o", 0, limits.ModelWindow},
		{Ollama, "", "qwen2.5-coder:7b", 32_768, 32_768},
	} {
		o := setup{c.backend, true}.options(c.url)
		o.Name, o.ContextWindow = c.name, c.set
		if got := newClient(t, o).ContextWindow(); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.backend, c.name, got, c.want)
		}
	}
}

func TestRequestTooLarge(t *testing.T) {
	each(t, func(t *testing.T, s setup) {
		c, m := scripted(t, s)
		c.opt.ContextWindow, c.windowSet = 4<<20, true
		_, err := c.Complete(context.Background(), Prompt{User: strings.Repeat("x", limits.ModelRequest)})
		if faultOf(err) != FaultRefused || len(m.Requests()) != 0 {
			t.Errorf("%v", err)
		}
	})
}

// TestStaleSocket: a connection that the server has closed while it was idle
// costs a retry, not the call.
func TestStaleSocket(t *testing.T) {
	var n atomic.Int32
	m := testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) {
		if n.Add(1) == 2 {
			return testkit.Reply{Raw: func(w http.ResponseWriter, _ *http.Request) {
				conn, _, err := http.NewResponseController(w).Hijack()
				if err == nil {
					_ = conn.Close() // as a server does that has given the connection up
				}
			}}, true
		}
		return testkit.Reply{Text: "x"}, true
	})
	defer m.Close()
	c := newClient(t, setups()[1].options(m.URL))
	for range 2 {
		if _, err := c.Complete(context.Background(), ask); err != nil {
			t.Error(err)
		}
	}
	if n.Load() != 3 {
		t.Errorf("%d requests", n.Load())
	}
}

// TestCancelInLine: a call that waits for its turn can be cancelled too.
func TestCancelInLine(t *testing.T) {
	m := testkit.NewModel(t)
	c := newClient(t, setups()[0].options(m.URL))
	leave, err := c.origin.enter(context.Background(), false)
	must.OK(t, err)
	defer leave()
	ctx, cancel := context.WithCancel(context.Background())
	waits := make(chan struct{})
	go func() { <-waits; cancel() }()
	if _, err := c.Complete(&noticed{Context: ctx, passed: waits}, ask); faultOf(err) != FaultCancelled || len(m.Requests()) != 0 {
		t.Errorf("%v, %d requests", err, len(m.Requests()))
	}
}

// TestOllamaWindow: the window that Ollama is told holds the prompt and its
// answer, and one that the user has set stays what it is.
func TestOllamaWindow(t *testing.T) {
	for _, tt := range []struct {
		bytes, reserve, set int
		want                string // "" = refused
	}{
		{100, 500, 0, `"num_ctx":8192`},
		{20_000, 2000, 0, `"num_ctx":16384`},
		{60_000, 2000, 0, `"num_ctx":32768`},
		{100_000, 2000, 0, ""},
		{100_000, 2000, 65_536, `"num_ctx":65536`},
		{100, 500, 4096, `"num_ctx":4096`},
		{20_000, 2000, 4096, ""},
	} {
		var replies []testkit.Reply
		if tt.want != "" {
			replies = append(replies, testkit.Reply{Text: "x"})
		}
		m := testkit.NewModel(t, replies...)
		o := setup{Ollama, true}.options(m.URL)
		o.ContextWindow = tt.set
		_, err := newClient(t, o).Complete(context.Background(), Prompt{User: strings.Repeat("x", tt.bytes), MaxTokens: tt.reserve})
		if tt.want == "" {
			if faultOf(err) != FaultConfig || !strings.Contains(err.Error(), "model.contextWindow") || len(m.Requests()) != 0 {
				t.Errorf("%+v: %v", tt, err)
			}
			continue
		}
		if err != nil || !strings.Contains(string(m.Requests()[0].Body), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// TestRecordIsWhatWasSent: the requests that are told are those on the wire, one
// for each attempt and before it, and none for a call that was refused; what is
// not recorded is not sent.
func TestRecordIsWhatWasSent(t *testing.T) {
	each(t, func(t *testing.T, s setup) {
		c, m := scripted(t, s, status(503), testkit.Reply{Text: "x"})
		var sent []string
		c.opt.Record = func(_ context.Context, o Outgoing) error {
			sent = append(sent, string(o.Body))
			if o.Kind != "fix" || o.Host != c.Host() || o.Model != "test" || len(m.Requests()) != len(sent)-1 {
				t.Errorf("%d requests before the record of %s", len(m.Requests()), o.Kind)
			}
			return nil
		}
		if _, err := c.Complete(context.Background(), ask); err != nil {
			t.Fatal(err)
		}
		if len(sent) != 2 || sent[0] != string(m.Requests()[0].Body) || sent[1] != string(m.Requests()[1].Body) {
			t.Errorf("shown %q", sent)
		}
		sent = nil
		c.opt.Seal = func([]byte) error { return errors.New("held a secret") }
		if _, err := c.Complete(context.Background(), ask); faultOf(err) != FaultRefused || len(sent) != 0 {
			t.Errorf("%v, shown %q", err, sent)
		}
		c.opt.Seal, c.opt.Record = s.options("").Seal, func(context.Context, Outgoing) error { return errors.New("no room") }
		if _, err := c.Complete(context.Background(), ask); faultOf(err) != FaultRefused || !strings.Contains(err.Error(), "no room") {
			t.Errorf("refused: %v", err)
		}
		if _, err := c.Ping(context.Background()); faultOf(err) != FaultRefused {
			t.Errorf("a ping that is refused: %v", err)
		}
		if n := len(m.Requests()); n != 2 {
			t.Errorf("%d requests arrived", n)
		}
	})
}
