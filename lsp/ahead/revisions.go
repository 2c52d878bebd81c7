package ahead

import (
	"fmt"
	"sync"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// Revisions count what changed on disk: an answer of a model is remembered only
// as long as the files other than its own are what they were.
type Revisions struct {
	mu    sync.Mutex
	all   int
	own   map[string]int
	epoch int
}

// revisionsKept bounds the files that are counted one by one.
const revisionsKept = 10_000

// Bump notes that a file has changed.
func (r *Revisions) Bump(path string) {
	if syntax.Language(path) == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.own) >= revisionsKept {
		r.own, r.all = nil, 0
		r.epoch++
	}
	if r.own == nil {
		r.own = map[string]int{}
	}
	r.all++
	r.own[path]++
}

// Digest stands for the state of all files but one.
func (r *Revisions) Digest(path string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprintf("%d.%d", r.epoch, r.all-r.own[path])
}
