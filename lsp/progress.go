package lsp

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// progress is the report of one job, a work done progress that the server begins.
// All its methods are safe to call when the client shows no progress; end reports
// once, however often it is called, and nothing is reported after it.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#serverInitiatedProgress
type progress struct {
	s     *Server
	token string
	title string
	shown bool // the client shows progress
	fixed bool // it cannot be cancelled
	stop  chan struct{}
	made  chan struct{} // closed when the client has the display, or refused it; nil: it was not asked

	mu    sync.Mutex
	begun bool
	ended bool
	final string // what the end said
	last  string
	share *int      // percent, nil: nobody knows
	asked time.Time // when a model was asked first
	asks  bool      // one is being asked
}

func (s *Server) newProgress(title string) *progress {
	c, _, _ := s.state()
	return &progress{s: s, title: title, shown: c.progress, stop: make(chan struct{}), last: "collecting context",
		token: "fettle/" + strconv.FormatInt(s.tokens.Add(1), 10)}
}

type progressParams struct {
	Token string `json:"token"`
	Value any    `json:"value"`
}

type progressValue struct {
	Kind        string     `json:"kind"`
	Title       text.Shown `json:"title,omitempty"`
	Message     text.Shown `json:"message,omitempty"`
	Cancellable *bool      `json:"cancellable,omitempty"`
	Percentage  *int       `json:"percentage,omitempty"`
}

// begin asks the client for a progress display and fills it, without waiting. A
// client without one gets a message.
func (p *progress) begin() {
	if !p.shown {
		p.s.show(messageInfo, "started", p.title+" started")
		return
	}
	p.made = make(chan struct{})
	p.s.conn.Go("progress", func(ctx context.Context) {
		limited, done := context.WithTimeout(ctx, limits.ClientProgress)
		err := p.s.conn.Call(limited, "window/workDoneProgress/create", map[string]string{"token": p.token}, nil)
		done()
		if err != nil {
			close(p.made)
			p.s.log.Debug("no progress", "err", err)
			return
		}
		p.mu.Lock()
		p.begun = true
		cancellable := !p.fixed
		p.send(progressValue{Kind: "begin", Title: text.Shown(p.title), Message: text.Shown(p.last),
			Cancellable: &cancellable, Percentage: p.share})
		if p.ended {
			// Quicker than the client. What it has made must still be closed.
			p.send(progressValue{Kind: "end", Message: text.Shown(p.final)})
		}
		p.mu.Unlock()
		close(p.made)
		p.tick(ctx)
	})
}

// send needs the lock: nothing may come after the end.
func (p *progress) send(v progressValue) {
	if p.begun {
		p.s.notify("$/progress", progressParams{p.token, v})
	}
}

// stage reports what the fix is doing.
func (p *progress) stage(st fixer.Stage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.last, p.asks = st.String(), st.Model != ""
	if p.asks && p.asked.IsZero() {
		p.asked = p.s.now()
	}
	p.send(progressValue{Kind: "report", Message: text.Shown(p.last)})
}

// percent reports a share of the work, for one that began with a share.
func (p *progress) percent(share int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || *p.share == share {
		return
	}
	p.share = &share
	p.send(progressValue{Kind: "report", Percentage: p.share})
}

// tick says for how long the fix has been with the model: asks and checks, as one waits for them.
func (p *progress) tick(ctx context.Context) {
	t := time.NewTicker(limits.ProgressWaiting)
	defer t.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-ctx.Done():
			return
		case <-t.C:
			p.waited()
		}
	}
}

func (p *progress) waited() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asks && !p.ended {
		p.send(progressValue{Kind: "report",
			Message: text.Shown(fmt.Sprintf("%s, %.0f s", p.last, p.s.now().Sub(p.asked).Seconds()))})
	}
}

// end closes the display, once. One that the client is only making is waited
// for: what the caller shows next is to be seen after it.
func (p *progress) end(message string) {
	if !p.finish(message) || p.made == nil {
		return
	}
	select {
	case <-p.made:
	case <-time.After(limits.ClientProgress):
	}
}

// finish reports whether it was the first to end the display.
func (p *progress) finish(message string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return false
	}
	p.ended, p.final = true, message
	close(p.stop)
	p.send(progressValue{Kind: "end", Message: text.Shown(message)})
	return true
}
