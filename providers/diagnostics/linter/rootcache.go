package linter

import (
	"path/filepath"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/signal"
)

// rootCache remembers the project's root of documents outside of the workspace
// folders, and which tools a folder's project uses: finding out asks the file
// system for every mark in every folder above, and every menu needs it. What is
// found is the same for all files of a folder. It is trusted for
// [limits.RootMemory], since not all new marks are reported, and until a mark is.
type rootCache struct {
	mu    sync.Mutex
	known map[any]memory
	marks int // changes of marks so far
}

// memory is what was found at a time.
type memory struct {
	value any
	at    time.Time
}

// The questions: the root of a document, or of a folder; whether a tool is wanted in a folder of a root, and the
// file that sets it up there; a file of settings; the nearest folder of a package with programs, in a root and from
// a folder.
type (
	rootOfDocument struct{ path string }
	rootOfFolder   struct{ dir string }
	use            struct{ tool, root, dir string }
	mark           struct{ tool, root, dir string }
	settingsAt     struct{ path string }
	programsNear   struct{ root, dir string }
)

// remembered returns what is known of a question, else what is found.
func remembered[T any](c *rootCache, question any, now time.Time, find func() memory) T {
	c.mu.Lock()
	k, ok := c.known[question]
	marks := c.marks
	c.mu.Unlock()
	if age := now.Sub(k.at); ok && age >= 0 && age < limits.RootMemory {
		return k.value.(T)
	}
	k = find()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.marks != marks {
		return k.value.(T) // it may have been looked for before the change
	}
	if c.known == nil || len(c.known) >= limits.RootMemoryEntries {
		c.known = map[any]memory{}
	}
	c.known[question] = k
	return k.value.(T)
}

// of returns the project's root of a document.
func (c *rootCache) of(path string, now time.Time) string {
	return remembered[string](c, rootOfDocument{path}, now, func() memory {
		dir := files.FolderOf(path)
		root := remembered[string](c, rootOfFolder{dir}, now, func() memory { return memory{files.ProjectRoot(dir), now} })
		c.mu.Lock()
		defer c.mu.Unlock()
		if k, ok := c.known[rootOfFolder{dir}]; ok {
			return memory{root, k.at} // as old as that is
		}
		return memory{root, now}
	})
}

// programs returns the nearest folder at or above a file in which a package has its own
// programs, below the root; "" where the root's are the nearest.
func (c *rootCache) programs(path, root string, now time.Time) string {
	dir := filepath.Dir(path)
	if path == root || dir == root {
		return ""
	}
	return remembered[string](c, programsNear{root, dir}, now, func() memory {
		near := files.NearestWith(dir, root, child.ProjectFolders()...)
		if near == root {
			near = ""
		}
		return memory{near, now}
	})
}

// changed hears of a file that was made, changed or removed.
func (c *rootCache) changed(path string) {
	if name := filepath.Base(path); files.MarksRoot(name) || signal.IsConfigFile(name) {
		c.forget()
	}
}

func (c *rootCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known = nil
	c.marks++
}
