package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
)

// MirrorOptions say what is not a link.
type MirrorOptions struct {
	Text []byte   // the content of the one real file
	Copy []string // names of small files that are copied wherever they are met
}

// Mirror makes the folder to, which must not exist, a tree of links to
// everything in root, but for one file (rel, relative to the root), which is
// real and holds the given text, and for the folders on the way to it. Caches
// (byte code, folders with a CACHEDIR.TAG) are left out: a tool would take its
// answers from them, or write into them. The file need not exist in the root. Removing the tree with os.RemoveAll leaves
// the root as it was.
func Mirror(root, to, rel string, o MirrorOptions) error {
	if !filepath.IsLocal(rel) {
		return &Error{Path: rel, Kind: ErrOutside}
	}
	from := root
	parts := strings.Split(filepath.Clean(rel), string(filepath.Separator))
	for _, part := range parts {
		if err := os.Mkdir(to, 0o700); err != nil {
			return fail(to, err)
		}
		if err := linkAll(from, to, part, o.Copy); err != nil {
			return err
		}
		from, to = filepath.Join(from, part), filepath.Join(to, part)
	}
	if err := os.WriteFile(to, o.Text, 0o600); err != nil {
		return fail(to, err)
	}
	return nil
}

// linkAll links the entries of a folder into another, but for one name.
func linkAll(from, to, except string, copied []string) error {
	entries, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the file is new, and so is its folder
	}
	if err != nil {
		return fail(from, err)
	}
	if len(entries) > limits.MirrorEntries {
		return &Error{Path: from, Kind: ErrTooLarge}
	}
	for _, e := range entries {
		name := e.Name()
		if name == except || isCache(from, e) {
			continue
		}
		source, target := filepath.Join(from, name), filepath.Join(to, name)
		if slices.Contains(copied, name) && e.Type().IsRegular() {
			if f, err := Read(source, 0); err == nil {
				if err := os.WriteFile(target, f.Data, 0o600); err != nil {
					return fail(target, err)
				}
				continue
			}
		}
		if err := os.Symlink(source, target); err != nil {
			return fail(target, err)
		}
	}
	return nil
}

// isCache reports whether an entry is a folder that tools fill by themselves.
func isCache(dir string, e fs.DirEntry) bool {
	if !e.IsDir() {
		return false
	}
	if e.Name() == "__pycache__" || e.Name() == ".hypothesis" {
		return true
	}
	_, err := os.Lstat(filepath.Join(dir, e.Name(), "CACHEDIR.TAG"))
	return err == nil
}
