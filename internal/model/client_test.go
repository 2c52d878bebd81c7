package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func faultOf(err error) Fault {
	var e *Error
	if errors.As(err, &e) {
		return e.Fault
	}
	return ""
}

func each(t *testing.T, f func(t *testing.T, s setup)) {
	for _, s := range setups() {
		t.Run(s.String(), func(t *testing.T) { f(t, s) })
	}
}

// TestRequests checks what goes over the wire: the key where it belongs and
// nowhere else, our User-Agent, and what langchaingo leaves out.
func TestRequests(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "from-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("OPENAI_MODEL", "from-environment")
	t.Setenv("OPENAI_ORGANIZATION", "from-environment")
	t.Setenv("ANTHROPIC_API_KEY", "from-environment")
	t.Setenv("OLLAMA_HOST", "http://127.0.0.1:1")
	each(t, func(t *testing.T, s setup) {
		m := testkit.NewModel(t, testkit.Reply{Text: goodText, Usage: [2]int{11, 7}})
		o := s.options(m.URL)
		o.Headers = map[string]string{"X-Team": "tools"}
		o.Extra = map[string]json.RawMessage{"store": json.RawMessage("false")}
		o.ContextWindow = 12345
		var sealed []byte
		o.Seal = func(b []byte) error { sealed = bytes.Clone(b); return nil }
		reply, err := newClient(t, o).Complete(context.Background(), Prompt{System: "sys", User: "usr", MaxTokens: 77})
		must.OK(t, err)
		if reply.Text != goodText || reply.Usage != (Usage{11, 7}) || reply.Model != "test" || reply.Host == "" ||
			reply.Elapsed <= 0 {
			t.Errorf("reply %+v", reply)
		}
		r := m.Requests()[0]
		if !bytes.Equal(r.Body, sealed) {
			t.Errorf("sent %s\nsealed %s", r.Body, sealed)
		}
		if r.System != "sys" || r.User != "usr" || r.Stream != s.stream || r.Schema {
			t.Errorf("request %+v", r)
		}
		auth := map[Backend]string{OpenAI: "Authorization", Ollama: "Authorization", Anthropic: "X-Api-Key"}[s.backend]
		if !strings.HasSuffix(r.Header.Get(auth), canaryKey()) || r.Header.Get("User-Agent") != "fettle/test" || r.Header.Get("X-Team") != "tools" || r.Header.Get("Accept-Encoding") != "" {
			t.Errorf("headers %v", r.Header)
		}
		all := fmt.Sprint(r.Header) + string(r.Body)
		if strings.Contains(all, "from-environment") || strings.Contains(all, placeholder) || strings.Count(all, canaryKey()) != 1 {
			t.Errorf("environment, placeholder or key in %s", all)
		}
		want := map[Backend][]string{
			OpenAI: {`"max_tokens":77`, `"store":false`, `"temperature":0`}, Anthropic: {`"max_tokens":77`, `"store":false`},
			Ollama: {`"keep_alive":"30m0s"`, `"num_ctx":12345`, `"num_predict":77`, `"repeat_penalty":1`, fmt.Sprintf(`"stream":%v`, s.stream)},
		}[s.backend]
		if s.backend == OpenAI && s.stream { // without it a stream does not say how many tokens there were
			want = append(want, `"stream_options":{"include_usage":true}`)
		}
		for _, w := range want {
			if !strings.Contains(string(r.Body), w) {
				t.Errorf("body lacks %s: %s", w, r.Body)
			}
		}
		if strings.Contains(string(r.Body), `"format":""`) {
			t.Errorf("empty format: %s", r.Body)
		}
	})
}

func TestStructuredOutput(t *testing.T) {
	schema := []byte(`{"type":"object","properties":{"reason":{"type":"string","maxLength":200}}}`)
	const answer = `{"status":"fix","edits":[]}`
	each(t, func(t *testing.T, s setup) {
		c, m := scripted(t, s, testkit.Reply{Text: answer}, testkit.Reply{Status: 400}, testkit.Reply{Text: "plain"}, testkit.Reply{Text: "plain"})
		p := ask
		p.Schema = schema
		reply, err := c.Complete(context.Background(), p)
		if err != nil || reply.Text != answer {
			t.Fatalf("%q %v", reply.Text, err)
		}
		r := m.Requests()[0]
		member := map[Backend]string{OpenAI: `"response_format":{"json_schema":{"name":"edit_script"`,
			Ollama: `"format":{"type":"object"`, Anthropic: `"tool_choice":{"name":"edit_script","type":"tool"}`}[s.backend]
		if !r.Schema || !strings.Contains(string(r.Body), member) {
			t.Errorf("body %s", r.Body)
		}
		if s.backend == OpenAI && strings.Contains(string(r.Body), "maxLength") {
			t.Errorf("strict schema holds maxLength: %s", r.Body)
		}
		// A server that refuses structured output is asked without, and not
		// bothered with it again.
		for range 2 {
			if reply, err = c.Complete(context.Background(), p); err != nil || reply.Text != "plain" {
				t.Fatalf("%q %v", reply.Text, err)
			}
		}
		if rs := m.Requests(); len(rs) != 4 || !rs[1].Schema || rs[2].Schema || rs[3].Schema {
			t.Errorf("%d requests", len(rs))
		}
	})
}

// TestRedirects: the second listener must see nothing at all.
func TestRedirects(t *testing.T) {
	var seen atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { seen.Add(1) }))
	defer other.Close()
	each(t, func(t *testing.T, s setup) {
		for _, code := range []int{301, 302, 303, 307, 308} {
			c, m := scripted(t, s, testkit.Reply{Status: code, Header: http.Header{"Location": {other.URL + "/v1/chat/completions"}}})
			_, err := c.Complete(context.Background(), ask)
			if faultOf(err) != FaultRedirect || len(m.Requests()) != 1 {
				t.Errorf("%d: %v", code, err)
			}
		}
	})
	if n := seen.Load(); n != 0 {
		t.Errorf("the other host saw %d requests", n)
	}
}

func TestSealRefuses(t *testing.T) {
	each(t, func(t *testing.T, s setup) {
		m := testkit.NewModel(t)
		o := s.options(m.URL)
		o.Seal = func([]byte) error { return errors.New("request held a secret\nsecond line") }
		_, err := newClient(t, o).Complete(context.Background(), ask)
		if faultOf(err) != FaultRefused || strings.Contains(err.Error(), "\n") || len(m.Requests()) != 0 {
			t.Errorf("%v, %d requests", err, len(m.Requests()))
		}
	})
	o := setups()[0].options("http://127.0.0.1:1")
	o.Seal = nil
	if _, err := New(o); err == nil {
		t.Error("a client without a gate was made")
	}
}

// TestCancel: at any point the call ends within a moment and its socket closes.
func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, s setup) {
		for _, r := range []testkit.Reply{
			{Fault: testkit.HangAtStart}, {Fault: testkit.HangAfterHeader}, {Text: goodText, Fault: testkit.HangMidway},
			{Text: goodText, Chunk: 1, Pause: time.Second}, {Status: 429},
		} {
			if r.Pause > 0 && !s.stream {
				continue // one event: over at once
			}
			m := testkit.NewModel(t, r)
			o := s.options(m.URL)
			o.timing.explicit.first, o.timing.explicit.idle, o.timing.retryMin = time.Minute, time.Minute, time.Minute
			o.timing.explicit.total = 5 * time.Minute
			c := newClient(t, o)
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				for len(m.Requests()) == 0 {
					time.Sleep(time.Millisecond)
				}
				time.Sleep(20 * time.Millisecond)
				cancel()
			}()
			if _, err := c.Complete(ctx, ask); faultOf(err) != FaultCancelled { // any other end is a minute away
				t.Errorf("%+v: %v", r, err)
			}
			if r.Status == 429 {
				continue
			}
			for end := time.Now().Add(testkit.WireTimeout); m.Gone() == 0; {
				if time.Now().After(end) {
					t.Errorf("%+v: the socket stayed open", r)
					break
				}
				time.Sleep(time.Millisecond)
			}
		}
	})
}

func TestCircuit(t *testing.T) {
	s := setups()[0]
	t.Run("key rejected, until the key changes", func(t *testing.T) {
		m := testkit.NewModel(t, testkit.Reply{Status: 401}, testkit.Reply{Text: "x"})
		o := s.options(m.URL)
		o.Origins = &Origins{}
		c := newClient(t, o)
		for i := range 3 {
			_, err := c.Complete(context.Background(), ask)
			var e *Error
			if !errors.As(err, &e) || e.Fault != FaultKeyRejected || e.Local != (i > 0) {
				t.Errorf("%d: %+v", i, e)
			}
		}
		if c.Ready() == nil {
			t.Error("ready with a rejected key")
		}
		o.Key = secret.New("another-" + canaryKey())
		if _, err := newClient(t, o).Complete(context.Background(), ask); err != nil {
			t.Error(err)
		}
	})
	t.Run("rate limited", func(t *testing.T) {
		c, m := scripted(t, s, testkit.Reply{Status: 429, Header: http.Header{"Retry-After": {"60"}}})
		for i := range 3 {
			_, err := c.Complete(context.Background(), ask)
			var e *Error
			if !errors.As(err, &e) || e.Fault != FaultRateLimited || e.Local != (i > 0) || e.RetryAfter < 20*time.Second || e.RetryAfter > 60*time.Second {
				t.Errorf("%d: %+v", i, e)
			}
		}
		if len(m.Requests()) != 1 {
			t.Errorf("%d requests", len(m.Requests()))
		}
	})
	t.Run("three connection failures", func(t *testing.T) {
		dead := httptest.NewServer(http.NotFoundHandler())
		dead.Close()
		c := newClient(t, s.options(dead.URL))
		for i := range 4 {
			_, err := c.Complete(context.Background(), ask)
			var e *Error
			if !errors.As(err, &e) || e.Fault != FaultUnreachable || e.Local != (i == 3) {
				t.Errorf("%d: %+v", i, e)
			}
		}
		if f := c.origin.refuses(c.caller, time.Now().Add(c.timing.circuit)); f != nil {
			t.Error("the circuit did not close:", f)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	limits := Options{}.waits()
	for header, want := range map[string]time.Duration{
		"": time.Second, "5": 5 * time.Second, "0.5": time.Second, "-3": time.Second, "1e9": time.Minute, "soon": time.Second, "NaN": time.Second,
		"Wed, 01 May 2024 12:00:20 GMT": 20 * time.Second, "Wed, 01 May 2024 11:00:00 GMT": time.Second, "Thu, 02 May 2024 12:00:00 GMT": time.Minute,
	} {
		if got := retryAfter(http.Header{"Retry-After": {header}}, now, limits); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}

func TestModes(t *testing.T) {
	s := setups()[0]
	for mode, calls := range map[Mode]int{Explicit: 2, Plan: 2, Prefetch: 1} {
		c, m := scripted(t, s, repeat(testkit.Reply{Status: 503}, 2)...)
		p := ask
		p.Mode = mode
		if _, err := c.Complete(context.Background(), p); faultOf(err) != FaultServer || len(m.Requests()) != calls {
			t.Errorf("mode %d: %v, %d requests", mode, err, len(m.Requests()))
		}
	}
	// No retry when too little of the total is left for it.
	c, m := scripted(t, s, testkit.Reply{Status: 503})
	ctx, cancel := context.WithTimeout(context.Background(), c.timing.plan.rest)
	defer cancel()
	p := ask
	p.Mode = Plan
	if _, err := c.Complete(ctx, p); faultOf(err) != FaultServer || len(m.Requests()) != 1 {
		t.Errorf("%v, %d requests", err, len(m.Requests()))
	}
}

// llama.cpp refuses questions while it loads its model: that is waited for, and
// not what else a 503 says.
func TestLoading(t *testing.T) {
	s := setups()[0]
	loading := testkit.Reply{Status: 503, Body: `{"error":{"message":"Loading model","type":"unavailable_error","code":503}}`}
	c, m := scripted(t, s, append(repeat(loading, 6), testkit.Reply{Text: "a = 1"})...)
	if r, err := c.Complete(context.Background(), ask); err != nil || r.Text != "a = 1" || len(m.Requests()) != 7 {
		t.Errorf("%q, %v after %d requests", r.Text, err, len(m.Requests()))
	}
	c, m = scripted(t, s, repeat(loading, 1000)...)
	// Too little is left soon, and an attempt that is under way then still has an hour.
	c.timing.explicit.total, c.timing.explicit.rest = time.Hour, time.Hour-100*time.Millisecond
	if _, err := c.Complete(context.Background(), ask); err == nil || !strings.Contains(err.Error(), "still loads its model") {
		t.Errorf("%v after %d requests", err, len(m.Requests()))
	}
}

// A server on this computer reads some tens of tokens a second: what nobody waits
// for has as long there as a fix.
func TestPrefetchOnThisComputer(t *testing.T) {
	limits := Options{Total: 200 * time.Second}.waits()
	here, away := limits.of(Prefetch, true, true), limits.of(Prefetch, false, true)
	if here.total != 200*time.Second || here.first < time.Minute || away.total >= here.total || away.first >= here.first {
		t.Errorf("here %+v, elsewhere %+v", here, away)
	}
}

// TestSlots: one call at a time on this machine; the next waits its turn.
func TestSlots(t *testing.T) {
	var running, most atomic.Int32
	m := testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) {
		most.Store(max(most.Load(), running.Add(1)))
		time.Sleep(10 * time.Millisecond)
		running.Add(-1)
		return testkit.Reply{Text: "x"}, true
	})
	defer m.Close()
	c := newClient(t, setups()[0].options(m.URL))
	errs := make(chan error)
	for range 6 {
		go func() { _, err := c.Complete(context.Background(), ask); errs <- err }()
	}
	for range 6 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if most.Load() != 1 {
		t.Errorf("%d calls at once", most.Load())
	}
}

func TestProgressAndLog(t *testing.T) {
	m := testkit.NewModel(t, testkit.Reply{Text: strings.Repeat("line of code\n", 30), Chunk: 20, Pause: 12 * time.Millisecond}, testkit.Reply{Status: 401})
	o := setups()[0].options(m.URL)
	var log bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c := newClient(t, o)
	last, calls := 0, 0
	p := Prompt{System: "canary-system", User: "canary-user", Progress: func(n int, d time.Duration) {
		if n < last || d <= 0 {
			t.Errorf("progress %d after %d", n, last)
		}
		last = n
		calls++
	}}
	if _, err := c.Complete(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if calls == 0 {
		t.Error("no progress")
	}
	_, _ = c.Complete(context.Background(), p)
	if s := log.String(); strings.Contains(s, "canary") || strings.Contains(s, "line of code") || !strings.Contains(s, "key_rejected") {
		t.Errorf("log %s", s)
	}
}

func TestPing(t *testing.T) {
	each(t, func(t *testing.T, s setup) {
		m := testkit.NewModel(t)
		c := newClient(t, s.options(m.URL))
		h, err := c.Ping(context.Background())
		if err != nil || !h.Known || !h.Listed || h.Host == "" {
			t.Errorf("%+v %v", h, err)
		}
		o := s.options(m.URL)
		o.Name = "other"
		if _, err := newClient(t, o).Ping(context.Background()); s.backend != Anthropic && faultOf(err) != FaultUnknownModel {
			t.Errorf("unknown model: %v", err)
		}
		m.Close()
		if _, err := c.Ping(context.Background()); faultOf(err) != FaultUnreachable {
			t.Errorf("closed: %v", err)
		}
		if len(m.Requests()) != 0 {
			t.Error("a chat request was made")
		}
	})
	rejects := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b, _ := io.ReadAll(r.Body); len(b) != 0 {
			t.Errorf("body %q", b)
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer rejects.Close()
	if _, err := newClient(t, setups()[0].options(rejects.URL)).Ping(context.Background()); faultOf(err) != FaultKeyRejected {
		t.Error(err)
	}
}

// TestHeaderValues: whatever a header of the user's may hold is kept out of texts
// like a key, but for what tells only who asks.
func TestHeaderValues(t *testing.T) {
	scrub := &secret.Scrubber{}
	team := "team-" + canaryKey()
	_, err := New(Options{Backend: OpenAI, BaseURL: "http://127.0.0.1:1", Name: "m", Seal: func([]byte) error { return nil }, Scrub: scrub,
		Headers: map[string]string{"X-Title": "checkout-service", "HTTP-Referer": "https://shop.example", "X-Team": team}})
	must.OK(t, err)
	if scrub.Found("class checkout-service at https://shop.example") {
		t.Error("the name of the project is taken for a key")
	}
	if !scrub.Found("x = " + team) {
		t.Error("the value of another header is not taken for a key")
	}
}

// How likely each piece of an answer was is read where a server on this computer says it,
// and no longer asked for where it refuses to.
func TestLikely(t *testing.T) {
	for name, c := range map[string]struct {
		backend Backend
		stream  bool
		body    string
	}{
		"Ollama": {Ollama, false, `{"model":"m","message":{"role":"assistant","content":"a = 1"},"done":true,"done_reason":"stop","logprobs":[{"token":"a","logprob":-0.5,"bytes":[97]},{"token":" = 1","logprob":-2}]}`},
		"Ollama, a stream": {Ollama, true, `{"message":{"content":"a"},"done":false,"logprobs":[{"token":"a","logprob":-0.5}]}
{"message":{"content":" = 1"},"done":false,"logprobs":[{"token":" = 1","logprob":-2}]}
{"message":{"content":""},"done":true,"done_reason":"stop"}
`},
		"OpenAI": {OpenAI, false, `{"choices":[{"index":0,"message":{"content":"a = 1"},"finish_reason":"stop","logprobs":{"content":[{"token":"a","logprob":-0.5},{"token":" = 1","logprob":-2}]}}]}`},
		"OpenAI, a stream": {OpenAI, true, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":-0.5}]}}]}\n\n" +
			"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" = 1\"},\"logprobs\":{\"content\":[{\"token\":\" = 1\",\"logprob\":-2}]}}]}\n\n" +
			"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\",\"logprobs\":null}]}\n\ndata: [DONE]\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			kind := "application/json"
			if c.stream && c.backend == OpenAI {
				kind = "text/event-stream"
			}
			cl, m := scripted(t, setup{backend: c.backend, stream: c.stream}, testkit.Reply{Body: c.body, Header: http.Header{"Content-Type": {kind}}})
			r, err := cl.Complete(t.Context(), ask)
			if want := []Likely{{"a", -0.5}, {" = 1", -2}}; err != nil || r.Text != "a = 1" || !slices.Equal(r.Likely, want) {
				t.Errorf("%+v, %v", r, err)
			}
			if body := m.Requests()[0].Body; !bytes.Contains(body, []byte(`"logprobs":true`)) || c.backend == OpenAI && !bytes.Contains(body, []byte(`"top_logprobs":1`)) {
				t.Errorf("not asked for: %s", m.Requests()[0].Body)
			}
		})
	}
	t.Run("of another shape", func(t *testing.T) {
		cl, _ := scripted(t, setup{backend: OpenAI}, testkit.Reply{Body: `{"choices":[{"index":0,"message":{"content":"a = 1"},"finish_reason":"stop","logprobs":["a",-0.5]}]}`, Header: http.Header{"Content-Type": {"application/json"}}})
		if r, err := cl.Complete(t.Context(), ask); err != nil || r.Text != "a = 1" || len(r.Likely) > 0 {
			t.Errorf("%+v, %v", r, err)
		}
	})
	t.Run("refused", func(t *testing.T) {
		cl, m := scripted(t, setup{backend: OpenAI}, testkit.Reply{Status: 400, Body: `{"error":{"message":"logprobs are not supported"}}`}, testkit.Reply{Text: "a"}, testkit.Reply{Text: "b"})
		for range 2 {
			if _, err := cl.Complete(t.Context(), ask); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range []bool{true, false, false} {
			if got := bytes.Contains(m.Requests()[i].Body, []byte("logprobs")); got != want {
				t.Errorf("request %d: %s", i, m.Requests()[i].Body)
			}
		}
	})
}
