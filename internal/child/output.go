package child

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
)

// capped keeps up to max bytes, or passes them on, and calls full once when more arrive.
type capped struct {
	buf  bytes.Buffer // not embedded: its ReadFrom would pass the cap by
	max  int
	full func()
	// next reads what is written, where it is not to be kept; n is how much that was.
	next *io.PipeWriter
	done chan struct{}
	n    int
}

var errFull = errors.New("output cap reached")

func (w *capped) Write(p []byte) (int, error) {
	room := w.max - w.n
	if len(p) <= room {
		w.n += len(p)
		return w.pass(p)
	}
	_, _ = w.pass(p[:max(0, room)])
	w.n = w.max
	w.full()
	return 0, errFull
}

func (w *capped) pass(p []byte) (int, error) {
	if w.next == nil {
		return w.buf.Write(p)
	}
	w.buf.Write(p[:min(len(p), max(0, limits.ChildHead-w.buf.Len()))])
	return w.next.Write(p)
}

// stream has a function read what is written from now on. What it returns ends that.
// Of what the function leaves unread no more is waited for than of output that is kept.
func (w *capped) stream(read func(io.Reader)) (end func()) {
	from, to := io.Pipe()
	w.next, w.done = to, make(chan struct{})
	go func() {
		defer close(w.done)
		read(from)
		if _, err := io.CopyN(io.Discard, from, limits.ChildOutput); err == nil {
			w.full() // nobody reads it, and it goes on
		}
		_, _ = io.Copy(io.Discard, from)
	}()
	return w.end
}

// end waits until all that was written is read.
func (w *capped) end() {
	if w.next != nil {
		_ = w.next.Close()
		<-w.done
	}
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
