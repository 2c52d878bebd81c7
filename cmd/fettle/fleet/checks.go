package fleet

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
)

// checks are what slow tools have said of texts of a tree: on this worker's
// disk what its own tools said, in the server's store what those of any worker did.
//
// Who can write to the store can forge an entry. So it is believed as far as a result of
// a job is: only workers look there, and what they find stays off the disk. The
// coordinator has none of these: its look at the merged change is by its own tools.
type checks struct {
	fleet     *fleet.Fleet
	version   string
	dir       string // "" = there is none
	installed *reads.Installed
	away      *atomic.Bool // for a while the server is not asked, since it does not answer
}

func newChecks(f *fleet.Fleet, version string) checks {
	c := checks{fleet: f, version: versionOf(version), installed: &reads.Installed{}, away: &atomic.Bool{}}
	if cache := files.CacheFolder(); cache != "" {
		c.dir = filepath.Join(cache, "fleet-checks")
		c.sweep(limits.FleetChecks)
	}
	return c
}

// of returns the checks of a tree that lies in a folder.
func (c checks) of(top string) *linter.Shared {
	return &linter.Shared{Top: top, Installed: c.installed, Get: c.get, Put: c.put}
}

// key names a check among what the server keeps.
func (c checks) key(key string) string {
	return fleet.Digest([]byte("a check, by " + c.version + "\n" + key))
}

func (c checks) get(ctx context.Context, key string) []byte {
	key = c.key(key)
	if c.dir != "" {
		if f, err := files.Read(filepath.Join(c.dir, key), limits.FleetKept); err == nil {
			return f.Data
		}
	}
	if c.away.Load() {
		return nil
	}
	looking, done := context.WithTimeout(ctx, limits.FleetLook)
	defer done()
	data, err := c.fleet.Kept(looking, key)
	if err != nil && ctx.Err() == nil {
		c.away.Store(true)
		time.AfterFunc(limits.FleetAway, func() { c.away.Store(false) })
	}
	return data
}

// put keeps what a tool said here. It is a help, so that errors count for nothing.
func (c checks) put(ctx context.Context, key string, data []byte) {
	key = c.key(key)
	if c.dir != "" && os.MkdirAll(c.dir, 0o700) == nil {
		if f, err := os.CreateTemp(c.dir, "new-*"); err == nil {
			_, werr := f.Write(data)
			if cerr := f.Close(); werr != nil || cerr != nil || os.Rename(f.Name(), filepath.Join(c.dir, key)) != nil {
				_ = os.Remove(f.Name())
			}
		}
	}
	if !c.away.Load() {
		c.fleet.Keep(ctx, key, data)
	}
}

// sweep removes all kept checks but the newest, of which so many stay.
func (c checks) sweep(most int) {
	list, err := files.List(c.dir)
	if err != nil {
		return
	}
	at := map[string]time.Time{}
	var names []string
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			at[e.Name()] = info.ModTime()
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return at[b].Compare(at[a]) })
	for _, name := range names[min(most, len(names)):] {
		_ = os.Remove(filepath.Join(c.dir, name))
	}
}
