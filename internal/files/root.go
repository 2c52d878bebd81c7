package files

import (
	"os"
	"path/filepath"
	"slices"
)

// rootMarks name what makes a folder the root of a project, in any order: the
// nearest parent with one of them is the root.
var rootMarks = [...]string{".git", "go.mod", "pyproject.toml", "package.json", "Cargo.toml"}

// ProjectRoot returns the nearest folder at or above a path that contains one of .git,
// go.mod, pyproject.toml, package.json and Cargo.toml; without one, the outermost
// Python package around the path, or its own folder. A path that does not exist is
// treated as a file.
func ProjectRoot(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Dir(path)
	}
	start := FolderOf(abs)
	if dir := NearestWith(start, "", rootMarks[:]...); dir != "" {
		return dir
	}
	for dir := start; NearestWith(dir, dir, "__init__.py") == dir; dir = filepath.Dir(dir) {
		start = dir
	}
	return start
}

// Loose reports whether a folder is the root of files that belong to no project:
// the root of the file system, the home folder or one above it, or the one for
// temporary files, without a mark of a project. What lies below is not related.
func Loose(dir string) bool {
	home, err := os.UserHomeDir()
	below, relErr := filepath.Rel(dir, home)
	around := err == nil && relErr == nil && filepath.IsLocal(below)
	if !around && dir != filepath.Dir(dir) && dir != filepath.Clean(os.TempDir()) {
		return false
	}
	return NearestWith(dir, dir, rootMarks[:]...) == ""
}

// FolderOf returns a folder itself, and the folder of everything else: a path that does
// not exist is treated as a file.
func FolderOf(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return filepath.Dir(path)
}

// MarksRoot reports whether a file or folder of that name makes its folder the
// root of a project.
func MarksRoot(name string) bool { return slices.Contains(rootMarks[:], name) }

// NearestWith returns the nearest folder at or above dir that contains one of the
// names, "" if there is none. The search ends at the folder stop, when given.
func NearestWith(dir, stop string, names ...string) string {
	for {
		for _, name := range names {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return dir
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir || dir == stop {
			return ""
		}
		dir = parent
	}
}
