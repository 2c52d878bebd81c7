// Package journal remembers, on this machine only, which files were shown for
// a fix, which the user then changed, and whether the fix was kept, so that
// the next search prefers what helped. It holds paths and salted hashes of
// terms; no code, and no words of a question.
//
// A [Journal] is one file of JSON lines per workspace root, with at most 5000
// entries, 1 MiB and 90 days. Until the user has dealt with 20 fixes, these do not
// affect any score; what was opened, edited or rated after a question counts in
// the next one.
package journal

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// The influence of a journal.
const (
	minEntries = 20 // before it counts
	minShared  = 2  // terms an entry must share with a question
	halfLife   = 30 * 24 * time.Hour
	undoneSign = -0.5
)

// Outcome says how a fix ended.
type Outcome string

// The outcomes. Offered means that a menu held the fix and nothing else became
// of it; accepted, that it was applied and not undone within ten minutes.
const (
	Offered  Outcome = "offered"
	Accepted Outcome = "accepted"
	Undone   Outcome = "undone"
	Edited   Outcome = "edited"
	Rejected Outcome = "rejected"
	Asked    Outcome = "asked" // a question was answered; its rating says more
)

// Rating is the user's optional word on the context of a fix.
type Rating string

// The ratings.
const (
	Enough  Rating = "enough"
	Missing Rating = "missing"
)

// Edit is the kind of an edit that words asked for.
const Edit = "edit"

// Entry is one fix or question.
type Entry struct {
	Time    time.Time `json:"t"`
	Kind    string    `json:"kind"`
	Signal  string    `json:"signal,omitempty"`
	Edited  []string  `json:"edited,omitempty"` // files changed, root-relative
	Opened  []string  `json:"opened,omitempty"` // files opened after a question or an edit in words
	Shown   []Shown   `json:"shown,omitempty"`
	Terms   []string  `json:"terms,omitempty"` // salted hashes
	Outcome Outcome   `json:"outcome"`
	Rating  Rating    `json:"rating,omitempty"`
	Second  bool      `json:"second,omitempty"` // a second round of context was asked for
}

// Shown is one file of the context.
type Shown struct {
	Path string `json:"path"`
	Role string `json:"role"`
}

// Journal is an opened journal. It is safe for concurrent use.
type Journal struct {
	path string

	mu      sync.Mutex
	salt    string
	entries []Entry
	written fs.FileInfo // the file as we have written it, with these entries; nil: it is to be read
	held    bool        // what is added is written when all of it is there
}

// header is the first line of the file.
type header struct {
	Salt string `json:"salt"`
}

// Path returns the file of a workspace root below the user's state folder.
func Path(state, root string) string {
	sum := sha256.Sum256([]byte(filepath.Clean(root)))
	return filepath.Join(state, "journal", fmt.Sprintf("%x.jsonl", sum[:12]))
}

// Open reads a journal; a missing or damaged one is empty.
func Open(path string, now time.Time) (*Journal, error) {
	j := &Journal{path: path, salt: newSalt()}
	err := j.read()
	j.trim(now)
	return j, err
}

// read adds what the file contains: several servers may write to it, and
// the command line.
func (j *Journal) read() error {
	if j.held {
		return nil
	}
	if now, err := os.Lstat(j.path); err == nil && j.written != nil && os.SameFile(now, j.written) &&
		now.ModTime().Equal(j.written.ModTime()) && now.Size() == j.written.Size() {
		return nil
	}
	f, err := files.Read(j.path, 4*limits.JournalFile)
	if errors.Is(err, fs.ErrNotExist) {
		j.entries = nil
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the journal: %w", err)
	}
	j.entries = nil
	first := true
	for line := range bytes.Lines(f.Data) {
		if first {
			first = false
			var h header
			if json.Unmarshal(line, &h) == nil && h.Salt != "" {
				j.salt = h.Salt
			}
			continue
		}
		var e Entry
		if json.Unmarshal(line, &e) == nil && !e.Time.IsZero() {
			j.entries = append(j.entries, e)
		}
	}
	return nil
}

func newSalt() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Terms returns the salted hashes of terms, sorted.
func (j *Journal) Terms(terms []string) []string {
	out := make([]string, 0, len(terms))
	for _, t := range terms {
		sum := sha256.Sum256([]byte(j.salt + "\x00" + t))
		out = append(out, hex.EncodeToString(sum[:6]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Add appends an entry and writes the journal.
func (j *Journal) Add(e Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.read(); err != nil {
		return err
	}
	j.entries = append(j.entries, e)
	j.trim(e.Time)
	return j.write()
}

// Together writes once what is added meanwhile, by one caller: many entries of a run.
func (j *Journal) Together(add func()) error {
	j.mu.Lock()
	if err := j.read(); err != nil {
		j.mu.Unlock()
		return err
	}
	j.held = true
	j.mu.Unlock()
	add()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.held = false
	return j.write()
}

// Amend changes the newest entry of that time and signal: more has become
// known about it.
func (j *Journal) Amend(t time.Time, signal string, change func(*Entry)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.read(); err != nil {
		return err
	}
	for i, e := range slices.Backward(j.entries) {
		if e.Time.Equal(t) && e.Signal == signal {
			change(&j.entries[i])
			return j.write()
		}
	}
	return nil // forgotten in between
}

// Questions returns the entries of questions since a time, the newest first.
func (j *Journal) Questions(since time.Time) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []Entry
	for _, e := range slices.Backward(j.entries) {
		if e.Outcome == Asked && e.Time.After(since) {
			e.Edited, e.Opened, e.Shown = slices.Clone(e.Edited), slices.Clone(e.Opened), slices.Clone(e.Shown)
			out = append(out, e)
		}
	}
	return out
}

// InWords returns the newest question or edit in words since a time.
func (j *Journal) InWords(since time.Time) (Entry, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, e := range slices.Backward(j.entries) {
		if (e.Outcome == Asked || e.Kind == Edit) && e.Time.After(since) {
			e.Opened = slices.Clone(e.Opened)
			return e, true
		}
	}
	return Entry{}, false
}

// Last returns the newest entries, at most n, the newest first.
func (j *Journal) Last(n int) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := slices.Clone(j.entries[max(0, len(j.entries)-n):])
	slices.Reverse(out)
	return out
}

// Rate adds a rating to the newest entry.
func (j *Journal) Rate(r Rating) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.read(); err != nil {
		return err
	}
	if len(j.entries) == 0 {
		return errors.New("the journal has no entry to rate")
	}
	j.entries[len(j.entries)-1].Rating = r
	return j.write()
}

// Forget deletes the journal.
func (j *Journal) Forget() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries, j.salt = nil, newSalt()
	if err := os.Remove(j.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("deleting the journal: %w", err)
	}
	return nil
}

// Stats are counts over the journal.
type Stats struct {
	Entries  int             `json:"entries"`
	Outcomes map[Outcome]int `json:"outcomes"`
	Ratings  map[Rating]int  `json:"ratings"`
	Asked    int             `json:"questions"`
	Second   int             `json:"secondRounds"`
}

// Stats counts.
func (j *Journal) Stats() Stats {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := Stats{Outcomes: map[Outcome]int{}, Ratings: map[Rating]int{}}
	for _, e := range j.entries {
		if e.Outcome == Asked {
			s.Asked++
		} else {
			s.Entries++
			s.Outcomes[e.Outcome]++
		}
		if e.Rating != "" {
			s.Ratings[e.Rating]++
		}
		if e.Second {
			s.Second++
		}
	}
	return s
}

// Score says how much each file helped with questions like this one: over the
// entries that share two terms or more, their likeness halved every 30 days,
// negative if the fix was undone. Fixes count from 20 entries on, questions at
// once.
func (j *Journal) Score(terms []string, now time.Time) map[string]float64 {
	asked := j.Terms(terms)
	j.mu.Lock()
	defer j.mu.Unlock()
	fixes := j.decided() >= minEntries
	out := map[string]float64{}
	for _, e := range j.entries {
		shared := 0
		for _, t := range e.Terms {
			if _, ok := slices.BinarySearch(asked, t); ok {
				shared++
			}
		}
		if shared < minShared {
			continue
		}
		w := float64(shared) / float64(len(asked)+len(e.Terms)-shared)
		w *= math.Pow(0.5, float64(now.Sub(e.Time))/float64(halfLife))
		if e.Outcome == Asked {
			for p, worth := range e.answered() {
				out[p] += w * worth
			}
			continue
		}
		for _, p := range e.Opened { // after an edit in words
			out[p] += w * openedWorth
		}
		if e.Outcome == Rejected || e.Outcome == Offered || !fixes {
			continue
		}
		if e.Outcome == Undone {
			w *= undoneSign
		}
		for _, p := range e.Edited {
			out[p] += w
		}
	}
	for p, v := range out {
		if v <= 0 {
			delete(out, p)
		}
	}
	return out
}

// What it says of a file that it was opened after a question, of what it says
// that it was edited; and that it was shown, but something was missing.
const (
	openedWorth  = 0.6
	missingWorth = -0.3
)

// answered says how much each file helped with a question: what was edited after
// it, what was opened, and what it was answered with, by the user's rating. That it
// was enough does not say which of its files was: they share it, so that none of
// them comes before one that was edited.
func (e Entry) answered() map[string]float64 {
	out := map[string]float64{}
	for _, s := range e.Shown {
		if s.Role == "direct" {
			out[s.Path] = 0
		}
	}
	rated := map[Rating]float64{Enough: 1 / max(1, float64(len(out))), Missing: missingWorth}[e.Rating]
	for p := range out {
		out[p] = rated
	}
	for _, p := range e.Opened {
		out[p] = max(out[p], openedWorth)
	}
	for _, p := range e.Edited {
		out[p] = 1
	}
	return out
}

// decided counts the fixes that the user has dealt with; the caller holds the
// lock.
func (j *Journal) decided() int {
	n := 0
	for _, e := range j.entries {
		if e.Outcome != Offered && e.Outcome != Asked {
			n++
		}
	}
	return n
}

// Commits returns the accepted fixes with the files edited after them, newest
// first: they count like commits for what changes together.
func (j *Journal) Commits() [][]string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out [][]string
	for _, e := range slices.Backward(j.entries) {
		if e.Outcome == Accepted && len(e.Edited) > 0 {
			out = append(out, slices.Clone(e.Edited))
		}
	}
	return out
}

// trim keeps the bounds; the caller holds the lock.
func (j *Journal) trim(now time.Time) {
	j.entries = slices.DeleteFunc(j.entries, func(e Entry) bool { return now.Sub(e.Time) > limits.JournalAge })
	if n := len(j.entries); n > limits.JournalEntries {
		j.entries = slices.Clone(j.entries[n-limits.JournalEntries:])
	}
}

// write replaces the file; the caller holds the lock.
func (j *Journal) write() error {
	if j.held {
		return nil
	}
	j.written = nil
	head, err := json.Marshal(header{j.salt})
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	var lines [][]byte
	size := len(head) + 1
	for _, e := range slices.Backward(j.entries) {
		line, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("writing the journal: %w", err)
		}
		if size += len(line) + 1; size > limits.JournalFile {
			j.entries = j.entries[len(j.entries)-len(lines):]
			break
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	body := append(bytes.Join(append([][]byte{head}, lines...), []byte("\n")), '\n')
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	temp := j.path + ".new"
	if err := os.WriteFile(temp, body, 0o600); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	info, statErr := os.Lstat(temp)
	if err := os.Rename(temp, j.path); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	if statErr == nil {
		j.written = info
	}
	return nil
}
