package rpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// queued counts what waits in a queue.
func queued(q *queue) map[class]int {
	got := map[class]int{}
	for _, o := range q.frames {
		got[o.class]++
	}
	return got
}

func TestQueueDrops(t *testing.T) {
	q := newQueue()
	push := func(c class, n int) {
		for range n {
			must.OK(t, q.push([]byte("{}"), c))
		}
	}
	push(logs, 100)
	push(progress, 100)
	push(keep, limits.OutboundFrames-200)
	if got := queued(q); got[logs] != 100 || got[progress] != 100 {
		t.Fatalf("dropped below the limit: %v", got)
	}
	push(keep, 1)
	if got := queued(q); got[progress] != 0 || got[logs] != 100 {
		t.Fatalf("progress is not dropped first: %v", got)
	}
	push(keep, 100)
	if got := queued(q); got[logs] != 0 || got[keep] != limits.OutboundFrames-99 {
		t.Fatalf("log messages are not dropped next: %v", got)
	}
	push(keep, 1000)
	push(progress, 10)
	push(logs, 10)
	if got := queued(q); got[keep] != limits.OutboundFrames+901 || got[progress]+got[logs] != 0 {
		t.Fatalf("answers dropped, or droppable frames queued: %v", got)
	}
	n := 0
	for buf := q.take(nil, 64<<10); len(buf) > 0; buf = q.take(buf[:0], 64<<10) {
		n += strings.Count(string(buf), "{}")
	}
	if n != limits.OutboundFrames+901 || q.bytes != 0 || q.pending() != nil {
		t.Fatalf("%d frames came out, %d bytes left", n, q.bytes)
	}
}

func TestQueueOverflow(t *testing.T) {
	q := newQueue()
	big := make([]byte, 1<<20)
	for q.overflow() == nil {
		must.OK(t, q.push(big, keep))
	}
	if q.bytes < limits.OutboundBytes || q.bytes > limits.OutboundBytes+2<<20 {
		t.Errorf("overflow at %d bytes", q.bytes)
	}
	moved := q.overflow()
	q.take(nil, 1)
	select {
	case <-moved:
	default:
		t.Error("nobody is told that frames have left")
	}
	if q.overflow() != nil {
		t.Error("still overflowing")
	}
	q.close()
	if err := q.push(big, keep); !errors.Is(err, errGone) {
		t.Errorf("push to a closed queue: %v", err)
	}
}

// TestDeadClient lets the client's end block for ever.
func TestDeadClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, inW := io.Pipe()
		outR, out := io.Pipe()
		c := New(Options{In: in, Out: out})
		code := make(chan int, 1)
		go func() { code <- c.Serve(t.Context(), Table{}) }()
		start := time.Now()
		if err := c.Notify("window/showMessage", nil); err != nil {
			t.Error(err)
		}
		if got := <-code; got != 1 {
			t.Errorf("exit code %d", got)
		}
		if took := time.Since(start); took != limits.OutboundStall {
			t.Errorf("given up after %v", took)
		}
		if err := c.Notify("window/showMessage", nil); !errors.Is(err, errGone) {
			t.Errorf("Notify gave %v", err)
		}
		_, _ = inW.Close(), outR.Close()
	})
}

func TestClosedPipe(t *testing.T) {
	in, inW := io.Pipe()
	outR, out := io.Pipe()
	_ = outR.Close()
	c := New(Options{In: in, Out: out})
	code := make(chan int, 1)
	go func() { code <- c.Serve(t.Context(), Table{}) }()
	_ = c.Notify("window/showMessage", nil)
	if got := <-code; got != 1 {
		t.Errorf("exit code %d", got)
	}
	_ = inW.Close()
}

func TestProgressIsPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		p := newPacer(q)
		send := func(token, kind string, n int) {
			params := fmt.Sprintf(`{"token":%q,"value":{"kind":%q,"message":"%d"}}`, token, kind, n)
			if err := p.push(json.RawMessage(params), []byte(params)); err != nil {
				t.Error(err)
			}
		}
		drain := func() string {
			out := string(q.take(nil, 1<<20))
			var got []string
			for _, frame := range strings.Split(out, "Content-Length")[1:] {
				var v struct {
					Token string
					Value struct{ Kind, Message string }
				}
				must.OK(t, json.Unmarshal([]byte(frame[strings.Index(frame, "{"):]), &v))
				got = append(got, v.Token+v.Value.Kind[:1]+v.Value.Message)
			}
			return strings.Join(got, " ")
		}
		send("a", "begin", 0)
		for i := range 100 {
			send("a", "report", i)
		}
		send("b", "report", 1)
		if got := drain(); got != "ab0 ar0 br1" {
			t.Errorf("at once: %s", got)
		}
		time.Sleep(limits.ProgressEvery)
		synctest.Wait()
		if got := drain(); got != "ar99" {
			t.Errorf("after a pause: %s", got)
		}
		for i := range 8 {
			send("a", "report", i)
			time.Sleep(limits.ProgressEvery / 8)
		}
		synctest.Wait()
		if got := drain(); got != "ar7" {
			t.Errorf("in the next: %s", got)
		}
		send("a", "report", 8)
		send("a", "end", 9)
		time.Sleep(limits.ProgressEvery)
		synctest.Wait()
		if got := drain(); got != "ae9" {
			t.Errorf("at the end: %s", got)
		}
	})
}
