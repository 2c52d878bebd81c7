// Package learning remembers how fixes ended: what was shown for a fix, whether
// the user kept it, and what he changed after it. A [Learner] writes the journal
// of each root, from which the index ranks what it finds. Journals hold names of
// files and hashed words, no code.
package learning

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
)

// What is remembered until the user has dealt with a fix: gatherings, offers.
const (
	shownMax   = 64
	offeredMax = 256
)

// Kind says how a fix ended.
type Kind uint8

// The kinds of outcomes.
const (
	Applied  Kind = iota // the edit is in the document
	Undone               // and was reverted within ten minutes
	Rejected             // the user declined a preview
	Offered              // a menu holds it
	Handed               // somebody has it who writes the file himself, or does not
)

// EditSignal stands for a tool's rule where words asked for an edit.
const EditSignal = "fettle/edit"

// Outcome says how a fix ended, so that the next search knows what helped.
type Outcome struct {
	Kind   Kind
	Signal string // tool and code: "ruff/F821"
	Path   string // absolute, of the document
	Time   time.Time
}

// Learner keeps the journals of the roots: what was shown for a fix, whether
// the fix was kept, and what the user changed after it.
type Learner struct {
	mu       sync.Mutex
	on       bool
	changed  func(root string) // hears that a journal knows more; nil: nobody
	journals map[string]*Journal
	shown    []gatheredFor        // newest last
	offered  map[fixKey]time.Time // with the times of their entries
	applied  map[fixKey]time.Time
	waiting  map[*time.Timer]func()
	asked    map[string]bool // roots that something was asked about in words
}

// fixKey names a fix until it is settled.
type fixKey struct{ root, path, signal string }

// gatheredFor is what was shown for a fix.
type gatheredFor struct {
	key   fixKey
	entry journal.Entry
}

// Journal is a root's journal, read when it is first asked.
type Journal struct{ open func() *journal.Journal }

// Score says how much files helped before with such terms.
func (l *Journal) Score(terms []string, now time.Time) map[string]float64 {
	return l.open().Score(terms, now)
}

// Commits returns the files that were changed together with fixes.
func (l *Journal) Commits() [][]string { return l.open().Commits() }

// Use switches learning.
func (l *Learner) Use(on bool, changed func(root string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on, l.changed = on, changed
	if !on {
		l.shown, l.offered = nil, nil
	}
}

// Journal returns the journal of a root.
func (l *Learner) Journal(root string) *Journal {
	l.mu.Lock()
	defer l.mu.Unlock()
	if j := l.journals[root]; j != nil {
		return j
	}
	if l.journals == nil {
		l.journals = map[string]*Journal{}
	}
	j := &Journal{sync.OnceValue(func() *journal.Journal {
		// One that cannot be read is empty; the next entry says so.
		j, _ := journal.Open(JournalPath(root), time.Now())
		return j
	})}
	l.journals[root] = j
	return j
}

// JournalPath returns where the journal of a root is kept.
func JournalPath(root string) string { return journal.Path(files.StateFolder(), root) }

// Gathered remembers what was shown for a fix, until it is accepted.
func (l *Learner) Gathered(req providers.Request, terms []string, r aggregator.Report) {
	l.mu.Lock()
	on := l.on
	l.mu.Unlock()
	kind, name := "fix", EditSignal
	switch {
	case !on || req.Root == "":
		return
	case len(req.Diagnostics) > 0:
		name = req.Diagnostics[0].Tool + "/" + req.Diagnostics[0].Code
	case req.Instruction != "":
		kind = journal.Edit
	default:
		return
	}
	g := gatheredFor{key: fixKey{req.Root, files.Relative(req.Root, req.Snapshot.Path), name}}
	g.entry = journal.Entry{Kind: kind, Signal: g.key.signal, Second: len(req.Focus) > 0, Terms: terms}
	for _, s := range r.Snippets {
		if s.Fate == aggregator.Kept || s.Fate == aggregator.Cut {
			if e := (journal.Shown{Path: s.Place.Path, Role: string(s.Role)}); e.Path != "" &&
				!slices.Contains(g.entry.Shown, e) {
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

// Rate says whether what was shown last was enough.
func (l *Learner) Rate(root string, r journal.Rating) error {
	if r != journal.Enough && r != journal.Missing {
		return fmt.Errorf("rating %q: want %s or %s", r, journal.Enough, journal.Missing)
	}
	err := l.Journal(root).open().Rate(r)
	l.tell(root)
	return err
}

// Report returns what the journal of a root contains, for people.
func (l *Learner) Report(root string) (string, error) {
	if root == "" {
		return "", errors.New("no folder is open")
	}
	return l.Journal(root).open().Report(), nil
}

// RecordAll is [Learner.Record] for the fixes of a run, by root: each journal is written once.
func (l *Learner) RecordAll(byRoot map[string][]Outcome, rec *history.Recorder) {
	l.mu.Lock()
	on := l.on
	l.mu.Unlock()
	for root, list := range byRoot {
		if !on || root == "" {
			continue
		}
		// What cannot be written is not learned.
		_ = l.Journal(root).open().Together(func() {
			for _, o := range list {
				l.Record(root, o, rec)
			}
		})
	}
}

// Record hears how a fix ended and writes it down: one entry for a fix,
// whose outcome follows. The files that the user changes in the ten minutes
// after an applied fix are added when these are over.
func (l *Learner) Record(root string, o Outcome, rec *history.Recorder) {
	key := fixKey{root, files.Relative(root, o.Path), o.Signal}
	l.mu.Lock()
	if !l.on || root == "" {
		l.mu.Unlock()
		return
	}
	entry := l.begun(key)
	entry.Time, entry.Edited = o.Time, []string{key.path}
	known, before := l.offered[key]
	switch o.Kind {
	case Offered:
		if before {
			l.mu.Unlock()
			return
		}
		entry.Outcome, entry.Edited = journal.Offered, nil
		if l.offered == nil || len(l.offered) >= offeredMax {
			l.offered = map[fixKey]time.Time{}
		}
		l.offered[key] = o.Time
	case Undone:
		entry.Outcome = journal.Undone
		if at, ok := l.applied[key]; ok {
			known, before = at, true
			delete(l.applied, key)
		}
	case Rejected:
		entry.Outcome, entry.Edited = journal.Rejected, nil
	case Handed:
		entry.Outcome, entry.Edited = journal.Asked, nil
	default:
		entry.Outcome = journal.Accepted
		l.await(key, o.Time, rec)
	}
	if o.Kind != Offered {
		delete(l.offered, key)
	}
	l.mu.Unlock()
	j := l.Journal(root).open()
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

// begun returns what is known of a fix before it ended: what was shown for it. The caller
// holds the lock.
func (l *Learner) begun(key fixKey) journal.Entry {
	entry := journal.Entry{Kind: "fix", Signal: key.signal}
	if key.signal == EditSignal {
		entry.Kind = journal.Edit
		l.wait(key.root)
	}
	for _, g := range l.shown {
		if g.key == key {
			entry = g.entry
		}
	}
	return entry
}

// await settles an applied fix when its time is over. The caller holds the
// lock.
func (l *Learner) await(key fixKey, at time.Time, rec *history.Recorder) {
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

// tell notifies those who wait that a root's journal knows more.
func (l *Learner) tell(root string) {
	l.mu.Lock()
	changed := l.changed
	l.mu.Unlock()
	if changed != nil {
		changed(root)
	}
}

// settle adds what the user changed after a fix.
func (l *Learner) settle(key fixKey, at time.Time, rec *history.Recorder) {
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
	_ = l.Journal(key.root).open().Amend(at, key.signal, func(e *journal.Entry) {
		for _, p := range edited {
			if !slices.Contains(e.Edited, p) {
				e.Edited = append(e.Edited, p)
			}
		}
	})
	l.tell(key.root)
}

// Settle settles what waits now, as if its time were over.
func (l *Learner) Settle() {
	l.mu.Lock()
	var todo []func()
	for t, settle := range l.waiting {
		if t.Stop() {
			todo = append(todo, settle)
		}
	}
	clear(l.waiting)
	l.mu.Unlock()
	for _, f := range todo {
		f()
	}
}

// Close settles what waits and ends learning.
func (l *Learner) Close() {
	l.mu.Lock()
	l.changed = nil
	asked := slices.Collect(maps.Keys(l.asked))
	l.mu.Unlock()
	for _, root := range asked {
		l.Noticed(root, nil, time.Now())
	}
	l.Settle()
}
