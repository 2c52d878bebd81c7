package rpc

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"

	"github.com/fettle-dev/fettle/internal/limits"
)

// live knows the requests in flight: by id until they are answered, and as a
// number until their work has ended, which may be later.
type live struct {
	mu      sync.Mutex
	byID    map[jsonrpc2.ID]context.CancelFunc
	working int
}

// has reports whether a request with this id waits for its answer.
func (l *live) has(id jsonrpc2.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.byID[id] != nil
}

// add enters a request and reserves a place for its work, if there is one.
func (l *live) add(id jsonrpc2.ID, cancel context.CancelFunc) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.working >= limits.RequestsInFlight {
		return false
	}
	if l.byID == nil {
		l.byID = map[jsonrpc2.ID]context.CancelFunc{}
	}
	l.byID[id] = cancel
	l.working++
	return true
}

// remove forgets the id: it is about to be answered.
func (l *live) remove(id jsonrpc2.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.byID, id)
}

// release frees the place of work that has ended.
func (l *live) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.working--
}

func (l *live) cancel(id jsonrpc2.ID) {
	l.mu.Lock()
	cancel := l.byID[id]
	l.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}
