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
	known map[string]knownRoot // by document, and by folder
	uses  map[use]knownUse
	near  map[use]knownRoot // folders of packages with programs, by root and folder
	marks int               // changes of marks so far
}

type knownRoot struct {
	root string
	at   time.Time
}

// use is a tool in a folder of a root.
type use struct{ tool, root, dir string }

type knownUse struct {
	wanted bool
	at     time.Time
}

// recent reports whether what was found at a time still counts.
func recent(at, now time.Time) bool {
	age := now.Sub(at)
	return age >= 0 && age < limits.RootMemory
}

// of returns the project's root of a document.
func (c *rootCache) of(path string, now time.Time) string {
	c.mu.Lock()
	k, ok := c.known[path]
	marks := c.marks
	c.mu.Unlock()
	if ok && recent(k.at, now) {
		return k.root
	}
	dir := files.FolderOf(path)
	c.mu.Lock()
	k, ok = c.known[dir]
	c.mu.Unlock()
	if !ok || !recent(k.at, now) {
		k = knownRoot{files.ProjectRoot(dir), now}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.marks != marks {
		return k.root // it may have been looked for before the change
	}
	if c.known == nil || len(c.known) >= limits.RootMemoryEntries {
		c.known = map[string]knownRoot{}
	}
	c.known[dir], c.known[path] = k, k
	return k.root
}

// wants is [Spec.wanted] for the folder of a document.
func (c *rootCache) wants(s *Spec, path, root string, now time.Time) bool {
	if len(s.marks) == 0 {
		return true
	}
	key := use{s.Name, root, filepath.Dir(path)}
	c.mu.Lock()
	k, ok := c.uses[key]
	marks := c.marks
	c.mu.Unlock()
	if ok && recent(k.at, now) {
		return k.wanted
	}
	k = knownUse{s.wanted(path, root), now}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.marks == marks {
		if c.uses == nil || len(c.uses) >= limits.RootMemoryEntries {
			c.uses = map[use]knownUse{}
		}
		c.uses[key] = k
	}
	return k.wanted
}

// programs returns the nearest folder at or above a file in which a package has its own
// programs, below the root; "" where the root's are the nearest.
func (c *rootCache) programs(path, root string, now time.Time) string {
	key := use{"", root, filepath.Dir(path)}
	if path == root || key.dir == root {
		return ""
	}
	c.mu.Lock()
	k, ok := c.near[key]
	c.mu.Unlock()
	if ok && recent(k.at, now) {
		return k.root
	}
	k = knownRoot{files.NearestWith(key.dir, root, child.ProjectFolders()...), now}
	if k.root == root {
		k.root = ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.near == nil || len(c.near) >= limits.RootMemoryEntries {
		c.near = map[use]knownRoot{}
	}
	c.near[key] = k
	return k.root
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
	c.known, c.uses, c.near = nil, nil, nil
	c.marks++
}
