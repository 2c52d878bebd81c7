package model

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
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
	c, _ := scripted(t, setups()[0], testkit.Reply{Text: "x", Delay: 140 * time.Millisecond})
	first := make(chan error)
	go func() { _, err := c.Complete(context.Background(), ask); first <- err }()
	time.Sleep(20 * time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := c.Complete(ctx, ask); faultOf(err) != FaultCancelled {
		t.Error(err)
	}
	if err := <-first; err != nil {
		t.Error(err)
	}
}
