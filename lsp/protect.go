package lsp

import (
	"context"
	"sync"
)

// protection remembers which files get no fix and leave no trace. Finding out
// reads ignore files and resolves links, so it happens off the lane, once for a
// file; until then the file counts as protected.
type protection struct {
	mu   sync.Mutex
	byID map[string]*verdict
}

type verdict struct {
	done chan struct{}
	why  string
	root string // the workspace root of the file, "" if it has none
}

const notChecked = "the file has not been looked at yet"

// checkProtection starts finding out, if nobody has.
func (s *Server) checkProtection(path string) *verdict {
	s.protection.mu.Lock()
	defer s.protection.mu.Unlock()
	if s.protection.byID == nil {
		s.protection.byID = map[string]*verdict{}
	}
	v := s.protection.byID[path]
	if v == nil {
		v = &verdict{done: make(chan struct{}), why: notChecked}
		s.protection.byID[path] = v
		s.conn.Go("protection", func(context.Context) {
			defer close(v.done)
			engine, why := s.currentEngine(), ""
			if path != "" {
				why, v.root = engine.Protected(path), engine.Root(path)
			}
			v.why = why
		})
	}
	return v
}

// known reports whether the answer is there.
func (v *verdict) known() bool {
	select {
	case <-v.done:
		return true
	default:
		return false
	}
}

// place returns the root of a file that may leave a trace, else "".
func (v *verdict) place() string {
	if v.why != "" {
		return ""
	}
	return v.root
}

// protected reports why a file gets no fix, as far as is known now.
func (s *Server) protected(path string) string {
	if v := s.checkProtection(path); v.known() {
		return v.why
	}
	return notChecked
}

// awaitProtection waits for the answer.
func (s *Server) awaitProtection(ctx context.Context, path string) string {
	v := s.checkProtection(path)
	select {
	case <-v.done:
		return v.why
	case <-ctx.Done():
		return notChecked
	}
}

// drop forgets one file, when it is closed.
func (p *protection) drop(path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.byID, path)
}

// forgetProtection makes every file be looked at again: settings or ignore
// files have changed.
func (s *Server) forgetProtection() {
	s.protection.mu.Lock()
	defer s.protection.mu.Unlock()
	s.protection.byID = nil
}
