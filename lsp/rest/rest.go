// Package rest releases memory while a server has nothing to do.
package rest

import (
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Resting releases memory when nobody has typed for a while: what a burst of
// changes needed would else stay with the process for minutes.
type Resting struct {
	mu    sync.Mutex
	timer *time.Timer
	free  func()
}

// New returns a [Resting] that releases memory by free, in an editor debug.FreeOSMemory.
func New(free func()) *Resting { return &Resting{free: free} }

// Touch begins the pause anew.
func (r *Resting) Touch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer == nil {
		r.timer = time.AfterFunc(limits.RestAfter, r.free)
		return
	}
	r.timer.Reset(limits.RestAfter)
}

// Stop ends it.
func (r *Resting) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
	}
}
