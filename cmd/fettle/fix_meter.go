package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/fixer"
)

// meter shows progress on a terminal once the work takes long.
type meter struct {
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

func newMeter(w io.Writer, total int) *meter {
	return &meter{w: w, total: total, start: time.Now(), on: isTerminal(w)}
}

func (m *meter) step() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prints = false
	m.n++
	if m.on && time.Since(m.start) > meterAfter && m.n < m.total {
		fmt.Fprintf(m.w, "\rfettle: %d of %d files", m.n, m.total)
	}
}

// stage shows what is being done of work that takes long: that a model is asked.
func (m *meter) stage(s fixer.Stage) {
	if s.Model != "" {
		m.note(s.String())
	}
}

// note shows what is being done.
func (m *meter) note(words string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.on && !m.prints {
		m.start = time.Time{} // from now on it counts as long
		fmt.Fprintf(m.w, "\r\x1b[Kfettle: %s", app.Clean(words))
	}
}

func (m *meter) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prints = true
	if m.on && time.Since(m.start) > meterAfter {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
