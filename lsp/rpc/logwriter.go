package rpc

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/limits"
)

// LogWriter passes log lines on to a writer that may block, without ever
// blocking itself: an editor that does not read our standard error must not
// stop the reading lane. Lines beyond a small store are dropped, and the gap is
// noted.
type LogWriter struct {
	out io.Writer

	mu      sync.Mutex
	held    [][]byte
	size    int
	dropped int
	writing bool
	idle    chan struct{} // not nil: closed when everything is written
}

// NewLogWriter writes to out from a goroutine that lives while there is
// something to write.
func NewLogWriter(out io.Writer) *LogWriter { return &LogWriter{out: out} }

// Write accepts one or more whole lines. It never fails.
func (l *LogWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size+len(p) > limits.LogHeld {
		l.dropped++
		return len(p), nil
	}
	if l.dropped > 0 {
		l.hold(fmt.Appendf(nil, "... %d log lines dropped: nobody reads them\n", l.dropped))
		l.dropped = 0
	}
	l.hold(bytes.Clone(p))
	if !l.writing {
		l.writing = true
		spawn(l.write, func(v any) { _ = bug.Keep("writing the log", v) })
	}
	return len(p), nil
}

func (l *LogWriter) hold(p []byte) {
	l.held = append(l.held, p)
	l.size += len(p)
}

func (l *LogWriter) write() {
	for {
		l.mu.Lock()
		if len(l.held) == 0 {
			l.writing = false
			if l.idle != nil {
				close(l.idle)
				l.idle = nil
			}
			l.mu.Unlock()
			return
		}
		batch := l.held
		l.held, l.size = nil, 0
		l.mu.Unlock()
		for _, p := range batch {
			_, _ = l.out.Write(p) // there is no place to report that the log fails
		}
	}
}

// Flush waits until everything is written, but not longer than atMost.
func (l *LogWriter) Flush(atMost time.Duration) {
	l.mu.Lock()
	if !l.writing {
		l.mu.Unlock()
		return
	}
	if l.idle == nil {
		l.idle = make(chan struct{})
	}
	idle := l.idle
	l.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(atMost):
	}
}
