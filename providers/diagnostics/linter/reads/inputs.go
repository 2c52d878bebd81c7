// Package reads adds up what tools read besides the texts that they are asked about: two
// runs with equal digests say the same. Where that is not known of a tool in some
// folder, nothing is known, and what it said is kept for nobody.
package reads

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Inputs adds up what a tool reads.
type Inputs struct {
	Digest
}

// ErrUnknown says that what a tree holds cannot be found out, or not soon.
var ErrUnknown = errors.New("not known")

// Tree returns the digest of all files below a root, also of those that version control
// ignores. Not in it: the folders of version control, and what tools and Python write
// for themselves. Of what is installed in it (virtual environments, node_modules) names,
// sizes and times count. It is not known of a tree that is too large, or has links that
// lead out of it.
func Tree(root string) (sum [sha256.Size]byte, known bool) {
	d := Inputs{Digest: NewDigest()}
	known = d.Root(root)
	return d.Sum(), known
}

// Root adds all files below a root: see [Tree].
func (d Inputs) Root(root string) (known bool) {
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
			if _, err := os.Lstat(filepath.Join(path, "pyvenv.cfg")); err == nil || e.Name() == modules {
				if !d.tree(path, root, limits.OutcomeInstalled) {
					return ErrUnknown
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
			return ErrUnknown
		}
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			to := files.Real(path) // its own path, if its target does not exist
			if _, inside := files.Below(files.Real(root), to); !inside {
				return ErrUnknown
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

// modules is the folder in which packages of Node.js are installed.
const modules = "node_modules"

// written are folders that hold nothing which anybody has made by hand.
var written = [...]string{".git", ".hg", ".svn", ".jj", ".mypy_cache", ".ruff_cache", ".pytest_cache", "__pycache__"}

// tree adds the files of an installed tree, so many at most, but for folders of some
// names. Links may lead to files anywhere (an installer has a store of its own), and to
// folders within the tree or the root that it lies in, whose files count there.
func (d Inputs) tree(dir, root string, most int, without ...string) (known bool) {
	top, count := files.Real(dir), 0
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
		if count++; count > most {
			return ErrUnknown
		}
		real := path
		if e.Type()&fs.ModeSymlink != 0 || top != dir {
			real = files.Real(path)
		}
		return d.file(path, real, top, root)
	})
	return err == nil
}

// file adds a file of an installed tree, or a link of it.
func (d Inputs) file(path, real, top, root string) error {
	info, err := os.Stat(real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.Add(path, "has no target")
		return nil
	case err != nil:
		return err
	case info.IsDir() && (within(top, real) || root != "" && within(files.Real(root), real)):
		d.Add(path, "leads to", real)
		return nil
	case !info.Mode().IsRegular():
		return ErrUnknown
	}
	d.Add(path, real, decimal(info.Size()), decimal(info.ModTime().UnixNano()), info.Mode().String())
	return nil
}

// within reports whether a path lies in a folder, or is it.
func within(dir, path string) bool {
	_, inside := files.Below(dir, path)
	return inside
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// text adds a file's text, or that there is none; not known: it cannot be read.
func (d Inputs) text(path string) (data []byte, known bool) {
	f, err := files.Read(path, 0)
	if errors.Is(err, fs.ErrNotExist) {
		d.Add("none", path)
		return nil, true
	}
	if err != nil {
		return nil, false
	}
	d.Add(path, string(f.Data))
	return f.Data, true
}

// folders returns a folder and all above it.
func folders(dir string) (list []string) {
	for ; ; dir = filepath.Dir(dir) {
		list = append(list, dir)
		if dir == filepath.Dir(dir) {
			return list
		}
	}
}

// Program returns the path, size and time of a program: what is behind the same is the same
// program. Scripts and shims choose what they run by things that are not known here.
func Program(path string) (state string, known bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", false
	}
	info, err := os.Stat(real)
	if err != nil || !Native(real) {
		return "", false
	}
	return strings.Join([]string{real, info.ModTime().UTC().Format(time.RFC3339Nano), info.Mode().String(),
		decimal(info.Size())}, "|"), true
}

// program adds a program, with the path under which it is called.
func (d Inputs) program(path string) (known bool) {
	state, known := Program(path)
	d.Add("program", path, state)
	return known
}

// Native reports whether a file is a program of the machine, no script.
func Native(path string) bool {
	f, err := files.Head(path, 4)
	if err != nil {
		return false
	}
	for _, magic := range []string{"\x7fELF", "MZ", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\xce\xfa\xed\xfe"} {
		if strings.HasPrefix(string(f), magic) {
			return true
		}
	}
	return false
}
