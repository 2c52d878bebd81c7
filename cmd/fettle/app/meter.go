package app

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
)

// Meter shows progress on a terminal once the work lasts long.
type Meter struct {
	mu     sync.Mutex
	w      io.Writer
	total  int
	n      int
	start  time.Time
	on     bool
	prints bool // results are being printed: nothing may come between
}

// meterAfter is when work counts as long.
const meterAfter = 2 * time.Second

// NewMeter returns a meter of so many files on a terminal; on anything else it shows
// nothing.
func NewMeter(w io.Writer, total int) *Meter {
	return &Meter{w: w, total: total, start: time.Now(), on: isTerminal(w)}
}

// Step counts a file.
func (m *Meter) Step() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prints = false
	m.n++
	if m.on && time.Since(m.start) > meterAfter && m.n < m.total {
		fmt.Fprintf(m.w, "\rfettle: %d of %d files", m.n, m.total)
	}
}

// Stage shows what is being done of work that lasts long: that a model is asked.
func (m *Meter) Stage(s fixer.Stage) {
	if s.Model != "" {
		m.Note(s.String())
	}
}

// Note shows what is being done.
func (m *Meter) Note(words string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.on && !m.prints {
		m.start = time.Time{} // from now on it counts as long
		fmt.Fprintf(m.w, "\r\x1b[Kfettle: %s", Clean(words))
	}
}

// Clear makes room for results, until the next step.
func (m *Meter) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prints = true
	if m.on && time.Since(m.start) > meterAfter {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
