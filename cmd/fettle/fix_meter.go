package main

import (
	"fmt"
	"io"
	"time"
)

// meter shows progress on a terminal once the work takes long.
type meter struct {
	w     io.Writer
	total int
	n     int
	start time.Time
	on    bool
}

// meterAfter is when work counts as long.
const meterAfter = 2 * time.Second

func newMeter(w io.Writer, total int) *meter {
	return &meter{w: w, total: total, start: time.Now(), on: isTerminal(w)}
}

func (m *meter) step() {
	m.n++
	if m.on && time.Since(m.start) > meterAfter && m.n < m.total {
		fmt.Fprintf(m.w, "\rfettle: %d of %d files", m.n, m.total)
	}
}

func (m *meter) clear() {
	if m.on && time.Since(m.start) > meterAfter {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
