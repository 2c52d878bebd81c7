package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/fsnotify/fsnotify"

	"github.com/fettle-dev/fettle/internal/files"
)

// ErrTooMany says that there are more folders than may be watched.
var ErrTooMany = errors.New("too many folders to watch")

// TreeOptions bound a watch of whole trees.
type TreeOptions struct {
	// Enter says which folders below the roots are watched.
	Enter func(dir string) bool
	// Max is how many folders are watched.
	Max int
}

// tree is a watch of whole trees.
type tree struct {
	w       *fsnotify.Watcher
	o       TreeOptions
	match   func(path string) bool
	changed func(path string)
	dirs    map[string]bool
}

// Tree calls changed for each file below some folders that matches, soon after
// it was changed, made or removed, and for a folder that is gone: what was in it
// is gone, too. Folders that are made or moved there later are watched like the
// others, and what lies in them is reported as new. It is called with a root itself
// when so much happened that the system has not reported everything. It returns
// when the context ends, or with an error when not all can be watched.
func Tree(ctx context.Context, roots []string, o TreeOptions, match func(path string) bool,
	changed func(path string)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("start watching: %w", err)
	}
	defer w.Close()
	t := &tree{w, o, match, changed, map[string]bool{}}
	for _, root := range roots {
		if err := t.enter(root, false); err != nil {
			return err
		}
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			if err := t.event(e); err != nil {
				return err
			}
		case err, ok := <-w.Errors:
			switch {
			case !ok:
				return nil
			case errors.Is(err, fsnotify.ErrEventOverflow):
				for _, root := range roots { // any file may be among what was not reported
					changed(root)
				}
			default:
				return fmt.Errorf("watching stopped: %w", err)
			}
		}
	}
}

// enter watches a folder and those below it; told says that nobody knows its
// files yet. What vanishes meanwhile has its own events.
func (t *tree) enter(dir string, told bool) error {
	if len(t.dirs) >= t.o.Max {
		return fmt.Errorf("%w: more than %d", ErrTooMany, t.o.Max)
	}
	if err := t.w.Add(dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("watch %s: %w", filepath.Base(dir), err)
	}
	t.dirs[dir] = true
	entries, err := files.List(dir)
	if err != nil {
		return nil //nolint:nilerr // gone again, or not ours to read
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if !t.dirs[path] && t.o.Enter(path) {
				if err := t.enter(path, told); err != nil {
					return err
				}
			}
		case told && t.match(path):
			t.changed(path)
		}
	}
	return nil
}

// event follows one event of the system.
func (t *tree) event(e fsnotify.Event) error {
	if e.Has(fsnotify.Chmod) && !e.Has(fsnotify.Create|fsnotify.Write|fsnotify.Remove|fsnotify.Rename) {
		return nil
	}
	if t.dirs[e.Name] && e.Has(fsnotify.Remove|fsnotify.Rename) {
		t.leave(e.Name)
		t.changed(e.Name)
		return nil
	}
	if e.Has(fsnotify.Create) {
		if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
			if t.o.Enter(e.Name) {
				return t.enter(e.Name, true)
			}
			return nil
		}
	}
	if t.match(e.Name) {
		t.changed(e.Name)
	}
	return nil
}

// leave ends the watches of a folder and of those below it.
func (t *tree) leave(dir string) {
	for _, d := range slices.Sorted(maps.Keys(t.dirs)) {
		if d == dir || onTheWay(d, dir) {
			_ = t.w.Remove(d) // the system has often ended it already
			delete(t.dirs, d)
		}
	}
}
