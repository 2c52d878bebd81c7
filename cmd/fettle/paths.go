package main

import (
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

// absolute finds the root of a root-relative path. With several roots it is
// the one that holds such a file.
func absolute(roots []string, rootOf func(string) string, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	if len(roots) == 0 {
		if dir, err := os.Getwd(); err == nil {
			roots = []string{rootOf(filepath.Join(dir, "x"))}
		}
	}
	for _, r := range roots {
		abs := filepath.Join(r, filepath.FromSlash(path))
		if _, err := os.Lstat(abs); err == nil || len(roots) == 1 {
			return abs
		}
	}
	return path
}
