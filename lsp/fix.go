package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/ahead"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/tally"
	"github.com/fettle-dev/fettle/providers/signal"
)

// search finds the fix of a job, with the engine the job keeps to its end.
type search func(ctx context.Context, engine Engine, j *job) (fixer.Fix, error)

// startFix starts the job of one diagnostic. The user has chosen it: what failed
// before is tried again, and the model is shown why.
func (s *Server) startFix(a action) {
	ai := strings.HasPrefix(a.title, "AI")
	kind := "Fix "
	if ai {
		kind = "AI fix "
	}
	t := task{progress: kind + a.diagnostic.Code, name: a.diagnostic.Code, title: a.title, key: ahead.Key(a.diagnostic),
		diagnostic: true, ai: ai}
	s.launch(a.snapshot, t, func(ctx context.Context, engine Engine, j *job) (fixer.Fix, error) {
		_, settings, _ := s.state()
		p := s.problem(engine, a.snapshot, a.diagnostic, a.rungs)
		p.Candidates, p.Again = cmp.Or(a.candidates, settings.Fix.Candidates), true
		p.Unsafe = a.rungs != nil && !ai // chosen by its own entry
		p.Suggestions = p.Unsafe
		f, err := engine.Ladder().Fix(ctx, p, j.progress.stage)
		if err != nil && ctx.Err() == nil && a.rungs != nil && !ai {
			err = s.leftToModel(engine, a, err)
		}
		return f, err
	})
}

// leftToModel notes that no certain fix holds: the menu has the model's entry in
// its place from now on.
func (s *Server) leftToModel(engine Engine, a action, err error) error {
	s.prepared.AddFailed(a.snapshot, a.diagnostic)
	ladder := engine.Ladder()
	var d *fixer.Decline
	if !errors.As(err, &d) || d.Next != "" || d.Step != "" || !ladder.Model.Asks() ||
		!slices.Contains(ladder.Table.Require(a.diagnostic).Rungs, signal.RungModel) {
		return err
	}
	said := *d
	said.Next = "the menu has the model now"
	return &said
}

// startAll starts one job for several diagnostics of a document, of each problem
// one.
func (s *Server) startAll(doc document.Document, list []signal.Diagnostic, t task) {
	var found []signal.Diagnostic
	for _, p := range s.problems(doc.Snapshot, list) {
		found = append(found, p.Lead())
	}
	if len(found) == 0 {
		s.show(messageInfo, "", "nothing to fix here")
		return
	}
	snap := doc.Snapshot
	if t.name, t.progress = "all", "Fix all"; t.ai {
		t.progress = "AI fix all"
	}
	s.launch(snap, t, func(ctx context.Context, engine Engine, j *job) (fixer.Fix, error) {
		p := s.problem(engine, snap, signal.Diagnostic{}, nil)
		p.Again = true
		_, settings, _ := s.state()
		worst := evidence.By(settings.Fix.Grade)[evidence.Write]
		outcomes, final, err := engine.All(ctx, engine.Ladder(), p, found, fixer.Choice{Deterministic: !t.ai, Worst: worst},
			j.progress.stage)
		if err != nil {
			return fixer.Fix{}, err
		}
		f, n, err := fixer.Merged(p, outcomes, final.Text())
		line, each := tally.Of(outcomes, engine.Ladder().Table)
		j.each = each
		s.log.Info("fixed several", "fixed", n, "of", len(found), "what", line)
		if err != nil {
			return f, errors.New(line)
		}
		j.closing = line
		if by := f.Proof.String(); by != "" {
			j.closing += "; checked by " + by
		}
		return f, nil
	})
}

// task says what a job is about.
type task struct {
	progress   string // title of its progress
	name       string // in messages and the log: "F821", "all", "edit"
	title      string // of the entry that was chosen
	key        string // distinguishes it from others on the same text
	diagnostic bool   // the menu knows it by its key
	ai         bool   // a model may be asked
}

// launch runs the job of a fix of a document.
func (s *Server) launch(snap text.Snapshot, t task, find search) {
	key := fmt.Sprintf("%s#%d#%d#%s", snap.URI, snap.Incarnation, snap.Version, t.key)
	s.work(snap.URI, key, t, func(ctx context.Context, j *job) {
		f, err := s.find(ctx, j, snap, find)
		if err != nil {
			s.declined(ctx, j, err)
			return
		}
		if f, err = s.choose(ctx, j, f); err != nil {
			s.over(j, "not applied")
			return
		}
		s.deliver(ctx, j, f)
	})
}

// work registers a job and does it in the background. However it ends,
// progress ends once, and there is an edit or exactly one message, unless the
// user cancelled.
func (s *Server) work(uri, key string, t task, do func(ctx context.Context, j *job)) {
	j := &job{uri: uri, code: t.name, title: t.title, ai: t.ai, started: s.now(), key: key}
	if t.diagnostic {
		j.diag = t.key
	}
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel = cancel
	j.progress = s.newProgress(t.progress)
	_, fresh, err := s.jobs.add(j)
	if err != nil || !fresh {
		cancel()
		if err != nil {
			s.show(messageWarning, "", err.Error())
		}
		return // the running job's answer is this one's too
	}
	j.progress.begin()
	s.conn.Go("fix", func(serverCtx context.Context) {
		defer cancel()
		defer s.jobs.left()
		defer func() {
			p := recover()
			if p != nil {
				s.show(messageError, "", "internal error, fix not applied; see the log")
			}
			s.over(j, "not applied")
			if p != nil {
				panic(p) // for the log
			}
		}()
		defer context.AfterFunc(serverCtx, cancel)()
		// The user sees the end at once, also when work needs a moment to stop.
		defer context.AfterFunc(ctx, func() {
			s.keepWhy(j.title+": cancelled", nil, nil)
			s.over(j, "cancelled")
		})()
		do(ctx, j)
	})
}

// over ends a job for the user, once: menus and requests that he makes on seeing
// that know nothing of it any more.
func (s *Server) over(j *job, message string) {
	s.jobs.remove(j)
	j.progress.end(message)
}

// find runs a job's search in one of the slots, for as long as the settings
// allow.
func (s *Server) find(ctx context.Context, j *job, snap text.Snapshot, find search) (fixer.Fix, error) {
	select {
	case s.jobs.slots <- struct{}{}:
		defer func() { <-s.jobs.slots }()
	case <-ctx.Done():
		return fixer.Fix{}, ctx.Err()
	}
	s.prefetches.Yield()
	engine := s.seen(s.build(), snap)
	if snap.Path != "" {
		// Asked anew and of this engine: settings may have just changed.
		if why := engine.Protected(snap.Path); why != "" {
			return fixer.Fix{}, errors.New("no fix here: " + why)
		}
	}
	_, settings, _ := s.state()
	limited, done := context.WithTimeout(ctx, settings.Timeouts.Fix)
	defer done()
	f, err := find(limited, engine, j)
	if bill := engine.Ladder().Model.Bill(f.Usage); bill != "" {
		s.log.Info("model asked", "for", j.code, "calls", f.Asks, "took", bill)
		if engine.Ladder().Model.Cost(f.Usage) > 0 {
			j.bill = "; " + bill
		}
	}
	var d *fixer.Decline
	if errors.As(err, &d) && d.Code == fixer.DeclineTimeout && ctx.Err() == nil && d.Reason != "timed out" {
		return f, err // it says what the time went into
	}
	if err != nil && ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return f, fmt.Errorf("%s timed out after %.0f s; see timeouts.fix", j.code, settings.Timeouts.Fix.Seconds())
	}
	return f, err
}

// declined ends a job without an edit: exactly one message, unless the user
// cancelled it.
func (s *Server) declined(ctx context.Context, j *job, err error) {
	if ctx.Err() != nil {
		s.over(j, "cancelled")
		return
	}
	s.log.Warn("fix declined", "signal", j.code, "err", err)
	s.over(j, "not applied") // first: editors show the last thing that came
	s.fail(j, err)
}
