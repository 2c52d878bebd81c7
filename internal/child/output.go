package child

import (
	"bytes"
	"errors"
	"sync"
)

// capped keeps up to max bytes and calls full once when more arrive.
type capped struct {
	buf  bytes.Buffer // not embedded: its ReadFrom would pass the cap by
	max  int
	full func()
}

var errFull = errors.New("output cap reached")

func (w *capped) Write(p []byte) (int, error) {
	room := w.max - w.buf.Len()
	if len(p) <= room {
		return w.buf.Write(p)
	}
	w.buf.Write(p[:max(0, room)])
	w.full()
	return 0, errFull
}

// tail keeps the last max bytes.
type tail struct {
	mu   sync.Mutex
	max  int
	data []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if len(p) > t.max {
		p = p[len(p)-t.max:]
	}
	if over := len(t.data) + len(p) - t.max; over > 0 {
		t.data = t.data[:copy(t.data, t.data[over:])]
	}
	t.data = append(t.data, p...)
	return n, nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.data)
}
