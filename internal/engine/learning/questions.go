package learning

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
)

// Limits of what is learned of one question: files that were opened or edited
// after it. More than that is no answer but a session's work.
const (
	openedMost = 8
	editedMost = 8
	// bulk is from how many shown files on all of them changed at once are
	// another branch, and nobody's edits.
	bulk = 4
)

// Asked remembers what a question was answered with.
func (l *Learner) Asked(root string, terms []string, shown []journal.Shown, at time.Time) {
	l.mu.Lock()
	on := l.on
	l.mu.Unlock()
	if !on || root == "" || len(shown) == 0 {
		return
	}
	j := l.Journal(root).open()
	// what cannot be written is not learned
	_ = j.Add(journal.Entry{Time: at, Kind: "question", Terms: j.Terms(terms), Shown: shown, Outcome: journal.Asked})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wait(root)
}

// wait notes that what is opened in a root may be about something that was asked in
// words. The caller holds the lock.
func (l *Learner) wait(root string) {
	if l.asked == nil {
		l.asked = map[string]bool{}
	}
	l.asked[root] = true
}

// Opened hears that the user opened a file, which a question or an edit in words
// before it may have been about.
func (l *Learner) Opened(root, path string, at time.Time) {
	l.mu.Lock()
	waits := l.on && l.asked[root]
	l.mu.Unlock()
	if !waits {
		return
	}
	j := l.Journal(root).open()
	last, ok := j.InWords(at.Add(-limits.AfterQuestion))
	if !ok || slices.Contains(last.Opened, path) || len(last.Opened) >= openedMost {
		return
	}
	_ = j.Amend(last.Time, last.Signal, func(e *journal.Entry) { e.Opened = append(e.Opened, path) })
	l.tell(root)
}

// Noticed looks what was edited after the last questions of a root: what the
// recorder saw, and what was shown and is written to the disk.
func (l *Learner) Noticed(root string, rec *history.Recorder, now time.Time) {
	l.mu.Lock()
	on := l.on
	l.mu.Unlock()
	if !on || root == "" {
		return
	}
	j := l.Journal(root).open()
	until := now
	for _, q := range j.Questions(now.Add(-limits.AfterQuestion)) {
		edited := changed(root, q, until)
		if rec != nil && until.Equal(now) { // it does not say until when
			edited = append(edited, rec.Edited(root, q.Time)...)
		}
		until = q.Time
		slices.Sort(edited)
		edited = slices.DeleteFunc(slices.Compact(edited), func(p string) bool { return slices.Contains(q.Edited, p) })
		if len(edited) == 0 || len(q.Edited)+len(edited) > editedMost {
			continue
		}
		_ = j.Amend(q.Time, q.Signal, func(e *journal.Entry) {
			for _, p := range edited {
				if !slices.Contains(e.Edited, p) {
					e.Edited = append(e.Edited, p)
				}
			}
		})
		l.tell(root)
	}
}

// changed returns the files that were shown for a question and were written between it and a time.
func changed(root string, q journal.Entry, until time.Time) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range q.Shown {
		if seen[s.Path] || !filepath.IsLocal(filepath.FromSlash(s.Path)) {
			continue
		}
		seen[s.Path] = true
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(s.Path)))
		if err == nil && info.ModTime().After(q.Time) && !info.ModTime().After(until) {
			out = append(out, s.Path)
		}
	}
	if len(out) >= bulk && len(out) == len(seen) {
		return nil
	}
	return out
}
