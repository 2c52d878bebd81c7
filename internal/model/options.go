package model

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/secret"
)

// Backend is a protocol, not a vendor: many servers speak OpenAI's.
type Backend string

// The backends.
const (
	OpenAI    Backend = "openai"
	Ollama    Backend = "ollama"
	Anthropic Backend = "anthropic"
)

// Options describe one model behind one endpoint. Everything in them is from
// the user's own scope: no field may be filled from a workspace.
type Options struct {
	Backend Backend
	BaseURL string // empty: the backend's own endpoint
	Name    string // of the model
	// Key is sent to the origin of BaseURL and to nobody else. Empty for local
	// servers that want none.
	Key secret.Secret
	// KeySource is how the user names the place the key comes from, for
	// messages: the name of an environment variable, mostly.
	KeySource string
	Headers   map[string]string // sent with every request
	// Extra members of the request body, by name, such as store = false.
	Extra         map[string]json.RawMessage
	ContextWindow int // tokens; sent to Ollama, which cuts prompts otherwise; 0: by name, else limits.ModelWindow
	// Stream asks for the answer in pieces, so that a stalled server differs from a slow one.
	Stream    bool
	CAFile    []byte        // PEM; added to the system's authorities
	LocalOnly bool          // refuse every address that is not this machine
	Total     time.Duration // of a call in mode Explicit; 0: limits.FixTotal
	// Seal is the egress gate's last look at a request body; an error refuses
	// the call. It is required.
	Seal func(body []byte) error
	// Record, when set, is called with every request before its connection is dialled, with each attempt, and with those
	// of [Client.Ping]. An error refuses the request.
	Record    func(context.Context, Outgoing) error
	UserAgent string           // "fettle/VERSION"
	Log       *slog.Logger     // nil: none
	Scrub     *secret.Scrubber // learns the key; nil: a private one
	Origins   *Origins         // shared by the clients of a process; nil: private
	// Aside says that this is a small model in addition to the one that fixes. It has
	// slots of its own: a question of milliseconds does not wait until an answer
	// of a minute is written.
	Aside bool

	timing timing // shortened by tests
}

// Outgoing is a request that is about to leave.
type Outgoing struct {
	Kind        string // fix, embed, ping, or what [About] calls it
	Host, Model string
	Body        []byte // as it goes over the wire
}

// endpoint is a checked Options.
type endpoint struct {
	base     *url.URL // no trailing slash
	origin   string   // scheme://host:port
	host     string   // as shown to users
	loopback bool
}

func (o Options) endpoint() (endpoint, error) {
	var e endpoint
	raw := strings.TrimRight(strings.TrimSpace(o.BaseURL), "/")
	if raw == "" {
		raw = map[Backend]string{
			OpenAI: "https://api.openai.com/v1", Anthropic: "https://api.anthropic.com/v1", Ollama: "http://127.0.0.1:11434",
		}[o.Backend]
	}
	switch {
	case o.Backend != OpenAI && o.Backend != Ollama && o.Backend != Anthropic:
		return e, fmt.Errorf("model backend %q is unknown; use openai, ollama or anthropic", clip(string(o.Backend)))
	case o.Name == "":
		return e, fmt.Errorf("no model is named; set model.name")
	case o.Seal == nil:
		return e, fmt.Errorf("a model without the check of what is sent")
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return e, fmt.Errorf("model.url is not an http(s) URL; write it like https://host/v1")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return e, fmt.Errorf("model.url holds more than host and path; use model.apiKeyEnv for keys")
	}
	if u.Hostname() == "0.0.0.0" { // what Ollama's own setting says when it listens everywhere
		u.Host = strings.Replace(u.Host, "0.0.0.0", "127.0.0.1", 1)
	}
	u.Path = strings.TrimRight(u.Path, "/")
	switch {
	case o.Backend == Ollama:
		u.Path = strings.TrimSuffix(strings.TrimSuffix(u.Path, "/v1"), "/api")
	case u.Path == "":
		u.Path = "/v1"
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	e = endpoint{base: u, origin: u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port), host: u.Host}
	e.loopback = isLoopback(u.Hostname())
	if u.Scheme == "http" && !e.loopback {
		return e, fmt.Errorf("%s needs https; http is for this machine only", clip(e.host))
	}
	if o.LocalOnly && !e.loopback {
		return e, fmt.Errorf("%s is not on this machine; privacy.mode is local", clip(e.host))
	}
	return e, nil
}

func isLoopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// originOf returns the origin of a request's URL, in the form secrets are bound to.
func originOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

func (o Options) roots() (*x509.CertPool, error) {
	if len(o.CAFile) == 0 {
		return nil, nil // the system's
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(o.CAFile) {
		return nil, fmt.Errorf("model.caFile holds no certificate in PEM form; name another file")
	}
	return pool, nil
}

// timing is every wait of a call. Tests shorten it; nothing else does.
type timing struct {
	explicit, plan, prefetch waits
	local                    time.Duration // for the first byte of a server on this machine, in addition to the prompt
	grace                    time.Duration // for the end of the body after the end marker
	backoff                  time.Duration // before a transport retry
	retryMin, retryMax       time.Duration // Retry-After is clamped to these
	circuit                  time.Duration
	ping                     time.Duration
}

type waits struct {
	dial, first, idle, total time.Duration
	retries                  int
	rest                     time.Duration // no retry when less remains
}

func (o Options) waits() timing {
	if o.timing != (timing{}) {
		return o.timing
	}
	total := limits.FixTotal
	if o.Total > 0 {
		total = min(max(o.Total, limits.ModelTotalMin), limits.ModelTotalMax)
	}
	return timing{
		explicit: waits{limits.ModelDial, limits.ModelFirstByte, limits.ModelIdle, total, 1, 0},
		plan: waits{limits.ModelDialPlan, limits.ModelFirstBytePlan, limits.ModelIdlePlan,
			limits.PlanTotal, 1, limits.ModelRetryRest},
		prefetch: waits{limits.ModelDialPrefetch, limits.ModelFirstBytePrefetch, limits.ModelIdlePrefetch,
			limits.ModelTotalPrefetch, 0, 0},
		local:    limits.ModelFirstByteLoopback,
		grace:    limits.ModelGrace,
		backoff:  limits.ModelBackoff,
		retryMin: limits.ModelRetryAfterMin, retryMax: limits.ModelRetryAfterMax,
		circuit: limits.ModelCircuit,
		ping:    limits.ModelPing,
	}
}

// of chooses the waits of a call.
func (t timing) of(m Mode, loopback, stream bool) waits {
	w := t.explicit
	switch m {
	case Plan:
		w = t.plan
	case Prefetch:
		if w = t.prefetch; loopback {
			w = waits{w.dial, max(t.explicit.first, t.local), t.explicit.idle, t.explicit.total, 0, 0}
		}
	case Explicit:
		if loopback {
			w.first = max(w.first, t.local)
		}
	}
	if !stream {
		// Nothing comes before the whole answer is made: only the total ends
		// the wait, and the message says so.
		w.first = w.total + time.Second
	}
	return w
}
