package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
