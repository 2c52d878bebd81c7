package model

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"
)

// Trial is what one real question to a model showed.
type Trial struct {
	Deaf    bool          // the instructions did not reach the model: its prompt was shorter than they are
	Reading float64       // prompt tokens a second, 0 if that is not known
	Writing float64       // answer tokens a second, 0 if that is not known
	Loading time.Duration // until the first, tiny question was answered
}

// Fix is about how long a fix of a short function lasts: most of the time goes
// into reading the file once and writing the function. 0 = not known.
func (t Trial) Fix() time.Duration {
	if t.Reading <= 0 || t.Writing <= 0 {
		return 0
	}
	return time.Duration((trialPrompt/t.Reading + trialAnswer/t.Writing) * float64(time.Second))
}

// A fix in a file of forty lines, in tokens: what fettle-eval live measures.
const (
	trialPrompt = 450.0
	trialAnswer = 100.0
)

// Try asks the model two questions of fettle's own: a tiny one, which loads it,
// and one with long instructions. What comes back is not looked at, only how much
// the model says it read and how long it took. Its errors are [*Error].
func (c *Client) Try(ctx context.Context) (Trial, error) {
	var t Trial
	w := c.timing.explicit
	w.first = max(w.first, c.timing.local)
	start := time.Now()
	if _, f := c.tried(ctx, w, Prompt{User: "Say yes.", MaxTokens: 4, About: About{Kind: "trial"}}); f != nil {
		return t, c.err(f)
	}
	t.Loading = time.Since(start)
	// What a server has read before is not read again: no two trials are alike.
	var code [8]byte
	_, _ = rand.Read(code[:]) // never fails
	p := Prompt{System: fmt.Sprintf("Trial %x. ", code) +
		strings.Repeat("You are a careful programmer and answer in plain words. ", trialWords/10),
		User: "Count from one to thirty.", MaxTokens: trialTokens, About: About{Kind: "trial"}}
	k, f := c.tried(ctx, w, p)
	if f != nil {
		return t, c.err(f)
	}
	u := k.answer.usage
	if u.Prompt > 0 {
		t.Deaf = u.Prompt < trialWords
		if s := k.x.first.Seconds(); s > 0 && c.opt.Stream && !t.Deaf {
			t.Reading = float64(u.Prompt) / s
		}
	}
	if s := (k.x.last - k.x.first).Seconds(); s > 0 && u.Completion > 1 && c.opt.Stream {
		t.Writing = float64(u.Completion-1) / s
	}
	return t, nil
}

const (
	trialWords  = 200 // of the instructions; none of them is less than a token
	trialTokens = 32
)

// tried is one attempt whose answer may end by its length.
func (c *Client) tried(ctx context.Context, w waits, p Prompt) (*call, *fail) {
	start := time.Now()
	k, f := c.run(ctx, w, func(ctx context.Context) (*call, *fail) { return c.attempt(ctx, p, w, start) })
	c.logCall(ctx, p, k, f, start)
	if f != nil && f.fault == FaultTooLong {
		return k, nil
	}
	if f != nil && f.fault == FaultTimeout && f.limit == 0 {
		f.limit = time.Since(start)
	}
	return k, f
}
