package rpc

import (
	"sync"

	"github.com/fettle-dev/fettle/internal/bug"
)

// spawn is the one place under lsp that starts goroutines: a panic in one of
// them would otherwise take the whole server down.
func spawn(f func(), panicked func(value any)) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				panicked(r)
			}
		}()
		f()
	}()
}

// start runs f on a goroutine of its own.
func (c *Conn) start(name string, f func()) {
	spawn(f, func(value any) { c.panicked(name, value) })
}

// panicked logs and keeps what was recovered.
func (c *Conn) panicked(name string, value any) {
	b := bug.Keep(name, value)
	c.log.Error("panic", "in", b.In, "value", b.Value, "stack", b.Stack)
}

// guard runs f and turns a panic into an error without details for the client;
// the stack goes to the log.
func (c *Conn) guard(name string, f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			c.panicked(name, r)
			err = Errorf(InternalError, "internal error")
		}
	}()
	return f()
}

// note logs a fault of a method, or of another kind of thing, once at warning
// and after that for debugging only: a client that repeats itself must not fill
// the log.
func (c *Conn) note(text, about string, err error) {
	log := c.log.Debug
	if _, again := c.noted.LoadOrStore(text+": "+about, true); !again {
		log = c.log.Warn
	}
	log(text, "about", about, "error", err)
}

// tasks counts goroutines. A WaitGroup will not do: tasks may start while
// another goroutine waits.
type tasks struct {
	mu      sync.Mutex
	running int
	waiting chan struct{}
}

func (t *tasks) add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running++
}

func (t *tasks) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	if t.running == 0 && t.waiting != nil {
		close(t.waiting)
		t.waiting = nil
	}
}

// idle is closed when no task runs.
func (t *tasks) idle() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running == 0 {
		none := make(chan struct{})
		close(none)
		return none
	}
	if t.waiting == nil {
		t.waiting = make(chan struct{})
	}
	return t.waiting
}
