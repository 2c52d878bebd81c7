package main

import (
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/lsp"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
)

// What is remembered until the user has dealt with a fix: gatherings, offers.
const (
	shownMax   = 64
	offeredMax = 256
)

// learner keeps the journals of the roots: what was shown for a fix, whether
// the fix was kept, and what the user changed after it.
type learner struct {
	mu       sync.Mutex
	on       bool
	changed  func(root string) // hears that a journal knows more; nil: nobody
	journals map[string]*lazyJournal
	shown    []gatheredFor        // newest last
	offered  map[fixKey]time.Time // with the times of their entries
	applied  map[fixKey]time.Time
	waiting  map[*time.Timer]func()
}

// fixKey names a fix until it is settled.
type fixKey struct{ root, path, signal string }

// gatheredFor is what was shown for a fix.
type gatheredFor struct {
	key   fixKey
	entry journal.Entry
}

// lazyJournal is a root's journal, read when it is first asked.
type lazyJournal struct{ open func() *journal.Journal }

func (l *lazyJournal) score(terms []string, now time.Time) map[string]float64 {
	return l.open().Score(terms, now)
}

func (l *lazyJournal) commits() [][]string { return l.open().Commits() }

// use switches learning.
func (l *learner) use(on bool, changed func(root string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on, l.changed = on, changed
	if !on {
		l.shown, l.offered = nil, nil
	}
}

// journal is the journal of a root.
func (l *learner) journal(root string) *lazyJournal {
	l.mu.Lock()
	defer l.mu.Unlock()
	if j := l.journals[root]; j != nil {
		return j
	}
	if l.journals == nil {
		l.journals = map[string]*lazyJournal{}
	}
	j := &lazyJournal{sync.OnceValue(func() *journal.Journal {
		// One that cannot be read is empty; the next entry says so.
		j, _ := journal.Open(journalPath(root), time.Now())
		return j
	})}
	l.journals[root] = j
	return j
}

func journalPath(root string) string { return journal.Path(stateFolder(), root) }

// gathered remembers what was shown for a fix, until it is accepted.
func (l *learner) gathered(req providers.Request, terms []string, r aggregator.Report) {
	l.mu.Lock()
	on := l.on
	l.mu.Unlock()
	if !on || len(req.Diagnostics) == 0 || req.Root == "" {
		return
	}
	d := req.Diagnostics[0]
	g := gatheredFor{key: fixKey{req.Root, relative(req.Root, req.Snapshot.Path), d.Tool + "/" + d.Code}}
	g.entry = journal.Entry{Kind: "fix", Signal: g.key.signal, Second: len(req.Focus) > 0, Terms: terms}
	for _, s := range r.Snippets {
		if s.Fate == aggregator.Kept || s.Fate == aggregator.Cut {
			if e := (journal.Shown{Path: s.Place.Path, Role: string(s.Role)}); e.Path != "" && !slices.Contains(g.entry.Shown, e) {
				g.entry.Shown = append(g.entry.Shown, e)
			}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = slices.DeleteFunc(l.shown, func(o gatheredFor) bool { return o.key == g.key })
	l.shown = append(l.shown, g)
	l.shown = l.shown[max(0, len(l.shown)-shownMax):]
}

// outcome hears how a fix ended and writes it down: one entry for a fix,
// whose outcome follows. The files that the user changes in the ten minutes
// after an applied fix are added when these are over.
func (l *learner) outcome(root string, o lsp.Outcome, rec *history.Recorder) {
	key := fixKey{root, relative(root, o.Path), o.Signal}
	l.mu.Lock()
	if !l.on || root == "" {
		l.mu.Unlock()
		return
	}
	entry := journal.Entry{Kind: "fix", Signal: o.Signal}
	for _, g := range l.shown {
		if g.key == key {
			entry = g.entry
		}
	}
	entry.Time, entry.Edited = o.Time, []string{key.path}
	known, before := l.offered[key]
	switch o.Kind {
	case lsp.OutcomeOffered:
		if before {
			l.mu.Unlock()
			return
		}
		entry.Outcome, entry.Edited = journal.Offered, nil
		if l.offered == nil || len(l.offered) >= offeredMax {
			l.offered = map[fixKey]time.Time{}
		}
		l.offered[key] = o.Time
	case lsp.OutcomeUndone:
		entry.Outcome = journal.Undone
		if at, ok := l.applied[key]; ok {
			known, before = at, true
			delete(l.applied, key)
		}
	case lsp.OutcomeRejected:
		entry.Outcome, entry.Edited = journal.Rejected, nil
	default:
		entry.Outcome = journal.Accepted
		l.await(key, o.Time, rec)
	}
	if o.Kind != lsp.OutcomeOffered {
		delete(l.offered, key)
	}
	l.mu.Unlock()
	j := l.journal(root).open()
	// What cannot be written is not learned.
	if before {
		_ = j.Amend(known, o.Signal, func(e *journal.Entry) {
			if e.Outcome == journal.Offered { // what is known of it came later
				e.Time, e.Terms, e.Shown, e.Second = entry.Time, j.Terms(entry.Terms), entry.Shown, entry.Second
			}
			e.Outcome, e.Edited = entry.Outcome, entry.Edited
		})
	} else {
		entry.Terms = j.Terms(entry.Terms)
		_ = j.Add(entry)
	}
	l.tell(root)
}

// await settles an applied fix when its time is over. The caller holds the
// lock.
func (l *learner) await(key fixKey, at time.Time, rec *history.Recorder) {
	if l.applied == nil {
		l.applied, l.waiting = map[fixKey]time.Time{}, map[*time.Timer]func(){}
	}
	l.applied[key] = at
	settle := func() { l.settle(key, at, rec) }
	var timer *time.Timer
	timer = time.AfterFunc(limits.EditsAfterFix, func() {
		l.mu.Lock()
		delete(l.waiting, timer)
		l.mu.Unlock()
		settle()
	})
	l.waiting[timer] = settle
}

// tell says that a root's journal knows more.
func (l *learner) tell(root string) {
	l.mu.Lock()
	changed := l.changed
	l.mu.Unlock()
	if changed != nil {
		changed(root)
	}
}

// settle adds what the user changed after a fix.
func (l *learner) settle(key fixKey, at time.Time, rec *history.Recorder) {
	l.mu.Lock()
	if l.applied[key].Equal(at) {
		delete(l.applied, key)
	}
	l.mu.Unlock()
	if rec == nil {
		return
	}
	edited := rec.Edited(key.root, at)
	if len(edited) == 0 {
		return
	}
	_ = l.journal(key.root).open().Amend(at, key.signal, func(e *journal.Entry) {
		for _, p := range edited {
			if !slices.Contains(e.Edited, p) {
				e.Edited = append(e.Edited, p)
			}
		}
	})
	l.tell(key.root)
}

// close settles what waits.
func (l *learner) close() {
	l.mu.Lock()
	var todo []func()
	for t, settle := range l.waiting {
		if t.Stop() {
			todo = append(todo, settle)
		}
	}
	l.waiting, l.changed = nil, nil
	l.mu.Unlock()
	for _, f := range todo {
		f()
	}
}
