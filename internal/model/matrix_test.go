package model

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// row is one fault of the endpoint and what must become of it.
type row struct {
	name  string
	reply func(s setup) []testkit.Reply
	want  Fault           // in every column, unless
	when  map[setup]Fault // says otherwise
	text  string          // the message holds it
	calls int             // requests the server sees; 0: 1
	waits *waits          // limits for rows that need their own

	// options changes the client's, for rows that never get to a reply; with a
	// URL of their own there is no server to count requests at.
	options func(t *testing.T, o *Options)
	proxy   int                // status of a proxy in between
	cancel  bool               // the user does, once the server was asked
	texts   map[Backend]string // beside text
}

func one(r testkit.Reply) func(setup) []testkit.Reply {
	return func(setup) []testkit.Reply { return []testkit.Reply{r} }
}

func two(r testkit.Reply) func(setup) []testkit.Reply {
	return func(setup) []testkit.Reply { return []testkit.Reply{r, r} }
}

func body(bodies map[string]string) func(setup) []testkit.Reply {
	return func(s setup) []testkit.Reply { return repeat(testkit.Reply{Body: s.pick(bodies)}, 2) }
}

// silent is what a silent server is called: told from a slow one only where the
// answer comes in pieces.
func silent(f Fault) map[setup]Fault {
	m := map[setup]Fault{}
	for _, s := range setups() {
		if !s.stream {
			m[s] = f
		}
	}
	return m
}

func status(code int, header ...string) testkit.Reply {
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return testkit.Reply{Status: code, Header: h}
}

const goodText = "EDIT replace L1:aa\n~~~\nx = 2 # é \u2028\n~~~\nEND\n"

func rows() []row {
	good := testkit.Reply{Text: goodText}
	// Silence is far shorter than its limit, and the whole longer.
	slow := waits{dial: time.Minute, first: time.Minute, idle: 3 * time.Second, total: time.Minute}
	dripping := waits{dial: time.Minute, first: time.Minute, idle: time.Minute, total: 2 * time.Second}
	// The first byte takes longer than its limit.
	loading := waits{dial: time.Minute, first: 200 * time.Millisecond, idle: time.Minute, total: 2 * time.Second}
	reads := loading
	reads.total = time.Minute
	return []row{
		{name: "good", reply: one(good)},
		{name: "good, slow but alive", reply: one(testkit.Reply{Text: goodText, Chunk: 1, Pause: 80 * time.Millisecond}), waits: &slow},
		{name: "good, lines of 600 KB", reply: one(testkit.Reply{Text: strings.Repeat("y", 600<<10), Chunk: 600 << 10})},
		{name: "good, end not sent", reply: one(testkit.Reply{Raw: neverCloses})},
		{name: "good, other form than asked", reply: otherForm},
		{name: "good, unknown events skipped", reply: body(unknownEvents)},
		{name: "good after one 503", reply: func(setup) []testkit.Reply { return []testkit.Reply{status(503), good} }, calls: 2},
		{name: "good after one cut", reply: func(setup) []testkit.Reply {
			return []testkit.Reply{{Text: goodText, Fault: testkit.CutMidway}, good}
		}, calls: 2},
		{name: "good after 429", reply: func(setup) []testkit.Reply { return []testkit.Reply{status(429), good} }, calls: 2},

		{name: "no header", reply: one(testkit.Reply{Fault: testkit.HangAtStart, Frozen: true}), want: FaultStalled, when: silent(FaultTimeout)},
		{name: "headers, then silence", reply: one(testkit.Reply{Fault: testkit.HangAfterHeader, Frozen: true}), want: FaultStalled, when: silent(FaultTimeout)},
		{name: "no header, but it works", reply: one(testkit.Reply{Fault: testkit.HangAtStart}), want: FaultTimeout, text: "timed out", waits: &loading},
		{name: "good after a long silence", reply: one(testkit.Reply{Text: goodText, Delay: time.Second}), waits: &reads},
		{name: "half, then silence", reply: one(testkit.Reply{Text: goodText, Fault: testkit.HangMidway}), want: FaultStalled, text: "stopped answering"},
		{name: "half, then orderly end", reply: two(testkit.Reply{Text: goodText, Fault: testkit.CutMidway}), want: FaultIncomplete, calls: 2},
		{name: "half, then reset", reply: two(testkit.Reply{Text: goodText, Fault: testkit.ResetMidway}), want: FaultIncomplete, calls: 2},
		{name: "trickle", reply: one(testkit.Reply{Raw: trickle}), want: FaultTimeout, text: "timed out", waits: &dripping},
		{name: "endless answer", reply: one(testkit.Reply{Raw: endless}), want: FaultTooLarge},
		{name: "10 MB announced", reply: one(testkit.Reply{Raw: announced}), want: FaultTooLarge},
		{name: "1 MB header", reply: two(testkit.Reply{Header: http.Header{"X-Big": {strings.Repeat("h", 1<<20)}}}), want: FaultIncomplete, calls: 2},
		{name: "gzip not asked for", reply: one(testkit.Reply{Text: "x", Header: http.Header{"Content-Encoding": {"gzip"}}}), want: FaultMalformed},

		{name: "no key where one is wanted", reply: one(status(401)), want: FaultNoKey, text: "set TEST_KEY",
			options: func(_ *testing.T, o *Options) { o.Key = secret.Secret{} }},
		{name: "connection refused", want: FaultUnreachable, text: "is the server running?",
			options: func(_ *testing.T, o *Options) { o.BaseURL = "http://" + freeAddress() }},
		{name: "no such host", want: FaultUnreachable, text: "cannot reach fettle-test.invalid: ",
			options: func(_ *testing.T, o *Options) { o.BaseURL = "https://fettle-test.invalid" }},
		{name: "connect black-holed", want: FaultUnreachable, text: "no answer in 1 s", waits: &waits{dial: time.Second, first: time.Minute, idle: time.Minute, total: time.Minute},
			options: func(t *testing.T, o *Options) { o.BaseURL = "https://" + silentAddress(t) }},
		{name: "TLS of an unknown authority", want: FaultUnreachable, text: "model.caFile",
			options: func(t *testing.T, o *Options) { o.BaseURL = newAuthority(t).serve(t, func(*x509.Certificate) {}, 0) }},
		{name: "TLS expired", want: FaultUnreachable, text: "certificate expired",
			options: spoilt(func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) })},
		{name: "TLS of another host", want: FaultUnreachable, text: "another host",
			options: spoilt(func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other"} })},
		{name: "407 of a proxy", want: FaultUnreachable, text: "HTTPS_PROXY", proxy: 407,
			options: func(_ *testing.T, o *Options) { o.BaseURL = "https://model.example" }},
		{name: "301", reply: redirect(301), want: FaultRedirect, text: "final URL"},
		{name: "302", reply: redirect(302), want: FaultRedirect},
		{name: "307", reply: redirect(307), want: FaultRedirect},
		{name: "308", reply: redirect(308), want: FaultRedirect},
		{name: "cancelled", reply: one(testkit.Reply{Fault: testkit.HangAtStart}), want: FaultCancelled, cancel: true},
		{name: "key in the prompt", want: FaultRefused, text: "not sent", reply: func(setup) []testkit.Reply { return nil }, calls: -1,
			options: func(_ *testing.T, o *Options) {
				o.Seal = func([]byte) error {
					return errors.New("request held a live key, not sent; remove the key from the file")
				}
			}},

		{name: "401 echoing the key", reply: one(testkit.Reply{Status: 401, Body: `{"error":{"message":"bad key ` + canaryKey() + `"}}`}), want: FaultKeyRejected, text: "TEST_KEY"},
		{name: "403", reply: one(status(403)), want: FaultKeyRejected},
		{name: "404", reply: one(status(404)), want: FaultUnknownModel, text: "model test unknown", texts: map[Backend]string{Ollama: "ollama pull test"}},
		{name: "400 context size", reply: one(testkit.Reply{Status: 400, Body: `{"error":{"code":400,"message":"request (2210 tokens) exceeds the available context size (1024 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2210,"n_ctx":1024}}`}), want: FaultConfig, text: "prompt too long"},
		{name: "400 context length", reply: one(testkit.Reply{Status: 400, Body: `{"error":{"code":"context_length_exceeded","message":"maximum context length is 8192"}}`}), want: FaultConfig, text: "prompt too long"},
		{name: "400", reply: one(status(400)), want: FaultConfig},
		{name: "429 twice", reply: two(status(429)), want: FaultRateLimited, text: "retry in", calls: 2},
		{name: "429, negative and dated", reply: func(setup) []testkit.Reply {
			return []testkit.Reply{status(429, "Retry-After", "-5"), status(429, "Retry-After", "Wed, 01 May 2024 11:00:00 GMT")}
		}, want: FaultRateLimited, text: "retry in 1 s", calls: 2},
		{name: "429 for an hour", reply: one(status(429, "Retry-After", "1e9")), want: FaultRateLimited, text: "retry in 60 s"},
		{name: "500", reply: two(status(500)), want: FaultServer, text: "500", calls: 2},
		{name: "502", reply: two(status(502)), want: FaultServer, calls: 2},
		{name: "503", reply: two(status(503)), want: FaultServer, text: "server error 503", calls: 2},
		{name: "529", reply: two(status(529)), want: FaultServer, calls: 2},
		{name: "204", reply: one(status(204)), want: FaultMalformed},

		{name: "stop because of length", reply: lengthStop, want: FaultTooLong},
		{name: "filtered", reply: one(testkit.Reply{Text: "x", Stop: "content_filter"}), want: FaultMalformed, text: "declined"},
		{name: "no stop reason", reply: body(noStop), want: FaultIncomplete, calls: 2},
		{name: "empty text", reply: one(testkit.Reply{Text: ""}), want: FaultMalformed},
		{name: "blank text", reply: one(testkit.Reply{Text: " \n\t"}), want: FaultMalformed},
		{name: "empty body", reply: one(testkit.Reply{Raw: func(http.ResponseWriter, *http.Request) {}}), want: FaultMalformed},
		{name: "{}", reply: one(testkit.Reply{Body: "{}"}), want: FaultMalformed},
		{name: "HTML", reply: one(testkit.Reply{Body: "<!doctype html><html><body>Sign in</body></html>"}), want: FaultMalformed, text: "not understood"},
		{name: "other JSON", reply: one(testkit.Reply{Body: `{"ok":true,"choices":"none","message":7,"content":"x"}`}), want: FaultMalformed},
		{name: "bad event", reply: body(badEvent), want: FaultMalformed},
		{name: "error event", reply: body(errorEvent), want: FaultServer, calls: 2},
		{name: "null parts", reply: body(nullParts), want: FaultMalformed},
		{name: "deep nesting", reply: body(deep), want: FaultMalformed},
	}
}

// result is one cell of the printed table.
type result struct {
	row    string
	column setup
	fault  Fault
	text   string
	took   time.Duration
}

// TestFaultMatrix plays every fault in every protocol, streamed and not. With
// -v it prints the table.
func TestFaultMatrix(t *testing.T) {
	var (
		mu      sync.Mutex
		results []result
	)
	t.Run("cells", func(t *testing.T) {
		for _, r := range rows() {
			for _, s := range setups() {
				t.Run(r.name+"/"+s.String(), func(t *testing.T) {
					t.Parallel()
					start := time.Now()
					fault, text := cell(t, r, s)
					mu.Lock()
					defer mu.Unlock()
					results = append(results, result{r.name, s, fault, text, time.Since(start)})
				})
			}
		}
	})
	t.Log("\n" + table(results))
}

func cell(t *testing.T, r row, s setup) (Fault, string) {
	want := r.want
	if f, ok := r.when[s]; ok {
		want = f
	}
	c, m := r.client(t, s)
	switch {
	case r.waits != nil:
		c.timing.explicit = *r.waits
	case want == FaultStalled:
		c.timing.explicit.first, c.timing.explicit.idle, c.timing.ping = 750*time.Millisecond, 250*time.Millisecond, 250*time.Millisecond
	case want == FaultTimeout:
		c.timing.explicit.total = 2 * time.Second
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if r.cancel {
		go func() {
			for len(m.Requests()) == 0 {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
	}
	reply, err := c.Complete(ctx, ask)
	if calls := max(cmp.Or(r.calls, 1), 0); m != nil && len(m.Requests()) != calls {
		t.Errorf("%d requests, want %d", len(m.Requests()), calls)
	}
	if want == "" {
		if err != nil {
			t.Fatalf("failed: %v", err)
		}
		if strings.TrimSpace(reply.Text) == "" || r.name == "good" && reply.Text != goodText {
			t.Errorf("text %q", reply.Text)
		}
		return "", ""
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v and %q, want %s", err, reply.Text, want)
	}
	if e.Fault != want {
		t.Errorf("fault %s (%s), want %s", e.Fault, e.Text, want)
	}
	if reply.Text != "" {
		t.Errorf("a failed call returned text %q", reply.Text)
	}
	for _, says := range []string{r.text, r.texts[s.backend]} {
		if !strings.Contains(e.Text, says) {
			t.Errorf("text %q does not say %q", e.Text, says)
		}
	}
	checkText(t, e)
	return e.Fault, e.Text
}

// client makes the client of a row, and its server where it has one.
func (r row) client(t *testing.T, s setup) (*Client, *testkit.Model) {
	t.Helper()
	if r.options == nil {
		return scripted(t, s, r.reply(s)...)
	}
	o := s.options("")
	r.options(t, &o)
	var m *testkit.Model
	if r.reply != nil {
		m = testkit.NewModel(t, r.reply(s)...)
		o.BaseURL = m.URL
	}
	c := newClient(t, o)
	if r.proxy > 0 {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(r.proxy) }))
		t.Cleanup(proxy.Close)
		u, err := url.Parse(proxy.URL)
		must.OK(t, err)
		c.transport.Proxy = http.ProxyURL(u)
	}
	return c, m
}

// freeAddress is one that nobody listens on.
func freeAddress() string {
	dead := httptest.NewServer(http.NotFoundHandler())
	defer dead.Close()
	return dead.Listener.Addr().String()
}

// silentAddress accepts connections and says nothing.
func silentAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

// spoilt is a server whose certificate is of the known authority, and changed.
func spoilt(change func(*x509.Certificate)) func(t *testing.T, o *Options) {
	return func(t *testing.T, o *Options) {
		a := newAuthority(t)
		o.CAFile, o.BaseURL = a.pem, a.serve(t, change, 0)
	}
}

// redirect leads to a host that would answer.
func redirect(code int) func(setup) []testkit.Reply {
	return one(status(code, "Location", "https://elsewhere.example/v1/chat/completions"))
}

// table prints a line per fault: what the columns gave, the longest time, and
// the message.
func table(results []result) string {
	sort.SliceStable(results, func(i, j int) bool { return results[i].column.String() < results[j].column.String() })
	var b strings.Builder
	for _, r := range rows() {
		faults, text, longest := map[string]int{}, "", time.Duration(0)
		for _, x := range results {
			if x.row == r.name {
				faults[fmtFault(x.fault)]++
				text, longest = x.text, max(longest, x.took)
			}
		}
		var kinds []string
		for f, n := range faults {
			kinds = append(kinds, fmt.Sprintf("%s ×%d", f, n))
		}
		sort.Strings(kinds)
		fmt.Fprintf(&b, "%-30s %-28s %5d ms  %s\n", r.name, strings.Join(kinds, ", "), longest.Milliseconds(), text)
	}
	return b.String()
}

func neverCloses(w http.ResponseWriter, r *http.Request) {
	s := setup{Ollama, true}
	switch {
	case strings.HasSuffix(r.URL.Path, "completions"):
		s.backend = OpenAI
	case strings.HasSuffix(r.URL.Path, "messages"):
		s.backend = Anthropic
	}
	fmt.Fprint(w, s.pick(unknownEvents))
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

func trickle(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		fmt.Fprint(w, " ")
		_ = http.NewResponseController(w).Flush()
		time.Sleep(20 * time.Millisecond)
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	line := []byte(": " + strings.Repeat("z", 8<<10) + "\n")
	for r.Context().Err() == nil {
		if _, err := w.Write(line); err != nil {
			return
		}
	}
}

func announced(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(5*limits.ModelAnswer))
	_, _ = w.Write([]byte("{"))
}
