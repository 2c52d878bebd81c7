package linter

import (
	"path/filepath"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// rootCache remembers the project's root of documents outside of the workspace
// folders: finding one asks the file system for every mark in every folder
// above, and every menu needs it. A root is trusted for [limits.RootMemory],
// since not all new marks are reported, and until a mark is.
type rootCache struct {
	mu    sync.Mutex
	known map[string]knownRoot
	marks int // changes of marks so far
}

type knownRoot struct {
	root string
	at   time.Time
}

// of is the project's root of a document.
func (c *rootCache) of(path string, now time.Time) string {
	c.mu.Lock()
	k, ok := c.known[path]
	marks := c.marks
	c.mu.Unlock()
	if age := now.Sub(k.at); ok && age >= 0 && age < limits.RootMemory {
		return k.root
	}
	root := files.ProjectRoot(path)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.marks != marks {
		return root // it may have been looked for before the change
	}
	if c.known == nil || len(c.known) >= limits.RootMemoryEntries {
		c.known = map[string]knownRoot{}
	}
	c.known[path] = knownRoot{root, now}
	return root
}

// changed hears of a file that was made, changed or removed.
func (c *rootCache) changed(path string) {
	if files.MarksRoot(filepath.Base(path)) {
		c.forget()
	}
}

func (c *rootCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known = nil
	c.marks++
}
