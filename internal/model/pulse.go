package model

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// A server on this machine may load a model for a minute and read a prompt for
// minutes, and sends nothing meanwhile. So the wait for its first byte grows with
// the prompt; and when it is over, the server is asked whether it still works.
// Only one that answers neither has stalled. Those that answer one question at a
// time have the length of the prompt on their side.

// pace is how long a token of a prompt took at most.
type pace struct{ slowest atomic.Int64 }

// saw notes what an answer took to begin. What had been read before makes a
// server seem quick and loading makes it seem slow: the slowest counts.
func (p *pace) saw(prompt int, first time.Duration) {
	if prompt < paceLeast {
		return
	}
	each := int64(first) / int64(prompt)
	for old := p.slowest.Load(); each > old && !p.slowest.CompareAndSwap(old, each); old = p.slowest.Load() {
	}
}

// paceLeast is from how many tokens on a prompt says something of the pace.
const paceLeast = 100

// readingTime is what a prompt adds to the wait for the first byte.
func (c *Client) readingTime(p Prompt) time.Duration {
	if !c.end.loopback || p.Mode == Resolve {
		return 0
	}
	each := max(limits.ModelReading, 2*time.Duration(c.pace.slowest.Load()))
	return time.Duration(tokens.Estimate(p.System)+tokens.Estimate(p.User)) * each
}

// pulse asks a server on this machine whether it works while its answer is
// waited for; nil where silence is an end. No text of the user's is sent.
func (c *Client) pulse(m Mode) func(context.Context) bool {
	if !c.end.loopback || m == Resolve {
		return nil
	}
	elem := "models"
	if c.opt.Backend == Ollama {
		elem = "api/version"
	}
	return func(ctx context.Context) bool {
		_, f := c.glance(ctx, http.MethodGet, elem, nil)
		return f == nil
	}
}
