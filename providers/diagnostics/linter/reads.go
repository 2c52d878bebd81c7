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
	d := inputs{Digest: kept.NewDigest()}
	d.Add(spec.Name, root)
	t, err := r.tool(spec, root, r.trust(spec.Name, root, root))
	if err != nil {
		d.Add("does not run", err.Error())
		return d.Sum(), true
	}
	reads := map[string]func(inputs, *tool, string, []string) bool{"ruff": inputs.ruff, "mypy": inputs.mypy}[spec.Name]
	if reads == nil || spec.own != nil || !reads(d, t, root, dirs) {
		return sum, false
	}
	return d.Sum(), true
}

// inputs adds up what a tool reads.
type inputs struct {
	kept.Digest
	installed *Installed // what is installed counts by its content; nil: by sizes and times
	top       string     // what lies beside this folder is not known; "": it is
}

func (d inputs) ruff(t *tool, root string, dirs []string) (known bool) {
	t.below.forget()
	for _, dir := range dirs {
		one, ok := ruffReads(t, root, dir)
		if !ok {
			return false
		}
		d.Add(dir, string(one[:]))
	}
	return true
}

// errUnknown says that what a tree holds cannot be told, or not soon.
var errUnknown = errors.New("not known")

// TreeDigest is the digest of all files below a root, also of those that version
// control ignores. Not in it: the folders of version control, and what tools and
// Python write for themselves. It is not known of a tree that is too large, or has
// links that lead out of it.
func TreeDigest(root string) (sum [sha256.Size]byte, known bool) {
	d := inputs{Digest: kept.NewDigest()}
	known = d.root(root)
	return d.Sum(), known
}

// root adds all files below a root: see [TreeDigest].
func (d inputs) root(root string) (known bool) {
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
				if !d.tree(path) {
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
	return err == nil
}

// written are folders that hold nothing which anybody has made by hand.
var written = [...]string{".git", ".hg", ".svn", ".jj", ".mypy_cache", ".ruff_cache", ".pytest_cache", "__pycache__"}

// tree adds the files of an installed tree.
func (d inputs) tree(dir string, without ...string) (known bool) {
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
		if count++; count > limits.OutcomeTreeFiles {
			return errUnknown
		}
		real := realPath(path) // an installer may have linked files out of a store of its own
		info, err := os.Stat(real)
		if errors.Is(err, fs.ErrNotExist) {
			d.Add(path, "leads nowhere")
			return nil
		}
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return errUnknown
		}
		said, err := d.stamp(real, info)
		d.Add(path, real, said, info.Mode().String())
		return err
	})
	return err == nil
}

// stamp is what stands for the content of an installed file.
func (d inputs) stamp(path string, info fs.FileInfo) (string, error) {
	if d.installed != nil {
		return d.installed.sum(path, info)
	}
	return decimal(info.Size()) + " of " + decimal(info.ModTime().UnixNano()), nil
}
