package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Notification handles a message that has no answer. It runs on the reading
// lane, in wire order, and must touch memory only. Its error is logged.
type Notification func(params json.RawMessage) error

// Request decodes a call and reads the snapshots it needs. It runs on the
// reading lane: it must touch memory only. The work it returns runs off the
// lane; without work the answer is null. An error of [Errorf] is answered as it
// is, any other as [InvalidParams].
type Request func(params json.RawMessage) (Work, error)

// Work does what a request asks for and returns the result to answer. It must
// end soon after its context; the client gets its answer at once then.
type Work func(ctx context.Context) (any, error)

// Table says what each method does, by name and kind: a request sent without
// id, or a notification sent with one, finds nothing. The methods initialize,
// shutdown, exit and $/cancelRequest are served by the connection itself.
type Table struct {
	Notifications map[string]Notification
	Requests      map[string]Request
	// Initialize is answered on the lane, before anything else is read.
	Initialize func(params json.RawMessage) (any, error)
	// Shutdown cancels what the server has started. It is called once: by the
	// client's shutdown, else when the connection ends. nil: nothing is started.
	Shutdown func()
}

// Options are what a connection is made of. In and Out are not closed.
type Options struct {
	In  io.Reader
	Out io.Writer
	Log *slog.Logger // discarded when nil
	// Busy answers requests, by method, that come in while
	// limits.RequestsInFlight are being worked on. A method without an entry is
	// answered [RequestFailed], "server busy".
	Busy map[string]func() (any, error)
	// Deadline ends every request's context; 0 means limits.RequestTotal.
	Deadline time.Duration
}

// Conn is one connection to one client. Its methods may be used from any
// goroutine, [Conn.Call] from any but the reading lane.
type Conn struct {
	opts   Options
	log    *slog.Logger
	table  Table
	rpc    jsonrpc2.Conn
	stream *stream
	queue  *queue
	pacer  *pacer
	live   live
	noted  sync.Map // methods whose faults have been logged

	phase    atomic.Int32
	awaiting atomic.Int32 // calls to the client without answer
	owed     atomic.Int32 // requests of the client without answer

	root     context.Context // ends at shutdown; parent of all work
	stopRoot context.CancelFunc
	stopOnce sync.Once
	tasks    tasks

	endOnce sync.Once
	end     ending
	ending  chan struct{} // closed when the connection is to end
	closed  chan struct{} // closed when it has
}

// ending is why a connection ends. A code other than 0 is the exit code;
// otherwise it is 0 after shutdown and 1 before.
type ending struct {
	code int
	why  string
}

// New makes a connection. Nothing is read before [Conn.Serve].
func New(opts Options) *Conn {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Deadline == 0 {
		opts.Deadline = limits.RequestTotal
	}
	c := &Conn{
		opts: opts, log: opts.Log, queue: newQueue(),
		ending: make(chan struct{}), closed: make(chan struct{}),
	}
	c.pacer = newPacer(c.queue)
	c.root, c.stopRoot = context.WithCancel(context.Background())
	c.stream = newStream(c, opts)
	c.rpc = jsonrpc2.NewConn(c.stream, jsonrpc2.WithCodec(codec{}))
	return c
}

// Serve reads and answers until the client sends exit, its end of the input
// closes, the frame boundary is lost, it stops reading for too long, or the
// context ends. By then all work has been cancelled and what was queued has
// been written, as far as both could be had in limits.Exit. It returns the
// process's exit code and may be called once.
func (c *Conn) Serve(ctx context.Context, t Table) (exitCode int) {
	if t.Shutdown == nil {
		t.Shutdown = func() {}
	}
	c.table = t
	stop := context.AfterFunc(ctx, func() { c.finish(ending{why: "stopped"}) })
	defer stop()
	c.start("writer", c.stream.write)
	// The context given to jsonrpc2 is never cancelled: it would stop writing
	// answers that are due.
	c.rpc.Go(context.WithoutCancel(ctx), c.handle)
	<-c.ending
	c.log.Info("connection ends", "why", c.end.why)
	c.stopWork()
	c.drain()
	close(c.closed)
	switch {
	case c.end.code != 0:
		return c.end.code
	case phase(c.phase.Load()) == down:
		return 0
	}
	return 1
}

// finish asks for the end of the connection; the first reason counts.
func (c *Conn) finish(e ending) {
	c.endOnce.Do(func() {
		c.end = e
		close(c.ending)
	})
}

func (c *Conn) isEnding() bool {
	select {
	case <-c.ending:
		return true
	default:
		return false
	}
}

// stopWork cancels all work and lets the server cancel its own, once.
func (c *Conn) stopWork() {
	c.stopOnce.Do(func() {
		c.stopRoot()
		_ = c.guard("shutdown", func() error { c.table.Shutdown(); return nil })
	})
}

// drain waits for work to end, for answers to be made of it, and for the
// writer, each for a bounded time, which is longer as long as answers come: the
// process must be gone in limits.Exit.
func (c *Conn) drain() {
	all := time.After(limits.Exit * 9 / 10)
	work := time.After(limits.Exit / 2)
	select {
	case <-c.tasks.idle():
	case <-work:
		c.log.Warn("work did not end in time")
	}
	flush := time.NewTimer(limits.Flush)
	defer flush.Stop()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	owed := c.owed.Load()
	for owed > 0 || c.queue.pending() != nil {
		select {
		case <-poll.C:
			if now := c.owed.Load(); now != owed {
				owed = now
				flush.Reset(limits.Flush)
			}
			continue
		case <-all:
		case <-flush.C:
		}
		c.log.Warn("answers left unwritten")
		return
	}
}

// answered is called when an answer has been queued.
func (c *Conn) answered() { c.owed.Add(-1) }

// Call asks the client and waits for its answer, which is decoded into result
// unless that is nil. The context should carry a timeout; a late answer is
// dropped. On the reading lane Call fails at once: the answer could not be read.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	if onLane() {
		return errors.New("call to the client on the reading lane: " + method)
	}
	c.awaiting.Add(1)
	defer c.awaiting.Add(-1)
	_, err := c.rpc.Call(ctx, method, params, result)
	return err
}

// Notify queues a notification and does not wait. When the client does not
// read, progress reports and log messages are dropped; reports are also spread
// to a few a second for each token.
func (c *Conn) Notify(method string, params any) error {
	var raw json.RawMessage
	if params != nil {
		var err error
		if raw, err = Marshal(params); err != nil {
			return err
		}
	}
	body := jsonrpc2.AppendNotification(nil, method, jsonrpc2.RawMessage(raw))
	switch method {
	case "$/progress":
		return c.pacer.push(raw, body)
	case "window/logMessage", "$/logTrace", "telemetry/event":
		return c.queue.push(body, logs)
	}
	return c.queue.push(body, keep)
}

// Go runs f on a goroutine of its own. The context ends at shutdown. A panic in f
// is logged and ends f only. The connection waits a moment for f when it ends.
func (c *Conn) Go(name string, f func(ctx context.Context)) {
	c.tasks.add()
	c.start(name, func() {
		defer c.tasks.done()
		f(c.root)
	})
}

// onLane reports whether the calling goroutine is the one that reads: then it
// was called from a handler, further up its stack. Calls to the client are rare
// enough for the look.
func onLane() bool {
	var pcs [256]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, "/rpc.(*Conn).handle") {
			return true
		}
		if !more {
			return false
		}
	}
}
