package files

import (
	"os"
	"path/filepath"
	"strings"
)

// Real returns a path with its links resolved, as far as it can be found.
func Real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// Expand resolves "~/" at the start of a path of the user's settings.
func Expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// Relative returns a root-relative path with slashes, or the base name of a file
// outside of the root.
func Relative(root, path string) string {
	if rel, ok := Below(root, path); ok {
		return rel
	}
	return filepath.Base(path)
}

// Below returns a file's path under a root, with slashes, if it lies there.
func Below(root, path string) (string, bool) {
	rel, err := filepath.Rel(root, path)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// StateFolder is fettle's folder for the user's state, "" if there is none.
func StateFolder() string {
	dir := os.Getenv("XDG_STATE_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "fettle")
}

// CacheFolder is fettle's folder for what can be made again, "" if there is
// none.
func CacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "fettle")
}
