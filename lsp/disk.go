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
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/watch"
	"github.com/fettle-dev/fettle/providers/signal"
)

// disk collects what changed on disk until it has settled: a checkout changes
// thousands of files at once.
type disk struct {
	mu    sync.Mutex
	paths map[string]bool
	timer *time.Timer
}

// didChangeFiles hears from the client of files that changed on disk.
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
		if len(s.disk.paths) > limits.WatchRescan && !toolConfig(p) && !egress.IsIgnoreFile(p) && filepath.Base(p) != config.WorkspaceFile {
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
	s.disk.paths, s.disk.timer = nil, nil
	s.disk.mu.Unlock()
	engine := s.currentEngine()
	open := map[string]bool{}
	docs := s.docs.All()
	for _, doc := range docs {
		open[doc.Snapshot.Path] = true
	}
	tools, own, ignores := false, false, len(paths) > limits.WatchRescan
	for path := range paths {
		tools = tools || toolConfig(path)
		own = own || filepath.Base(path) == config.WorkspaceFile
		ignores = ignores || egress.IsIgnoreFile(path)
		engine.Changed(path)
		s.revisions.bump(path)
		if !open[path] {
			s.diags.DropFile(path)
			if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
				s.history.Forget(text.Snapshot{Path: path})
			}
		}
	}
	if ignores {
		s.forgetProtection()
	}
	if tools {
		s.prepared.clear()
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

// watchRoots looks for changed settings, tool configuration and ignore files
// where the client does not report them: in the roots themselves. It takes the
// place of the watch that ran before.
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
	if !own || len(roots) == 0 {
		return
	}
	match := func(path string) bool {
		return toolConfig(path) || egress.IsIgnoreFile(path) || filepath.Base(path) == config.WorkspaceFile
	}
	err := watch.Folders(ctx, roots, match, func(path string) {
		if slices.Contains(roots, path) { // anything in it
			s.onDisk(filepath.Join(path, config.WorkspaceFile), filepath.Join(path, ".gitignore"))
			return
		}
		s.onDisk(path)
	})
	if err != nil && ctx.Err() == nil {
		s.log.Warn("configuration files are not watched", "err", err)
	}
}

// watchers are the files a client with a watcher is asked to report.
func watchers() []map[string]string {
	globs := []string{"**/{" + strings.Join(signal.ConfigFiles(), ",") + "}", "**/{" + strings.Join(egress.IgnoreFiles(), ",") + "}", "**/" + config.WorkspaceFile,
		"**/*.{py,pyi,go,ts,tsx,js,jsx,rs}"}
	var out []map[string]string
	for _, g := range globs {
		out = append(out, map[string]string{"globPattern": g})
	}
	return out
}

func toolConfig(path string) bool { return signal.IsConfigFile(filepath.Base(path)) }
