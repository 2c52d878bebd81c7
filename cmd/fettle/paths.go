package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// realPath is a path with its links resolved, as far as it can be found.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// expand resolves "~/" at the start of a path of the user's settings.
func expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// relative is a root-relative path with slashes, or the base name of a file
// outside of the root.
func relative(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.Base(path)
}

// here is a path as the user would write it in the working folder; a file of the
// project above that begins with dots.
func here(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return path
	}
	return rel
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// bareOf is an error of the file system without the path, which the caller
// names as the user wrote it.
func bareOf(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
