package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/watch"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/signal"
)

// disk collects what changed on disk until it has settled: a checkout changes
// thousands of files at once.
type disk struct {
	mu    sync.Mutex
	paths map[string]bool
	timer *time.Timer
	whole bool // more has changed than is known
	blind bool // nobody reports changed sources
}

// missed notes that not all changes are known.
func (d *disk) missed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.whole = true
}

// watched notes whether sources are watched.
func (d *disk) watched(yes bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.blind = !yes
}

func (d *disk) unwatched() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.blind
}

// didChangeFiles handles what the client reports of files that changed on disk.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspace_didChangeWatchedFiles
func (s *Server) didChangeFiles(params json.RawMessage) error {
	var paths []string
	for _, raw := range objectOf(params).list("changes") {
		if path, ok := document.Path(objectOf(raw).text("uri")); ok {
			paths = append(paths, path)
		}
	}
	s.onDisk(paths...)
	return nil
}

// onDisk notes changed files; what follows from it happens off the lane.
func (s *Server) onDisk(paths ...string) {
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == "" })
	if len(paths) == 0 {
		return
	}
	s.disk.mu.Lock()
	defer s.disk.mu.Unlock()
	if s.disk.paths == nil {
		s.disk.paths = map[string]bool{}
	}
	for _, p := range paths {
		if len(s.disk.paths) > limits.WatchRescan && !toolConfig(p) && !egress.IsIgnoreFile(p) &&
			filepath.Base(p) != config.WorkspaceFile {
			s.disk.whole = true
			continue
		}
		s.disk.paths[p] = true
	}
	if s.disk.timer == nil {
		s.disk.timer = time.AfterFunc(limits.WatchSettle, func() { s.conn.Go("disk", s.settled) })
	}
}

// settled forgets what the changes make doubtful, and lints again what depends
// on a tool's configuration.
func (s *Server) settled(ctx context.Context) {
	s.disk.mu.Lock()
	paths := s.disk.paths
	whole := s.disk.whole
	s.disk.paths, s.disk.timer, s.disk.whole = nil, nil, false
	s.disk.mu.Unlock()
	engine := s.currentEngine()
	docs := s.docs.All()
	tools, own, ignores := false, false, len(paths) > limits.WatchRescan
	for path := range paths {
		tools = tools || toolConfig(path)
		own = own || filepath.Base(path) == config.WorkspaceFile
		ignores = ignores || egress.IsIgnoreFile(path)
	}
	s.forgetChanged(engine, docs, paths)
	if ignores {
		s.forgetProtection()
	}
	if whole {
		s.refreshRoots(ctx, engine)
	}
	if tools {
		s.prepared.Clear()
	}
	if tools || ignores {
		engine.Ladder().Cache.Clear()
	}
	if own {
		s.mu.Lock()
		s.workspaceKnown = false
		s.mu.Unlock()
		s.rebuild(ctx)
		return
	}
	if !tools && !ignores {
		return
	}
	for _, doc := range docs {
		if s.awaitProtection(ctx, doc.Snapshot.Path) == "" {
			s.touched(doc, saved)
		}
	}
}

// forgetChanged forgets what is known of changed files themselves.
func (s *Server) forgetChanged(engine Engine, docs []document.Document, paths map[string]bool) {
	open := map[string]bool{}
	for _, doc := range docs {
		open[doc.Snapshot.Path] = true
	}
	for path := range paths {
		engine.Changed(path)
		s.revisions.Bump(path)
		if !open[path] {
			s.diags.DropFile(path)
			if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
				s.history.Forget(text.Snapshot{Path: path})
			}
		}
	}
}

// refreshRoots updates the indexes of all roots.
func (s *Server) refreshRoots(ctx context.Context, engine Engine) {
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	s.mu.Unlock()
	for _, root := range roots {
		_ = engine.Refresh(ctx, root) // what could not be read is as it was
	}
}

// watchRoots looks for changed sources below the roots, and, where the client
// does not report them, for changed settings, tool configuration and ignore
// files. Sources are watched in any client: few report folders that are
// deleted or moved. It replaces the watch that ran before.
func (s *Server) watchRoots(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	roots, own, before := slices.Clone(s.roots), s.client.ownWatcher, s.unwatch
	s.unwatch = cancel
	s.mu.Unlock()
	if before != nil {
		before()
	}
	if len(roots) == 0 {
		return
	}
	settings := func(path string) bool {
		return own && (toolConfig(path) || egress.IsIgnoreFile(path) || filepath.Base(path) == config.WorkspaceFile)
	}
	changed := func(path string) {
		if !slices.Contains(roots, path) {
			s.onDisk(path)
			return
		}
		s.disk.missed() // anything in it
		if own {
			s.onDisk(filepath.Join(path, config.WorkspaceFile), filepath.Join(path, ".gitignore"))
		} else {
			s.onDisk(path)
		}
	}
	s.disk.watched(true)
	err := watch.Tree(ctx, roots, watch.TreeOptions{Enter: sourceFolder, Max: limits.WatchFolders},
		func(path string) bool { return settings(path) || index.CodeBelow(roots, path) }, changed)
	if ctx.Err() != nil {
		return
	}
	s.disk.watched(false) // questions look at the disk themselves
	s.log.Info("sources are not watched", "err", err)
	if !own {
		return
	}
	alone := watch.TreeOptions{Enter: func(string) bool { return false }, Max: limits.WatchFolders}
	if err := watch.Tree(ctx, roots, alone, settings, changed); err != nil && ctx.Err() == nil {
		s.log.Warn("configuration files are not watched", "err", err)
	}
}

// sourceFolder reports whether a folder may hold sources of the project.
func sourceFolder(dir string) bool {
	return !files.Nobodys(dir) && index.Code(filepath.Base(dir)+"/x.go") && !files.Loose(filepath.Dir(dir))
}

// lookedAt updates the index of a root where nobody reports changes.
func (s *Server) lookedAt(ctx context.Context, root string) {
	if s.disk.unwatched() {
		_ = s.currentEngine().Refresh(ctx, root) // what could not be read is as it was
	}
}

// watchers returns the files a client with a watcher is asked to report.
func watchers() []map[string]string {
	globs := []string{"**/{" + strings.Join(signal.ConfigFiles(), ",") + "}",
		"**/{" + strings.Join(egress.IgnoreFiles(), ",") + "}", "**/" + config.WorkspaceFile,
		"**/*.{" + strings.Join(index.Extensions(), ",") + "}"}
	var out []map[string]string
	for _, g := range globs {
		out = append(out, map[string]string{"globPattern": g})
	}
	return out
}

func toolConfig(path string) bool { return signal.IsConfigFile(filepath.Base(path)) }
