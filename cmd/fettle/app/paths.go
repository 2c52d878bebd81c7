package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Here returns a path as the user would write it in the working folder; a file of the
// project above that begins with dots.
func Here(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	return relative(dir, path)
}

// relative returns a path as seen from a folder.
func relative(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return path
	}
	return rel
}

// Folders returns arguments in which a pattern of Go's stands for the folder that it begins with: ./... is ".".
func Folders(args []string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		if dir, ok := strings.CutSuffix(filepath.ToSlash(arg), "..."); ok && (dir == "" || strings.HasSuffix(dir, "/")) {
			out[i] = filepath.Clean(dir)
		}
	}
	return out
}

// IsFolder reports whether a path names a folder that is there.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// BareOf is an error of the file system without the path, which the caller
// names as the user wrote it.
func BareOf(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
