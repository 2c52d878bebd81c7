// Package watch reports changes of files on disk, settled: a burst of events
// is one report. It is the only package that uses fsnotify.
package watch

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// File calls changed after every change of one file, which need not exist yet,
// once nothing has happened to it for the settle time. It watches the folder,
// because editors replace files instead of writing into them. It returns when
// the context ends, or with an error when the folder cannot be watched.
func File(ctx context.Context, path string, settle time.Duration, changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("start watching: %w", err)
	}
	defer w.Close()
	if err := w.Add(filepath.Dir(path)); err != nil {
		return fmt.Errorf("watch the folder of %s: %w", filepath.Base(path), err)
	}
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			if filepath.Base(e.Name) == filepath.Base(path) && !e.Has(fsnotify.Chmod) {
				timer.Reset(settle)
			}
		case err, ok := <-w.Errors:
			if !ok {
				return nil
			}
			return fmt.Errorf("watching stopped: %w", err)
		case <-timer.C:
			changed()
		}
	}
}

// Folders calls changed for each file of some folders that match, soon after it
// was changed, made or removed. Folders below them are not watched. It returns
// when the context ends, or with an error when none can be watched.
func Folders(ctx context.Context, dirs []string, match func(path string) bool, changed func(path string)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("start watching: %w", err)
	}
	defer w.Close()
	var failed error
	for _, dir := range dirs {
		if err := w.Add(dir); err != nil {
			failed = fmt.Errorf("watch %s: %w", filepath.Base(dir), err)
		}
	}
	if len(w.WatchList()) == 0 {
		return failed
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			if !e.Has(fsnotify.Chmod) && match(e.Name) {
				changed(e.Name)
			}
		case err, ok := <-w.Errors:
			if !ok {
				return nil
			}
			return fmt.Errorf("watching stopped: %w", err)
		}
	}
}
