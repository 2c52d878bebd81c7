package files

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
)

// MirrorOptions say which files of a mirror are copies instead of links.
type MirrorOptions struct {
	Texts map[string][]byte // content of the real files, by path relative to the root
	Copy  []string          // names of small files that are copied wherever they are met
}

// Mirror makes the folder to, which must not exist, a tree of links to
// everything in root, but for some files, which are real and hold the given
// texts, and for the folders on the way to them. Caches (byte code, folders with
// a CACHEDIR.TAG) are left out: a tool would read its answers from them, or write
// into them. The files need not exist in the root; where they do and can be
// executed, so can the real ones. Removing the tree with os.RemoveAll leaves the
// root as it was.
func Mirror(root, to string, o MirrorOptions) error {
	p, err := planMirror(root, slices.Collect(maps.Keys(o.Texts))...)
	if err != nil {
		return err
	}
	return p.make(to, o)
}

// mirrorPlan is what a mirror of a root for some files contains.
type mirrorPlan struct {
	folders []mirrorFolder // on the way to the files, each after those above it
	files   map[string]fs.FileMode
}

// mirrorFolder is one folder on the way.
type mirrorFolder struct {
	rel     string        // to the root, "." is the root
	from    string        // the user's
	entries []fs.DirEntry // without the next steps of the way
}

// planMirror looks up what a mirror contains; see [Mirror].
func planMirror(root string, rels ...string) (mirrorPlan, error) {
	p := mirrorPlan{files: map[string]fs.FileMode{}}
	steps := map[string][]string{".": nil} // folder on the way → names in it that are no links
	for _, rel := range rels {
		if !filepath.IsLocal(rel) {
			return mirrorPlan{}, &Error{Path: rel, Kind: ErrOutside}
		}
		rel = filepath.Clean(rel)
		p.files[rel] = 0o600
		if info, err := os.Stat(filepath.Join(root, rel)); err == nil && info.Mode()&0o111 != 0 {
			p.files[rel] = 0o700 // linters look at that
		}
		for at := rel; at != "."; at = filepath.Dir(at) {
			steps[filepath.Dir(at)] = append(steps[filepath.Dir(at)], filepath.Base(at))
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(steps), outermostFirst) {
		f := mirrorFolder{rel: at, from: filepath.Join(root, at)}
		entries, err := os.ReadDir(f.from)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // the file may be new, and so its folder
			return mirrorPlan{}, fail(f.from, err)
		}
		if len(entries) > limits.MirrorEntries {
			return mirrorPlan{}, &Error{Path: f.from, Kind: ErrTooLarge}
		}
		way := steps[at]
		slices.Sort(way)
		f.entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
			_, step := slices.BinarySearch(way, e.Name())
			return step || isCache(f.from, e)
		})
		p.folders = append(p.folders, f)
	}
	return p, nil
}

// outermostFirst orders folders so that each comes after those above it.
func outermostFirst(a, b string) int {
	depth := func(dir string) int {
		if dir == "." {
			return 0
		}
		return 1 + strings.Count(dir, string(filepath.Separator))
	}
	return cmp.Or(depth(a)-depth(b), strings.Compare(a, b))
}

// make makes the mirror in the folder to, which must not exist.
func (p mirrorPlan) make(to string, o MirrorOptions) error {
	for _, f := range p.folders {
		dir := filepath.Join(to, f.rel)
		if err := os.Mkdir(dir, 0o700); err != nil {
			return fail(dir, err)
		}
		if err := f.link(dir, o.Copy); err != nil {
			return err
		}
	}
	for rel, mode := range p.files {
		file := filepath.Join(to, rel)
		if err := os.WriteFile(file, o.Texts[rel], mode); err != nil {
			return fail(file, err)
		}
	}
	return nil
}

// link links the entries of a folder into another.
func (f mirrorFolder) link(to string, copied []string) error {
	for _, e := range f.entries {
		name := e.Name()
		source, target := filepath.Join(f.from, name), filepath.Join(to, name)
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
