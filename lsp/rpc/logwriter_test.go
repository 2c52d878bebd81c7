package rpc

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// gate is a writer that blocks until it is opened.
type gate struct {
	open chan struct{}
	mu   sync.Mutex
	b    bytes.Buffer
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.open
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(p)
}

func (g *gate) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.String()
}

func TestLogWriter(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	l := NewLogWriter(g)
	line := strings.Repeat("x", 1023) + "\n"
	for range 2000 { // 2 MB into a writer that takes nothing
		if _, err := io.WriteString(l, line); err != nil {
			t.Fatal(err)
		}
	}
	l.Flush(time.Millisecond)
	close(g.open)
	l.Flush(10 * time.Second)
	_, _ = io.WriteString(l, "after\n")
	l.Flush(10 * time.Second)
	got := g.String()
	if n := strings.Count(got, line); n < 200 || n > 600 {
		t.Errorf("%d lines were held", n)
	}
	if !strings.Contains(got, "log lines dropped") || !strings.HasSuffix(got, "after\n") {
		t.Errorf("ends in %q", got[max(0, len(got)-100):])
	}
}
