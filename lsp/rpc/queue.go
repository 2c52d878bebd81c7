package rpc

import (
	"errors"
	"strconv"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
)

// class says what may happen to a frame when the client does not read.
type class uint8

const (
	keep     class = iota // answers and everything that changes something
	calls                 // to the client; not sent any more after shutdown
	progress              // dropped first
	logs                  // dropped next
	classes
)

// errGone is the error of a sender when the client reads no more bytes.
var errGone = errors.New("the client is gone")

type outgoing struct {
	bytes []byte // header and body
	class class
}

// weight returns what a queued frame counts against the cap: small frames cost
// their bookkeeping too.
func (o outgoing) weight() int { return len(o.bytes) + 64 }

// queue holds the frames that wait for the writer.
type queue struct {
	mu      sync.Mutex
	frames  []outgoing
	bytes   int
	count   [classes]int
	dropped [classes]int
	writing bool
	gone    bool
	mute    bool          // no more calls
	wake    chan struct{} // the writer has something to do
	moved   chan struct{} // closed and replaced whenever frames have left
}

func newQueue() *queue {
	return &queue{wake: make(chan struct{}, 1), moved: make(chan struct{})}
}

// push queues one body. It never waits; it drops what may be dropped when the
// queue is full, and fails only when the client is gone.
func (q *queue) push(body []byte, c class) error {
	frame := make([]byte, 0, len(body)+32)
	frame = append(frame, "Content-Length: "...)
	frame = strconv.AppendInt(frame, int64(len(body)), 10)
	frame = append(frame, "\r\n\r\n"...)
	o := outgoing{append(frame, body...), c}

	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.gone:
		return errGone
	case q.mute && c == calls:
		return nil
	}
	for _, victim := range []class{progress, logs} {
		if q.full(o) {
			q.drop(victim)
		}
	}
	if c >= progress && q.full(o) {
		q.dropped[c]++
		return nil
	}
	q.frames = append(q.frames, o)
	q.bytes += o.weight()
	q.count[c]++
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return nil
}

func (q *queue) full(o outgoing) bool {
	return len(q.frames)+1 > limits.OutboundFrames || q.bytes+o.weight() > limits.OutboundBytes
}

// drop removes every queued frame of a class.
func (q *queue) drop(c class) {
	if q.count[c] == 0 {
		return
	}
	kept := q.frames[:0]
	for _, o := range q.frames {
		if o.class == c {
			q.bytes -= o.weight()
			continue
		}
		kept = append(kept, o)
	}
	clear(q.frames[len(kept):])
	q.frames = kept
	q.dropped[c] += q.count[c]
	q.count[c] = 0
}

// take moves frames of up to max bytes in all, at least one if there is one,
// behind dst, which is then being written until the next take.
func (q *queue) take(dst []byte, max int) []byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, o := range q.frames {
		if len(dst) > 0 && len(dst)+len(o.bytes) > max {
			break
		}
		dst = append(dst, o.bytes...)
		q.bytes -= o.weight()
		q.count[o.class]--
		n++
	}
	clear(q.frames[:n])
	q.frames = q.frames[n:]
	if len(q.frames) == 0 {
		q.frames = nil
	}
	q.writing = n > 0
	close(q.moved)
	q.moved = make(chan struct{})
	return dst
}

// close marks the client as gone; everything queued is thrown away.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.gone = true
	q.frames, q.bytes, q.writing = nil, 0, false
	close(q.moved)
	q.moved = make(chan struct{})
}

// hush drops every call from now on: after shutdown a client answers none, and
// whoever waits for an answer has been cancelled.
func (q *queue) hush() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.mute = true
}

// overflow is nil unless more bytes wait than the cap allows, which only
// frames that may not be dropped can cause. The channel closes at the
// next chance of a change.
func (q *queue) overflow() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.gone || q.bytes <= limits.OutboundBytes {
		return nil
	}
	return q.moved
}

// pending is nil when everything has been written. Else the channel closes at
// the next chance of a change.
func (q *queue) pending() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.gone || len(q.frames) == 0 && !q.writing {
		return nil
	}
	return q.moved
}
