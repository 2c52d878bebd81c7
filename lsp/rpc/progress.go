package rpc

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// pacer spreads the reports of $/progress: at most a few a second for each
// token, the newest kept. Begin and end are sent at once, and an end throws
// away the report that waits before it.
type pacer struct {
	queue *queue
	mu    sync.Mutex
	paces map[string]*pace
}

type pace struct {
	last  time.Time
	held  []byte
	timer *time.Timer
}

func newPacer(q *queue) *pacer { return &pacer{queue: q, paces: map[string]*pace{}} }

func (p *pacer) push(params json.RawMessage, body []byte) error {
	var value struct {
		Token json.RawMessage `json:"token"`
		Value struct {
			Kind string `json:"kind"`
		} `json:"value"`
	}
	if err := json.Unmarshal(params, &value); err != nil {
		return err
	}
	token := string(value.Token)
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.paces[token]
	if value.Value.Kind != "report" {
		if at != nil && at.timer != nil {
			at.timer.Stop()
		}
		delete(p.paces, token)
		return p.queue.push(body, keep)
	}
	if at == nil {
		if len(p.paces) >= limits.RequestsInFlight {
			return p.queue.push(body, progress) // more tokens than can be honest
		}
		at = &pace{}
		p.paces[token] = at
	}
	now := time.Now()
	if wait := limits.ProgressEvery - now.Sub(at.last); wait > 0 {
		at.held = body
		if at.timer == nil {
			at.timer = time.AfterFunc(wait, func() { p.flush(token, at) })
		}
		return nil
	}
	at.last = now
	return p.queue.push(body, progress)
}

// flush sends the held report, unless its token has ended or begun anew. It
// queues under the lock, so that no end can slip in front.
func (p *pacer) flush(token string, at *pace) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.paces[token] != at || at.held == nil {
		return
	}
	_ = p.queue.push(at.held, progress) // a client that is gone sees no progress
	at.last, at.held, at.timer = time.Now(), nil, nil
}
