package history

import (
	"path/filepath"
	"sync"
)

// Pending are changes of files that are just being looked at: whether they may be
// recorded, and in which root, is not known yet. Ignore files and settings that
// change have every file looked at again, and typing goes on meanwhile. A change
// that was not recorded would never be in any context, and nobody would send it
// again.
type Pending struct {
	mu     sync.Mutex
	byPath map[string][]Change
}

// Put returns a change to record if its file is known and nothing of it waits; else it
// waits, and first says that nothing did so far.
func (p *Pending) Put(c Change, known bool, record func(Change)) (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	waiting := p.byPath[c.New.Path]
	if known && len(waiting) == 0 {
		record(c)
		return false
	}
	if p.byPath == nil {
		p.byPath = map[string][]Change{}
	}
	// One for each run of the same origin: what is typed while a slow disk is asked
	// needs no more room.
	if n := len(waiting); n > 0 && waiting[n-1].Origin == c.Origin && waiting[n-1].New.URI == c.New.URI {
		last := &waiting[n-1]
		last.New, last.Edits, last.Time = c.New, nil, c.Time
		return false
	}
	p.byPath[c.New.Path] = append(waiting, c)
	return len(waiting) == 0
}

// Take returns what waits of a file to record, in order, unless what is known of it is
// doubtful again.
func (p *Pending) Take(path string, still func() bool, record func(Change)) (taken bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !still() {
		return false
	}
	for _, c := range p.byPath[path] {
		record(c)
	}
	delete(p.byPath, path)
	return true
}

// Below returns the change with the name of its file below a root. Without one, as of a
// file that may leave no trace, it is not recorded.
func (c Change) Below(root string) Change {
	if root == "" {
		return c
	}
	if rel, err := filepath.Rel(root, c.New.Path); err == nil && filepath.IsLocal(rel) {
		c.Root, c.Path = root, filepath.ToSlash(rel)
	}
	return c
}
