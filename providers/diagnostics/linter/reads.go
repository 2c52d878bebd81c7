package linter

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/kept"
)

// Reads is the digest of everything outside of a root that a tool reads when it looks
// at files of some of its folders; [TreeDigest] has what is inside. It is known of
//
//   - ruff: its program, variables and settings, and the names around the files;
//   - mypy: its program with the Python environment it runs in, the environment in
//     ".venv", and settings up to the top of the disk and of the user.
//
// It is not known of tools that read what others have built or installed in places of
// their own (the go command and its caches, cargo, node_modules above the root), whose
// plugins are code, and of tools that the user has defined: see [keepers].
func (r *Runner) Reads(name, root string, dirs []string) (sum [sha256.Size]byte, known bool) {
	spec, ok := r.opts.Set.Find(name)
	if !ok {
		return sum, false
	}
	d := kept.NewDigest()
	d.Add(spec.Name, root)
	t, err := r.tool(spec, root, r.trust(spec.Name, root, root))
	if err != nil {
		d.Add("does not run", err.Error())
		return d.Sum(), true
	}
	reads := map[string]func(*tool, string, []string) ([sha256.Size]byte, bool){"ruff": ruffReadsAll, "mypy": mypyReads}[spec.Name]
	if reads == nil || spec.own != nil {
		return sum, false
	}
	own, ok := reads(t, root, dirs)
	d.Add(string(own[:]))
	return d.Sum(), ok
}

func ruffReadsAll(t *tool, root string, dirs []string) (sum [sha256.Size]byte, known bool) {
	d := kept.NewDigest()
	for _, dir := range dirs {
		one, ok := ruffReads(t, root, dir)
		if !ok {
			return sum, false
		}
		d.Add(dir, string(one[:]))
	}
	return d.Sum(), true
}

// errUnknown says that what a tree holds cannot be told, or not soon.
var errUnknown = errors.New("not known")

// TreeDigest is the digest of all files below a root, also of those that version
// control ignores. Not in it: the folders of version control, and what tools and
// Python write for themselves. It is not known of a tree that is too large, or has
// links that lead out of it.
func TreeDigest(root string) (sum [sha256.Size]byte, known bool) {
	d := kept.NewDigest()
	count, size := 0, int64(0)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if path != root && slices.Contains(written[:], e.Name()) {
				return fs.SkipDir
			}
			d.Add("folder", path)
			if _, err := os.Lstat(filepath.Join(path, "pyvenv.cfg")); err == nil {
				if !addTree(d, path) {
					return errUnknown
				}
				return fs.SkipDir
			}
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		count++
		if size += info.Size(); count > limits.OutcomeTreeFiles || size > limits.OutcomeTree {
			return errUnknown
		}
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			to := realPath(path) // its own path, if it leads nowhere
			if _, inside := files.Below(files.Real(root), to); !inside {
				return errUnknown
			}
			d.Add("link", path, to)
		case info.Mode().IsRegular():
			f, err := files.Read(path, 0)
			if err != nil {
				return err
			}
			sum := sha256.Sum256(f.Data)
			d.Add("file", path, info.Mode().Perm().String(), string(sum[:]))
		default:
			d.Add("special", path, info.Mode().String())
		}
		return nil
	})
	return d.Sum(), err == nil
}

// written are folders that hold nothing which anybody has made by hand.
var written = [...]string{".git", ".hg", ".svn", ".jj", ".mypy_cache", ".ruff_cache", ".pytest_cache", "__pycache__"}

// addTree adds the names, sizes and times of the files of an installed tree.
func addTree(d kept.Digest, dir string, without ...string) (known bool) {
	count := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if e.Name() == "__pycache__" || path != dir && slices.Contains(without, e.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if count++; count > limits.OutcomeTreeFiles {
			return errUnknown
		}
		d.Add(path, decimal(info.Size()), decimal(info.ModTime().UnixNano()), info.Mode().String())
		return nil
	})
	return err == nil
}
