package app

import (
	"context"
	"path/filepath"
)

// ignored has ESLint leave out the folders of a listing that have a configuration of
// their own and that the one above them ignores, and says so of each. One that is named
// is fixed.
func (w *App) ignored(ctx context.Context, dir string, listed []string) (out []skip) {
	top, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	paths := make([]string, 0, len(listed))
	for _, path := range listed {
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return nil
		}
		paths = append(paths, filepath.Join(top, rel))
	}
	for _, o := range w.Engine.LeaveOut(ctx, top, paths) {
		rel, err := filepath.Rel(top, o.Dir)
		if err != nil {
			rel = o.Dir
		}
		s := leave(filepath.Join(dir, rel), "folder",
			notOurs(filepath.Base(o.Config)+" of the folder above ignores it for ESLint; name it to have it fixed by its own"))
		s.Tool = "eslint"
		out = append(out, s)
	}
	return out
}
