package lsp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
)

// What is remembered of fixes: those that may still be undone, and those that
// the last menu holds with their edit, which the client applies by itself.
const (
	outcomesSent    = 64
	outcomesOffered = 16
)

// outcomes follows fixes after they were made.
type outcomes struct {
	mu      sync.Mutex
	sent    []sentFix
	menu    text.Snapshot // of the offered fixes
	offered []fixer.Fix
	queue   []learning.Outcome
	telling bool // somebody empties the queue
}

// sentFix is a fix that is in its document.
type sentFix struct {
	uri, path string
	size      int // of the text before it
	hash      [32]byte
	signals   []string
	at        time.Time
}

// signalsOf names what a fix mends, as journals do.
func signalsOf(f fixer.Fix) []string {
	if f.Problem.Instruction != "" {
		return []string{learning.EditSignal}
	}
	var out []string
	for _, d := range mends(f) {
		if name := d.Tool + "/" + d.Code; d.Tool != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// offered notes a fix that a menu holds with its edit.
func (s *Server) offered(snap text.Snapshot, f fixer.Fix) {
	if s.outcomes.offer(snap, f) {
		s.tell(learning.Offered, signalsOf(f), snap.Path, s.now())
	}
}

// offer notes a fix, and reports whether the menu did not hold it yet.
func (o *outcomes) offer(snap text.Snapshot, f fixer.Fix) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.menu != snap {
		o.menu, o.offered = snap, nil
	}
	if slices.ContainsFunc(o.offered, func(x fixer.Fix) bool { return slices.Equal(x.Edits, f.Edits) }) {
		return false
	}
	o.offered = append(o.offered, f)
	o.offered = o.offered[max(0, len(o.offered)-outcomesOffered):]
	return true
}

// settledAs notifies the engine how a fix ended; before is the text it was
// applied to.
func (s *Server) settledAs(kind learning.Kind, f fixer.Fix, before text.Snapshot) {
	now := s.now()
	signals := signalsOf(f)
	o := &s.outcomes
	o.mu.Lock()
	if kind == learning.Applied && len(signals) > 0 {
		o.sent = append(o.sent, sentFix{before.URI, before.Path, before.Len(), before.Hash(), signals, now})
		o.sent = o.sent[max(0, len(o.sent)-outcomesSent):]
	}
	o.mu.Unlock()
	s.tell(kind, signals, before.Path, now)
}

// tell queues outcomes: they are written down off the lane, in order.
func (s *Server) tell(kind learning.Kind, signals []string, path string, at time.Time) {
	if path == "" || len(signals) == 0 {
		return
	}
	o := &s.outcomes
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, name := range signals {
		o.queue = append(o.queue, learning.Outcome{Kind: kind, Signal: name, Path: path, Time: at})
	}
	if !o.telling {
		o.telling = true
		s.conn.Go("outcome", func(context.Context) { s.emptyOutcomes() })
	}
}

func (s *Server) emptyOutcomes() {
	o := &s.outcomes
	for {
		o.mu.Lock()
		list := o.queue
		o.queue = nil
		o.telling = len(list) > 0
		o.mu.Unlock()
		if len(list) == 0 {
			return
		}
		engine := s.currentEngine()
		for _, one := range list {
			engine.Record(one)
		}
	}
}

// watchOutcomes hears of every change: one may be a fix of the menu that the
// client applied, or take a fix back.
func (s *Server) watchOutcomes(c document.Change) {
	o := &s.outcomes
	ours := s.jobs.expects(c.New) // a job made it, and says itself how it ended
	o.mu.Lock()
	var chosen *fixer.Fix
	if o.menu.URI == c.New.URI { // it is closed when the text changes
		for _, f := range o.offered {
			if !ours && makes(o.menu, f, c.New) {
				chosen = &f
				break
			}
		}
		o.menu, o.offered = text.Snapshot{}, nil
	}
	var undone []sentFix
	now := s.now()
	o.sent = slices.DeleteFunc(o.sent, func(x sentFix) bool {
		switch {
		case now.Sub(x.at) > limits.UndoTime:
			return true
		case x.uri != c.New.URI || x.size != c.New.Len() || x.hash != c.New.Hash():
			return false
		}
		undone = append(undone, x)
		return true
	})
	o.mu.Unlock()
	for _, x := range undone {
		s.tell(learning.Undone, x.signals, x.path, now)
	}
	if chosen != nil {
		s.settledAs(learning.Applied, *chosen, c.Old)
		s.announce(*chosen)
		s.stillReported(*chosen, c.New.Hash())
	}
}

// makes reports whether a fix makes one text of another.
func makes(was text.Snapshot, f fixer.Fix, now text.Snapshot) bool {
	n := was.Len()
	for _, e := range f.Edits {
		n += len(e.New) - e.Span.Len()
	}
	if n != now.Len() {
		return false
	}
	after, err := was.Apply(f.Edits)
	return err == nil && after.Text() == now.Text()
}
