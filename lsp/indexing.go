package lsp

import (
	"maps"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// reading is how far the index of a root is, in files.
type reading struct{ done, total int }

// percentOf returns the share of all files that are read: 100 where nothing is being
// built.
func percentOf(indexes map[string]reading) int {
	var all reading
	for _, r := range indexes {
		all.done, all.total = all.done+r.done, all.total+r.total
	}
	if all.total == 0 {
		return 100
	}
	return 100 * all.done / all.total
}

// indexing hears how many files of a root's index are read; done and total are
// equal when it is built.
func (s *Server) indexing(root string, done, total int) {
	s.mu.Lock()
	next := maps.Clone(s.indexes)
	if next == nil {
		next = map[string]reading{}
	}
	next[root] = reading{done, total}
	if done >= total {
		delete(next, root)
	}
	s.indexes = next
	s.mu.Unlock()
	s.tellStatus()
	s.showIndexing()
}

// indexDisplay is the progress that a client shows of indexes that take their
// time.
type indexDisplay struct {
	mu    sync.Mutex
	since time.Time // of the first index in work, zero: there is none
	shown *progress
}

// showIndexing reports to a client which shows progress and no status.
func (s *Server) showIndexing() {
	c, _, _ := s.state()
	if c.status || !c.progress {
		return
	}
	d := &s.display
	d.mu.Lock()
	defer d.mu.Unlock()
	s.mu.Lock()
	share, building := percentOf(s.indexes), len(s.indexes) > 0
	s.mu.Unlock()
	switch {
	case !building:
		if d.shown != nil {
			d.shown.finish("")
		}
		d.since, d.shown = time.Time{}, nil
	case d.shown != nil:
		d.shown.percent(share)
	case d.since.IsZero():
		d.since = s.now()
	case s.now().Sub(d.since) >= limits.IndexShown:
		d.shown = s.newProgress("fettle: indexing")
		d.shown.fixed, d.shown.last, d.shown.share = true, "", &share
		d.shown.begin()
	}
}
