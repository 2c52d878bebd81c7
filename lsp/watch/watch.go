// Package watch reports changes of files on disk, debounced: a burst of events
// is one report. [File] watches one file and [Tree] the files of folders; what a
// change means is for the caller to decide. It is the only package that uses fsnotify.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// File calls changed after every change of one file, which need not exist yet,
// once nothing has happened to it for the settle time. A change since the file
// was read counts, also one from before the watch. It watches the folder,
// because editors replace files instead of writing into them; while the folder
// is missing, the nearest one above that is there. It returns when the context
// ends, or with an error when no folder can be watched.
func File(ctx context.Context, path string, read time.Time, settle time.Duration, changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("start watching: %w", err)
	}
	defer w.Close()
	f := fileWatch{w: w, path: path}
	if err := f.look(); err != nil {
		return err
	}
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	defer timer.Stop()
	if info, err := os.Stat(path); err == nil && info.ModTime().After(read) {
		timer.Reset(settle)
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			touched, err := f.touched(e)
			if err != nil {
				return err
			}
			if touched {
				timer.Reset(settle)
			}
		case err, ok := <-w.Errors:
			switch {
			case !ok:
				return nil
			case errors.Is(err, fsnotify.ErrEventOverflow):
				timer.Reset(settle) // the file may be among what was not reported
			default:
				return fmt.Errorf("watching stopped: %w", err)
			}
		case <-timer.C:
			changed()
		}
	}
}

// fileWatch is the watch of one file's folder.
type fileWatch struct {
	w       *fsnotify.Watcher
	path    string
	watched string // the folder, or the nearest one above it
}

// look watches the nearest folder that is there.
func (f *fileWatch) look() (err error) {
	if f.watched, err = nearest(f.w, filepath.Dir(f.path)); err != nil {
		return fmt.Errorf("watch the folder of %s: %w", filepath.Base(f.path), err)
	}
	return nil
}

// touched reports whether an event may have changed the file. Where a folder
// above it came or went, the file may have come with it.
func (f *fileWatch) touched(e fsnotify.Event) (bool, error) {
	if e.Name == f.path {
		return !e.Has(fsnotify.Chmod), nil
	}
	if !onTheWay(f.path, e.Name) || e.Has(fsnotify.Chmod|fsnotify.Write) {
		return false, nil
	}
	_ = f.w.Remove(f.watched)
	return true, f.look()
}

// nearest watches a folder, or the first one above it that is there.
func nearest(w *fsnotify.Watcher, dir string) (string, error) {
	missing := []string{}
	err := w.Add(dir)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(dir) != dir {
		missing = append(missing, dir)
		dir = filepath.Dir(dir)
		err = w.Add(dir)
	}
	// What was made while we looked has no event any more.
	for i := len(missing) - 1; i >= 0 && err == nil && w.Add(missing[i]) == nil; i-- {
		_ = w.Remove(dir) // it may be gone by now, and its watch with it
		dir = missing[i]
	}
	return dir, err
}

// onTheWay reports whether a folder is above a file.
func onTheWay(file, dir string) bool {
	return strings.HasPrefix(file, dir+string(filepath.Separator))
}
