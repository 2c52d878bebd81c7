package workspace

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// writtenMost is how many files that were written lately are remembered of a root:
// more are another branch, and nobody's edits.
const writtenMost = 64

// written is a root's files with the times when they were written last, as far as
// that is lately. It is safe for concurrent use.
type written struct {
	mu    sync.Mutex
	times map[string]time.Time
}

// note remembers when a file was written.
func (w *written) note(path string, at, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Sub(at) > limits.AfterQuestion {
		return
	}
	if len(w.times) >= writtenMost {
		maps.DeleteFunc(w.times, func(_ string, t time.Time) bool { return now.Sub(t) > limits.AfterQuestion })
	}
	if _, known := w.times[path]; !known && len(w.times) >= writtenMost {
		return
	}
	if w.times == nil {
		w.times = map[string]time.Time{}
	}
	w.times[path] = at
}

// lately returns the files that were written lately.
func (w *written) lately() map[string]time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.times)
}

// dated is the source of a root, from whose listings it is known what was written.
type dated struct {
	semantic.Source
	written *written
}

// List lists the files, and notes those that were written lately.
func (d dated) List(ctx context.Context) ([]semantic.File, error) {
	list, err := d.Source.List(ctx)
	now := time.Now()
	for _, f := range list {
		d.written.note(f.Path, f.Modified, now)
	}
	return list, err
}

// written returns the files of a root that were written lately and may be shown.
func (r *Set) written(root string) map[string]time.Time {
	r.mu.Lock()
	p := r.roots[root]
	r.mu.Unlock()
	if p == nil {
		return nil
	}
	list := p.written.lately()
	maps.DeleteFunc(list, func(path string, _ time.Time) bool { return !p.Knows(path) })
	return list
}

// noticed has the journal of a root look what was edited after the last questions.
func (r *Set) noticed(root string) {
	r.learn.Noticed(root, r.now().History, time.Now())
}
