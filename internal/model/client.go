package model

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/anthropic"
	"github.com/tmc/langchaingo/llms/ollama"
	"github.com/tmc/langchaingo/llms/openai"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/secret"
)

// Client is one model behind one endpoint. It is safe for concurrent use.
type Client struct {
	opt       Options
	end       endpoint
	key       secret.Secret // bound to the origin
	scrub     *secret.Scrubber
	log       *slog.Logger
	timing    timing
	transport *http.Transport
	llm       llms.Model
	origin    *origin
	caller    caller
	windowSet bool   // by the user
	learnt    learnt // of the model
	pace      pace
	plain     atomic.Bool // the server refuses structured output: no longer asked for
	mute      atomic.Bool // the server refuses to say how likely an answer is
}

var _ Completer = (*Client)(nil)

// New checks the options and makes a client. It touches no network. Errors are
// of the form "cause; next step" and hold no secret.
func New(o Options) (*Client, error) {
	end, err := o.endpoint()
	if err != nil {
		return nil, err
	}
	c := &Client{opt: o, end: end, key: o.Key.Bind(end.origin), scrub: o.Scrub, log: o.Log, timing: o.waits()}
	if c.scrub == nil {
		c.scrub = &secret.Scrubber{}
	}
	c.scrub.Add(o.Key)
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if c.opt.UserAgent == "" {
		c.opt.UserAgent = "fettle"
	}
	c.opt.ContextWindow, c.windowSet = o.windowOf(end), o.ContextWindow > 0
	origins := o.Origins
	if origins == nil {
		origins = &Origins{}
	}
	c.origin, c.caller = origins.get(end), caller{o.Key, o.Headers}
	if err := c.checkHeaders(); err != nil {
		return nil, err
	}
	if c.transport, err = newTransport(o, c.timing); err != nil {
		return nil, err
	}
	if p, err := http.ProxyFromEnvironment(&http.Request{URL: end.base}); err == nil && p != nil && p.User != nil {
		if password, ok := p.User.Password(); ok {
			c.scrub.AddValue(password)
		}
	}
	if c.llm, err = c.newModel(); err != nil {
		return nil, fmt.Errorf("model client: %s", c.scrub.Scrub(err.Error()))
	}
	return c, nil
}

// checkHeaders refuses headers that would take the request out of our hands,
// and makes the values of the others known to the scrubber: any of them may be a
// key, but for those that everybody may see.
func (c *Client) checkHeaders() error {
	for name, value := range c.opt.Headers {
		switch http.CanonicalHeaderKey(name) {
		case "Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Connection", "User-Agent":
			return fmt.Errorf("model.headers may not set %s; remove it", clip(name))
		}
		if !validHeader(name, value) {
			return fmt.Errorf("model.headers holds an entry that is no header; check %s", clip(oneLine(name)))
		}
		if !publicHeader(name) {
			c.scrub.AddValue(value)
		}
	}
	return nil
}

// publicHeader reports whether a header's value is no secret by what the header
// is for. Hiding a project's name would cut it out of every prompt.
func publicHeader(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Accept", "Accept-Language", "Anthropic-Beta", "Anthropic-Version", "Content-Type", "Http-Referer", "Openai-Beta",
		"Openai-Organization", "Openai-Project", "Referer", "X-Title":
		return true
	}
	return false
}

func validHeader(name, value string) bool {
	for _, r := range name {
		if r <= ' ' || r >= 0x7f || r == ':' {
			return false
		}
	}
	for _, r := range value {
		if r < ' ' && r != '\t' || r == 0x7f {
			return false
		}
	}
	return name != ""
}

// placeholder stands where langchaingo insists on a key. The real one is put
// into the request that is sent.
const placeholder = "set-by-transport"

// newModel makes langchaingo's client. Everything it would else read from the
// environment is given explicitly.
func (c *Client) newModel() (llms.Model, error) {
	client := &http.Client{Transport: drafting{}}
	switch c.opt.Backend {
	case Ollama:
		return ollama.New(ollama.WithServerURL(c.end.base.String()), ollama.WithModel(c.opt.Name),
			ollama.WithHTTPClient(client), ollama.WithRunnerNumCtx(c.opt.ContextWindow))
	case Anthropic:
		return anthropic.New(anthropic.WithToken(placeholder), anthropic.WithModel(c.opt.Name),
			anthropic.WithBaseURL(c.end.base.String()), anthropic.WithHTTPClient(client))
	default:
		return openai.New(openai.WithToken(placeholder), openai.WithModel(c.opt.Name),
			openai.WithBaseURL(c.end.base.String()), openai.WithOrganization(""), openai.WithHTTPClient(client))
	}
}

// Host returns the host, and the port if it is not the scheme's own, as shown to users.
func (c *Client) Host() string { return c.end.host }

// Name returns the model's name.
func (c *Client) Name() string { return c.opt.Name }

// Loopback reports whether the endpoint is on this machine.
func (c *Client) Loopback() bool { return c.end.loopback }

// ContextWindow returns the model's window, in tokens: as the user set it, else as the
// server says it, once [Client.Traits] has asked it. Ollama loads a model with the
// one that a request names.
func (c *Client) ContextWindow() int {
	if own := c.learnt.window(); own > 0 && !c.windowSet && c.opt.Backend != Ollama {
		return own
	}
	return c.opt.ContextWindow
}

// Ready reports, without any network, why a call would be refused now: no key,
// or an open circuit. It returns nil or an [*Error].
func (c *Client) Ready() error {
	if f := c.refusal(); f != nil {
		return c.err(f)
	}
	return nil
}

func (c *Client) refusal() *fail {
	if c.key.IsZero() && c.needsKey() {
		return &fail{fault: FaultNoKey, local: true, detail: "no key"}
	}
	return c.origin.refuses(c.caller, time.Now())
}

// needsKey is true for the vendors' own endpoints. Other servers may want no
// key, or one in a header of the user's.
func (c *Client) needsKey() bool {
	return len(c.opt.Headers) == 0 && (c.end.host == "api.openai.com" || c.end.host == "api.anthropic.com")
}

// Complete asks the model once, with at most one retry of the transport. Its
// errors are [*Error]; on any error nothing of the answer is returned.
func (c *Client) Complete(ctx context.Context, p Prompt) (Reply, error) {
	w := c.timing.of(p.Mode, c.end.loopback, c.opt.Stream)
	w.first += c.readingTime(p)
	start := time.Now()
	k, f := c.run(ctx, w, func(ctx context.Context) (*call, *fail) { return c.attempt(ctx, p, w, start) })
	c.logCall(ctx, p, k, f, start)
	if f != nil {
		if f.fault == FaultTimeout && f.limit == 0 {
			f.limit = time.Since(start)
		}
		return Reply{}, c.err(f)
	}
	c.pace.saw(k.answer.spent, k.answer.usage, k.x.first, time.Since(start))
	model := k.answer.model
	if model == "" {
		model = c.opt.Name
	}
	return Reply{
		Text: k.answer.text, Model: model, Host: c.end.host, Usage: k.answer.usage, Likely: k.answer.likely,
		Elapsed: time.Since(start),
	}, nil
}

// run makes one attempt, and another where the fault may pass, inside the
// total, the slots and the circuit of the origin.
func (c *Client) run(ctx context.Context, w waits, attempt func(context.Context) (*call, *fail)) (*call, *fail) {
	if f := c.refusal(); f != nil {
		return nil, f
	}
	ctx, cancel := context.WithTimeout(ctx, w.total)
	defer cancel()
	leave, err := c.origin.enter(ctx, c.opt.Aside)
	if err != nil {
		return nil, ended(ctx)
	}
	defer leave()
	if f := c.refusal(); f != nil { // since then
		return nil, f
	}
	retries := w.retries
	for {
		k, f := attempt(ctx)
		c.origin.note(c.caller, f, time.Now(), c.timing.circuit)
		if f == nil {
			return k, nil
		}
		if c.asksLess(k, f) {
			continue
		}
		deadline, _ := ctx.Deadline()
		pause, ok := c.retryPause(f, time.Until(deadline), w)
		if retries == 0 && !f.loads || !ok {
			return k, f
		}
		if !f.loads {
			retries--
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return k, ended(ctx)
		}
	}
}

// asksLess reports whether a server refused what it does not know, structured output or
// likelihoods, and is to be asked without from now on.
func (c *Client) asksLess(k *call, f *fail) bool {
	if f.status != http.StatusBadRequest && f.status != http.StatusUnprocessableEntity {
		return false
	}
	return k.schema && !c.plain.Swap(true) || k.likely && bytes.Contains(k.x.body, []byte("logprob")) && !c.mute.Swap(true)
}

// retryPause says whether a fault may pass by itself, and how long to wait.
func (c *Client) retryPause(f *fail, rest time.Duration, w waits) (time.Duration, bool) {
	var pause time.Duration
	switch f.fault {
	case FaultServer, FaultIncomplete:
		pause = c.timing.backoff + rand.N(c.timing.backoff+1)
	case FaultRateLimited:
		pause = f.after
	default:
		return 0, false
	}
	return pause, pause < rest && rest >= w.rest
}

// attempt sends one request and reads its answer.
func (c *Client) attempt(ctx context.Context, p Prompt, w waits, start time.Time) (k *call, f *fail) {
	k = &call{prompt: p, waits: w, started: start}
	d, err := c.draft(ctx, p)
	if ctx.Err() != nil {
		return k, ended(ctx)
	}
	if err == nil {
		k.body, err = c.shape(d.body, k)
	}
	switch {
	case errors.As(err, &f):
		return k, f
	case err != nil:
		return k, &fail{fault: FaultConfig, cause: "request could not be made; check [model] in the settings",
			detail: fmt.Sprintf("%T", err)}
	}
	if f = c.seal(k.body); f != nil {
		return k, f
	}
	req, f := c.request(ctx, http.MethodPost, d.path, k.body)
	if f == nil {
		f = c.receive(req, k)
	}
	return k, f
}

// draft has langchaingo make the request. Its panics fail the call, not fettle.
func (c *Client) draft(ctx context.Context, p Prompt) (d draft, err error) {
	defer func() {
		if r := recover(); r != nil {
			_ = bug.Report("the library of models", r)
			err = errors.New("panic in the model library")
		}
	}()
	var msgs []llms.MessageContent
	if p.System != "" {
		msgs = append(msgs, llms.TextParts(llms.ChatMessageTypeSystem, p.System))
	}
	msgs = append(msgs, llms.TextParts(llms.ChatMessageTypeHuman, p.User))
	reserve := p.MaxTokens
	if reserve <= 0 {
		reserve = limits.AnswerReserve
	}
	opts := []llms.CallOption{llms.WithMaxTokens(reserve), llms.WithTemperature(p.Temperature)}
	if c.opt.Backend == OpenAI && c.end.host != "api.openai.com" {
		opts = append(opts, openai.WithLegacyMaxTokensField()) // the only name older servers know
	}
	_, err = c.llm.GenerateContent(context.WithValue(ctx, draftKey{}, &d), msgs, opts...)
	if d.body != nil {
		return d, nil
	}
	return d, cmp.Or(err, errors.New("no request"))
}

// ended maps the end of our own context.
func ended(ctx context.Context) *fail {
	if errors.Is(ctx.Err(), context.Canceled) {
		return &fail{fault: FaultCancelled, detail: "cancelled"}
	}
	return &fail{fault: FaultTimeout, detail: "total"}
}

// logCall writes one line without content.
func (c *Client) logCall(ctx context.Context, p Prompt, k *call, f *fail, start time.Time) {
	attrs := []any{"host", c.end.host, "model", c.opt.Name, "mode", int(p.Mode), "ms", time.Since(start).Milliseconds()}
	if k != nil {
		attrs = append(attrs, "status", k.x.status, "bytes", len(k.x.body), "skipped", k.answer.skipped)
	}
	if f != nil {
		attrs = append(attrs, "fault", string(f.fault), "detail", c.scrub.Scrub(f.detail), "local", f.local)
	}
	c.log.DebugContext(ctx, "model call", attrs...)
}
