package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// exchange is one request with its whole answer in memory.
type exchange struct {
	status      int
	header      http.Header
	body        []byte
	broke       bool // the body ended before its announced end
	first, last time.Duration
}

// phase says what a call is waiting for, and so which limit ran out.
type phase uint8

const (
	connecting phase = iota
	waiting
	reading
	finishing // the end marker was seen: only the end of the body is missing
)

// ranOut is the cancel cause of a watch.
type ranOut struct {
	phase phase
	limit time.Duration
}

func (r ranOut) Error() string { return "limit ran out" }

// watch cancels a request when nothing happens for the limit of its phase.
// Timers are monotonic: a jump of the clock changes nothing.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	waits  waits
	grace  time.Duration
	alive  func(context.Context) bool // nil: silence is an end

	mu    sync.Mutex
	timer *time.Timer
	turn  int // which entering of a phase the timer is for

	connected atomic.Bool // there is a connection to send on
	shaking   atomic.Bool // a TLS handshake has begun
}

// watchKey is under which the watch of a request stands in its context: between the
// request and the dialler, which it watches too, stands net/http.
type watchKey struct{}

func newWatch(ctx context.Context, p plan, grace time.Duration) *watch {
	ctx, cancel := context.WithCancelCause(ctx)
	x := &watch{ctx: ctx, cancel: cancel, waits: p.waits, grace: grace, alive: p.alive}
	x.enter(connecting)
	return x
}

// enter starts the clock of a phase; entering the same phase again restarts it.
func (w *watch) enter(p phase) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start(p)
}

func (w *watch) start(p phase) {
	limit := map[phase]time.Duration{
		connecting: w.waits.dial, waiting: w.waits.first, reading: w.waits.idle, finishing: w.grace,
	}[p]
	w.turn++
	turn := w.turn
	w.stopTimer()
	w.timer = time.AfterFunc(limit, func() { w.expired(p, turn, limit) })
}

// expired ends the request, unless the server is silent because it works: one
// that loads a model or reads a long prompt answers another question meanwhile.
func (w *watch) expired(p phase, turn int, limit time.Duration) {
	busy := p == waiting && w.alive != nil && w.alive(w.ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case turn != w.turn: // something came while the server was asked
	case busy:
		w.start(p)
	default:
		w.cancel(ranOut{p, limit})
	}
}

func (w *watch) stopTimer() {
	if w.timer != nil {
		w.timer.Stop()
	}
}

func (w *watch) stop() {
	w.mu.Lock()
	w.turn++
	w.stopTimer()
	w.mu.Unlock()
	w.cancel(nil)
}

// ranOut returns what ran out, if anything did.
func (w *watch) ranOut() (r ranOut, ok bool) {
	return r, errors.As(context.Cause(w.ctx), &r)
}

// plan is how a request is to be read.
type plan struct {
	kind     string // of the request and what it holds, for the record
	body     []byte
	waits    waits
	alive    func(context.Context) bool // whether the server still works when nothing comes; nil: not asked
	cap      int
	ended    func(body []byte) bool // nil: read to the end
	progress func(bytes int)
}

// record passes a request to the caller's Record before anything of it leaves.
func (c *Client) record(ctx context.Context, p plan) *fail {
	if c.opt.Record == nil {
		return nil
	}
	if err := c.opt.Record(ctx, Outgoing{Kind: p.kind, Host: c.end.host, Model: c.opt.Name, Body: p.body}); err != nil {
		return &fail{fault: FaultRefused, cause: clipLine(err.Error()), detail: "record"}
	}
	return nil
}

// exchange sends a request and reads its answer under the limits. It follows no
// redirect and undoes no compression.
func (c *Client) exchange(req *http.Request, p plan) (exchange, *fail) {
	var x exchange
	if f := c.record(req.Context(), p); f != nil {
		return x, f
	}
	start := time.Now()
	outer := req.Context()
	w := newWatch(outer, p, c.timing.grace)
	defer w.stop()
	ctx := context.WithValue(w.ctx, watchKey{}, w)
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		TLSHandshakeStart: func() { w.shaking.Store(true) },
		GotConn:           func(httptrace.GotConnInfo) { w.connected.Store(true); w.enter(waiting) },
	})

	resp, err := c.transport.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return x, networkFail(outer, w, err)
	}
	defer resp.Body.Close()
	x.status, x.header = resp.StatusCode, resp.Header
	capacity := p.cap
	if resp.StatusCode != http.StatusOK {
		capacity = limits.ModelErrorBody
	}
	if e := resp.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") &&
		x.status == http.StatusOK {
		return x, &fail{fault: FaultMalformed, detail: "content encoding that was not asked for"}
	}
	if resp.ContentLength > int64(capacity) && x.status == http.StatusOK {
		return x, &fail{fault: FaultTooLarge, detail: "announced size"}
	}
	chunk, complete := make([]byte, 16<<10), false
	for {
		n, err := resp.Body.Read(chunk)
		if n > 0 {
			if x.body == nil {
				x.first = time.Since(start)
			}
			x.last = time.Since(start)
			x.body = append(x.body, chunk[:n]...)
			if len(x.body) > capacity {
				if x.status != http.StatusOK {
					x.body = x.body[:capacity]
					return x, nil
				}
				return x, &fail{fault: FaultTooLarge, detail: fmt.Sprintf("more than %d bytes", capacity)}
			}
			switch {
			case complete:
				// What comes after the end marker gets no time of its own.
			case p.ended != nil && p.ended(x.body):
				complete = true
				w.enter(finishing)
			case err == nil:
				w.enter(reading)
			}
			if p.progress != nil {
				p.progress(len(x.body))
			}
		}
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) {
			return x, nil
		}
		if r, ok := w.ranOut(); ok && r.phase == finishing {
			return x, nil
		}
		if outer.Err() != nil {
			return x, networkFail(outer, w, err)
		}
		if _, ok := w.ranOut(); ok && x.status == http.StatusOK {
			return x, networkFail(outer, w, err)
		}
		x.broke = true
		return x, nil
	}
}

// networkFail finds out why there is no answer: our own context first, then
// the limit that ran out, and only then the error.
func networkFail(outer context.Context, w *watch, err error) *fail {
	switch {
	case errors.Is(outer.Err(), context.Canceled):
		return &fail{fault: FaultCancelled, detail: "cancelled"}
	case outer.Err() != nil:
		return &fail{fault: FaultTimeout, detail: "total"}
	}
	if r, ok := w.ranOut(); ok {
		if r.phase == connecting {
			return &fail{fault: FaultUnreachable, limit: r.limit, detail: "dial limit",
				cause: "no answer in " + seconds(r.limit) + "; check the network and model.url"}
		}
		return &fail{fault: FaultStalled, limit: r.limit, detail: "silent"}
	}
	f := fromNetwork(err)
	if f.fault == FaultIncomplete && !w.connected.Load() {
		f.fault, f.cause = FaultUnreachable, "connection failed; check the network and model.url"
		if w.shaking.Load() {
			f.cause = "TLS failed; check http or https in model.url, and model.caFile"
		}
	}
	return f
}

// retryAfter reads the header in both its forms, clamped; a missing or
// senseless value results in the minimum.
func retryAfter(h http.Header, now time.Time, t timing) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	var d time.Duration
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		d = time.Duration(min(max(s, 0), 86400) * float64(time.Second))
	} else if at, err := http.ParseTime(v); err == nil {
		d = at.Sub(now)
	}
	return min(max(d, t.retryMin), t.retryMax)
}
