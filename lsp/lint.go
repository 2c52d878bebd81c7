package lsp

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// reason is why a document may want another linter run.
type reason uint8

const (
	opened reason = iota
	typed
	saved
)

// lintState schedules the linter runs of each document: one at a time, after a
// pause in typing, dropped when the text has moved on.
type lintState struct {
	mu      sync.Mutex
	pending map[string]*lintRun
	stopped bool

	following map[string]*time.Timer   // texts that only the index is to hear of
	bare      map[string]bool          // languages of which no tool ran the last time
	trouble   map[string]*linter.Error // by language: a tool that is there, did not look, and how it would
}

// lintRun is one round of a document's tools, and the further ones of those
// that failed.
type lintRun struct {
	timer  *time.Timer
	cancel context.CancelFunc
	only   []string // the tools to run; nil: all
	typed  bool     // slow tools wait for a longer pause
	tries  int      // rounds that were run again

	text    [32]byte      // hash of what it looks at
	awaited bool          // somebody waits for the fixes
	over    chan struct{} // closed when no more of them will come soon
}

func (r *lintRun) ended() bool {
	select {
	case <-r.over:
		return true
	default:
		return false
	}
}

// end has nobody wait for a run any longer. The lock of the linter runs is held.
func (r *lintRun) end() {
	if !r.ended() {
		close(r.over)
	}
}

// ready has nobody wait for a run any longer.
func (l *lintState) ready(run *lintRun) {
	l.mu.Lock()
	defer l.mu.Unlock()
	run.end()
}

// drop ends a run before its time. The lock of the linter runs is held.
func (r *lintRun) drop() {
	r.timer.Stop()
	if r.cancel != nil {
		r.cancel()
	}
	r.end()
}

func (l *lintState) forget(uri string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.pending[uri]; r != nil {
		r.drop()
		delete(l.pending, uri)
	}
	if t := l.following[uri]; t != nil {
		t.Stop()
		delete(l.following, uri)
	}
}

// ran notes whether any tool ran on a document of a language.
func (l *lintState) ran(lang string, any bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bare == nil {
		l.bare = map[string]bool{}
	}
	l.bare[lang] = !any
}

// looked notes how the run of a tool on a document of a language ended. What is no more
// than not installed or not trusted is no trouble, nor is what has no next step.
func (l *lintState) looked(lang, tool string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var e *linter.Error
	switch {
	case errors.As(err, &e) && e.Hint != "" && e.Step == "" && !errors.Is(e, linter.ErrMissing) &&
		!errors.Is(e, linter.ErrNotAllowed):
		if l.trouble == nil {
			l.trouble = map[string]*linter.Error{}
		}
		l.trouble[lang] = e
	case err == nil && l.trouble[lang] != nil && l.trouble[lang].Tool == tool:
		delete(l.trouble, lang)
	}
}

// troubleOf returns what keeps a tool from a language's documents, and what helps; "" if nothing.
func (l *lintState) troubleOf(lang string) (title, next string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.trouble[lang]; e != nil {
		return e.Error(), e.Hint
	}
	return "", ""
}

// troubles returns the first of them in one line, for a status; "" where there is none.
func (l *lintState) troubles() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lang := range slices.Sorted(maps.Keys(l.trouble)) {
		return l.trouble[lang].Error() + "; " + l.trouble[lang].Hint
	}
	for _, lang := range slices.Sorted(maps.Keys(l.bare)) {
		if l.bare[lang] {
			return "no linter runs on " + clip(lang, 20) + " files here; see fettle doctor"
		}
	}
	return ""
}

// isBare reports whether there is no tool that runs on a language's documents.
func (l *lintState) isBare(lang string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bare[lang]
}

func (l *lintState) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = true
	for _, r := range l.pending {
		r.timer.Stop()
		r.end()
	}
	for _, t := range l.following {
		t.Stop()
	}
}

// touched schedules a run for a document. It runs on the lane.
func (s *Server) touched(doc document.Document, why reason) {
	s.rest.Touch()
	_, settings, _ := s.state()
	idle := settings.LinterRun == "never" || why == typed && settings.LinterRun == "onSave"
	if !doc.Fixable || s.protected(doc.Snapshot.Path) != "" {
		return
	}
	if idle && !s.prefetches.Wants(doc.Snapshot) {
		s.followLater(doc.Snapshot.URI)
		return
	}
	delay := time.Duration(0)
	if why == typed {
		delay = limits.LintSettle
	}
	s.lint.mu.Lock()
	defer s.lint.mu.Unlock()
	if !s.lint.stopped {
		s.lintAnew(delay, doc.Snapshot.URI, why == typed)
	}
}

// lintAnew schedules a document's run in place of the one that it may have. The
// lock of the linter runs is held.
func (s *Server) lintAnew(delay time.Duration, uri string, typed bool) *lintRun {
	if s.lint.pending == nil {
		s.lint.pending = map[string]*lintRun{}
	}
	if r := s.lint.pending[uri]; r != nil {
		r.drop()
	}
	run := &lintRun{typed: typed, over: make(chan struct{})}
	s.lint.pending[uri] = run
	s.lintAfter(delay, uri, run)
	return run
}

// followLater passes the index a text that no tool looks at, after a pause in
// typing.
func (s *Server) followLater(uri string) {
	s.lint.mu.Lock()
	defer s.lint.mu.Unlock()
	if s.lint.stopped {
		return
	}
	if s.lint.following == nil {
		s.lint.following = map[string]*time.Timer{}
	}
	if t := s.lint.following[uri]; t != nil {
		t.Stop()
	}
	s.lint.following[uri] = time.AfterFunc(limits.LintSettle, func() {
		s.conn.Go("follow", func(context.Context) {
			if doc, ok := s.docs.Get(uri); ok {
				s.seen(s.currentEngine(), doc.Snapshot).Follow(doc.Snapshot)
			}
		})
	})
}

// lintAfter starts a round. The lock of the linter runs is held.
func (s *Server) lintAfter(delay time.Duration, uri string, run *lintRun) {
	run.timer = time.AfterFunc(delay, func() {
		s.conn.Go("lint",
			func(ctx context.Context) { s.lintDocument(ctx, uri, run) })
	})
}

// lintDone ends a run. It runs tools that failed once more after a while, unless the
// document's text has moved on, which runs all of them: one that timed out on a
// busy machine, or tripped over a half-written configuration, would be silent until
// the user types.
func (s *Server) lintDone(uri string, run *lintRun, tools []string) {
	s.lint.mu.Lock()
	defer s.lint.mu.Unlock()
	run.end()
	if len(tools) == 0 || s.lint.stopped || s.lint.pending[uri] != run || run.tries >= limits.LintRetries {
		return
	}
	delay := s.retryIn << run.tries
	run.only, run.cancel = tools, nil
	run.tries++
	s.lintAfter(delay, uri, run)
}

// lintSlow runs the tools that the pause in typing was too short for, if it
// lasts.
func (s *Server) lintSlow(uri string, run *lintRun, tools []string) {
	s.lint.mu.Lock()
	defer s.lint.mu.Unlock()
	if s.lint.stopped || s.lint.pending[uri] != run {
		return
	}
	run.only, run.typed, run.cancel = tools, false, nil
	delay := s.slowIn
	if run.awaited {
		delay = 0
	}
	s.lintAfter(delay, uri, run)
}

// awaitPrepared waits a moment until what is sure in a text is found, checked and
// made one fix, and has that begin now: who saves right behind a key is asked for
// it before a pause in typing has had the tools run.
func (s *Server) awaitPrepared(ctx context.Context, snap text.Snapshot) {
	_, settings, _ := s.state()
	over := s.hurry(snap, settings.LinterRun == "onSave")
	if over == nil {
		return
	}
	select {
	case <-over:
	case <-ctx.Done():
	case <-time.After(s.saveWait):
	}
}

// lookPause is how often awaitLook asks for a run: none is due before it is known
// whether a document may be shown, and another engine drops those of the last one.
const lookPause = 20 * time.Millisecond

// awaitLook waits until the tools have looked at a text, or none will.
func (s *Server) awaitLook(ctx context.Context, doc document.Document, unasked bool) {
	if s.awaitProtection(ctx, doc.Snapshot.Path) != "" {
		return
	}
	names := s.currentEngine().Names(doc.Snapshot)
	for ctx.Err() == nil {
		looked := len(names) == 0 || s.lint.isBare(doc.Snapshot.Lang) ||
			slices.ContainsFunc(names, func(tool string) bool { return s.diags.Ran(doc.Snapshot.URI, tool) })
		over := s.hurry(doc.Snapshot, unasked && !looked)
		if now, ok := s.docs.Get(doc.Snapshot.URI); !ok || now.Snapshot.Hash() != doc.Snapshot.Hash() || looked &&
			over == nil {
			return
		}
		select {
		case <-over:
			if looked {
				return
			}
			time.Sleep(lookPause)
		case <-time.After(lookPause):
		case <-ctx.Done():
		}
	}
}

// hurry has the run begin that is due for a text, and returns what is closed at its
// end, nil if there is none; unasked, a text that no run is due for gets one.
func (s *Server) hurry(snap text.Snapshot, unasked bool) <-chan struct{} {
	doc, ok := s.docs.Get(snap.URI)
	s.lint.mu.Lock()
	defer s.lint.mu.Unlock()
	if s.lint.stopped || !ok || doc.Snapshot.Hash() != snap.Hash() {
		return nil
	}
	run := s.lint.pending[snap.URI]
	switch {
	case unasked && (run == nil || run.text != snap.Hash()):
		run = s.lintAnew(0, snap.URI, false)
	case run == nil:
		return nil
	case !run.ended() && run.timer.Stop():
		run.typed = false
		s.lintAfter(0, snap.URI, run)
	}
	run.awaited = true
	return run.over
}

// bySpeed splits tools into those that run after every pause in typing and those
// that a user would feel then.
func bySpeed(engine Engine, tools []string) (quick, slow []string) {
	quick = []string{}
	for _, tool := range tools {
		if engine.Slow(tool) {
			slow = append(slow, tool)
		} else {
			quick = append(quick, tool)
		}
	}
	return quick, slow
}

// lintDocument runs the document's tools and prepares what can be fixed
// without a model.
func (s *Server) lintDocument(ctx context.Context, uri string, run *lintRun) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.lint.mu.Lock()
	current := s.lint.pending[uri] == run
	doc, ok := s.docs.Get(uri)
	run.cancel, run.text = cancel, doc.Snapshot.Hash()
	tools, split := run.only, run.typed
	s.lint.mu.Unlock()
	if !current {
		return
	}
	if !ok { // closed while the run was on its way
		s.lint.forget(uri)
		return
	}
	defer s.rest.Touch() // fixes are prepared for longer than the pause
	snap := doc.Snapshot
	engine := s.seen(s.currentEngine(), snap)
	var slow []string
	if split {
		tools, slow = bySpeed(engine, engine.Names(snap))
		if len(slow) == 0 {
			tools = nil
		}
	}
	failed, many := s.lintWith(ctx, engine, snap, tools)
	if len(slow) == 0 {
		s.prepareAll(ctx, engine, snap)
	}
	if len(many) > 0 {
		if len(slow) == 0 {
			s.lint.ready(run) // who saves need not wait for those that a menu may be opened on
		}
		s.prepareEach(ctx, engine, snap, many)
	}
	switch {
	case ctx.Err() != nil:
		return
	case len(slow) > 0:
		s.lintSlow(uri, run, append(failed, slow...))
	default:
		s.lintDone(uri, run, failed)
	}
	if s.prefetches.Due(snap) {
		s.prefetch(ctx, engine, snap)
	}
}

// lintWith runs tools of a snapshot, nil for each that it has, and returns those
// of which another run may succeed, and the fixes of large reports that are still to
// be prepared.
func (s *Server) lintWith(ctx context.Context, engine Engine, snap text.Snapshot,
	tools []string) (failed []string, many []fixer.Problem) {
	_, settings, _ := s.state()
	engine.Follow(snap)
	if settings.LinterRun == "never" {
		return nil, nil
	}
	all, ran := tools == nil, false
	if all {
		tools = engine.Names(snap)
	}
	for _, tool := range tools {
		found, err := engine.Lint(ctx, tool, snap)
		if ctx.Err() != nil {
			return nil, nil
		}
		s.lint.looked(snap.Lang, tool, err)
		if err != nil {
			s.log.Info("linter did not run", "tool", tool, "err", err)
			if linter.Passing(err) {
				failed = append(failed, tool)
			}
			continue
		}
		ran = true
		s.diags.SetLinter(snap, tool, found)
		s.publish(snap.URI)
		many = append(many, s.prepare(ctx, engine, snap, found)...)
	}
	if all || ran {
		s.lint.ran(snap.Lang, ran)
		s.tellStatus()
	}
	return failed, many
}

// prepare checks the fixes of rungs 1 and 2, so that the menu can offer them
// with their edit. Of very many it returns those that are worth it, when all of them
// together are: nobody may wait for these.
func (s *Server) prepare(ctx context.Context, engine Engine, snap text.Snapshot,
	found []signal.Diagnostic) (many []fixer.Problem) {
	var problems []fixer.Problem
	p := s.problem(engine, snap, signal.Diagnostic{}, []signal.Rung{signal.RungTool, signal.RungRule})
	p.Unsafe, p.Suggestions = true, true // labelled in the menu, never preferred, not part of fix all
	for _, d := range found {
		if fixer.Deterministic(d, engine.Ladder().Table.Require(d).Rungs) {
			p.Diagnostic = d
			problems = append(problems, p)
		}
	}
	alone := min(limits.FixesAlone, max(limits.FixesOfMany, limits.FixesSaid/max(1, len(found))))
	if len(problems) <= alone {
		s.prepareEach(ctx, engine, snap, problems)
		return nil
	}
	for _, p := range problems {
		if d := p.Diagnostic; d.Fix == nil {
			s.prepared.AddRest(snap, d, signal.RungRule)
		} else if d.Fix.Applicability == signal.Safe {
			s.prepared.AddRest(snap, d, signal.RungTool)
		}
	}
	at := s.lastIn(snap)
	away := func(p fixer.Problem) int { return max(p.Diagnostic.Span.Start-at, at-p.Diagnostic.Span.Start) }
	slices.SortStableFunc(problems, func(a, b fixer.Problem) int { return cmp.Compare(away(a), away(b)) })
	return problems[:alone]
}

// prepareEach checks fixes one by one.
func (s *Server) prepareEach(ctx context.Context, engine Engine, snap text.Snapshot, problems []fixer.Problem) {
	ladder, slow := engine.Ladder().WithoutSlow(snap, engine.Slow)
	for _, p := range problems {
		d := p.Diagnostic
		f, err := ladder.Fix(ctx, p, nil)
		if ctx.Err() != nil {
			return
		}
		if err != nil || !evidence.Usual().Takes(evidence.Write, f.Grade()) {
			s.prepared.AddFailed(snap, d)
			continue
		}
		s.prepared.Add(snap, d, f, slices.ContainsFunc(slow, func(tool string) bool { return tool != d.Tool }))
	}
}

// lastIn returns where the user was last in a text, its beginning if he was elsewhere.
func (s *Server) lastIn(snap text.Snapshot) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last.uri != snap.URI {
		return 0
	}
	return s.last.at.span(snap, s.client.encoding).Start
}

// prepareAll makes one fix of everything that is sure in a document, checked by all
// tools that have a say.
func (s *Server) prepareAll(ctx context.Context, engine Engine, snap text.Snapshot) {
	sure := s.prepared.Sure(snap)
	if len(sure) == 0 {
		return
	}
	if _, final, err := engine.All(ctx, engine.Ladder(), s.problem(engine, snap, signal.Diagnostic{}, nil), sure,
		fixer.Choice{Deterministic: true, Worst: evidence.Usual()[evidence.Save]}, nil); err == nil {
		s.prepared.Merge(snap, diff.Minimal(snap.Text(), final.Text()))
	}
}
