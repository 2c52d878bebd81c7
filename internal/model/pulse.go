package model

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// A server on this machine may load a model for a minute and read a prompt for
// minutes, and sends nothing meanwhile. So the wait for its first byte grows with
// the prompt; and when it is over, the server is asked whether it still works.
// Only one that answers neither has stalled. Those that answer one question at a
// time have the length of the prompt on their side.

// Speed is how many tokens a second a model reads of prompts, and writes of answers; 0 where
// that is not known.
type Speed struct{ Read, Write float64 }

// spent is what a server says of the time of an answer: Ollama as prompt_eval_duration, llama.cpp as
// timings. Where it says nothing all is zero.
type spent struct {
	read, wrote      int // tokens, without those that were in its cache, as far as it knows
	reading, writing time.Duration
}

// pace is the speed of a server, learnt from what it answers.
type pace struct {
	mu    sync.Mutex
	known Speed
}

// saw notes an answer: by what the server says of its time, else by what passed before and
// behind the first byte.
func (p *pace) saw(s spent, u Usage, first, all time.Duration) {
	if s.read == 0 || s.reading == 0 {
		s.read, s.reading = u.Prompt, first
	}
	if s.wrote == 0 || s.writing == 0 {
		s.wrote, s.writing = u.Completion, all-first
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.read >= paceLeast && s.reading > 0 {
		p.known.Read = slower(p.known.Read, float64(s.read)/s.reading.Seconds())
	}
	if s.wrote > 1 && s.writing > time.Millisecond { // else it came in one piece
		p.known.Write = slower(p.known.Write, float64(s.wrote)/s.writing.Seconds())
	}
}

// slower returns a speed after one more was seen. What was in a server's cache makes it seem quick, for one
// answer: a slower one counts at once, a quicker one by a tenth, and no more than twice as quick.
func slower(known, seen float64) float64 {
	if known == 0 || seen < known {
		return seen
	}
	return known + (min(seen, 2*known)-known)/10
}

func (p *pace) speed() Speed {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known
}

// Speed returns how fast the model has read and written so far.
func (c *Client) Speed() Speed { return c.pace.speed() }

// paceLeast is from how many tokens on a prompt says something of the pace.
const paceLeast = 100

// readingTime returns what a prompt adds to the wait for the first byte.
func (c *Client) readingTime(p Prompt) time.Duration {
	if !c.end.loopback || p.Mode == Plan {
		return 0
	}
	each := limits.ModelReading
	if s := c.Speed(); s.Read > 0 {
		each = max(each, time.Duration(2*float64(time.Second)/s.Read))
	}
	return time.Duration(tokens.Estimate(p.System)+tokens.Estimate(p.User)) * each
}

// pulse asks a server on this machine whether it works while its answer is
// waited for; nil where silence is an end. No text of the user's is sent.
func (c *Client) pulse(m Mode) func(context.Context) bool {
	if !c.end.loopback || m == Plan {
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
