package lsp

import (
	"runtime/debug"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// resting gives memory back when nobody has typed for a while: what a burst of
// changes needed would else stay with the process for minutes.
type resting struct {
	mu    sync.Mutex
	timer *time.Timer
	free  func()
}

// touch begins the pause anew.
func (r *resting) touch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		if r.free == nil {
			r.free = debug.FreeOSMemory
		}
		r.timer = time.AfterFunc(limits.RestAfter, r.free)
		return
	}
	r.timer.Reset(limits.RestAfter)
}

// stop ends it.
func (r *resting) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
	}
}
