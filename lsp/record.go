package lsp

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/history"
)

// unrecorded are changes of files that are just being looked at: whether they may
// be recorded, and in which root, is not known yet. Ignore files and settings that
// change have every file looked at again, and typing goes on meanwhile. A change
// that was not recorded would never be in any context, and nobody would send it
// again.
type unrecorded struct {
	mu     sync.Mutex
	byPath map[string][]history.Change
}

// record has the history remember a change, at once where its file is known.
func (s *Server) record(c document.Change) {
	h := history.Change{Old: c.Old, New: c.New, Edits: c.Edits, Time: c.Time}
	path := c.New.Path
	if _, _, cell := s.notebooks.Around(c.New.URI); cell || path == "" {
		s.history.Record(h) // no file, or one that holds more than the text
		return
	}
	if s.jobs.expects(c.New) {
		h.Origin = history.Fettle
	}
	u := &s.unrecorded
	u.mu.Lock()
	defer u.mu.Unlock()
	waiting := u.byPath[path]
	if v := s.judge(path); len(waiting) == 0 && v.known() {
		s.history.Record(placed(h, v))
		return
	}
	if u.byPath == nil {
		u.byPath = map[string][]history.Change{}
	}
	u.byPath[path] = compacted(waiting, h)
	if len(waiting) == 0 {
		s.conn.Go("record", func(ctx context.Context) { s.recordLater(ctx, path) })
	}
}

// recordLater records what waits as soon as its file is known.
func (s *Server) recordLater(ctx context.Context, path string) {
	u := &s.unrecorded
	for {
		v := s.judge(path)
		select {
		case <-v.done:
		case <-ctx.Done():
			return
		}
		u.mu.Lock()
		if s.judge(path) == v { // else it is looked at once more
			for _, h := range u.byPath[path] {
				s.history.Record(placed(h, v))
			}
			delete(u.byPath, path)
			u.mu.Unlock()
			return
		}
		u.mu.Unlock()
	}
}

// compacted are changes that wait, as one for each run of the same origin: what is
// typed while a slow disk is asked takes no more room.
func compacted(waiting []history.Change, h history.Change) []history.Change {
	if n := len(waiting); n > 0 && waiting[n-1].Origin == h.Origin && waiting[n-1].New.URI == h.New.URI {
		last := &waiting[n-1]
		last.New, last.Edits, last.Time = h.New, nil, h.Time
		return waiting
	}
	return append(waiting, h)
}

// placed is a change with the name of its file below its root. One of a file that
// may leave no trace, or outside of every root, has no name and is not recorded.
func placed(h history.Change, v *verdict) history.Change {
	if v.why != "" || v.root == "" {
		return h
	}
	if rel, err := filepath.Rel(v.root, h.New.Path); err == nil && filepath.IsLocal(rel) {
		h.Root, h.Path = v.root, filepath.ToSlash(rel)
	}
	return h
}
