package child

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Paths remembers which folders of PATH children may see: to find it out reads
// every link in them, which needs more time than some linters. What was found counts
// for [limits.PathMemory], and for [limits.PathMemoryUnchanged] as long as PATH and
// its folders are what they were: a link that is new, gone or points elsewhere changes
// the time of its folder. The zero value is ready; it is safe for concurrent use.
type Paths struct {
	mu    sync.Mutex
	known map[string]knownPaths
}

type knownPaths struct {
	list    []string
	first   time.Time // when it was found
	at      time.Time // when it was last known to be so
	folders []folderTime
}

// folderTime is the time of a folder when it was looked at.
type folderTime struct {
	path    string
	changed time.Time
}

// of is PATH for children with a filter.
func (p *Paths) of(f filter) []string {
	if p == nil {
		return f.apply(SearchPath(f.hidden))
	}
	key := fmt.Sprintf("%q %v", f.hidden, f.vcs)
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	k, ok := p.known[key]
	if ok && within(k.at, now, limits.PathMemory) {
		return k.list
	}
	search := SearchPath(f.hidden)
	folders := timesOf(search)
	if p.known == nil {
		p.known = map[string]knownPaths{}
	}
	if ok && within(k.at, now, limits.PathMemoryUnchanged) && within(k.first, now, limits.PathMemoryUnchanged) &&
		slices.Equal(folders, k.folders) && allThere(k.list) {
		k.at = now
	} else {
		k = knownPaths{list: f.apply(search), first: now, at: now, folders: folders}
	}
	p.known[key] = k
	return k.list
}

// within reports whether a time lies in the past, and no further than that.
func within(at, now time.Time, most time.Duration) bool {
	age := now.Sub(at)
	return age >= 0 && age < most
}

func timesOf(dirs []string) []folderTime {
	list := make([]folderTime, len(dirs))
	for i, dir := range dirs {
		list[i].path = dir
		if info, err := os.Stat(dir); err == nil {
			list[i].changed = info.ModTime()
		}
	}
	return list
}

// allThere reports whether the folders exist: those that fettle makes lie in its
// cache.
func allThere(dirs []string) bool {
	return !slices.ContainsFunc(dirs, func(dir string) bool { _, err := os.Stat(dir); return err != nil })
}
