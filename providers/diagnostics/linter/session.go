package linter

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
)

// Session is a series of runs over texts of one root, of which nothing changes on
// the disk meanwhile: a private tree that one run of a tool has read is led to the
// texts of the next, instead of being made again. It is for one goroutine.
type Session struct {
	runner *Runner
	root   string
	trees  map[string]*standing // by tool
	alone  map[string]bool      // tools of which all answers depended on single files
}

// standing is a private tree with what is real in it.
type standing struct {
	claim *claim.Folder
	dir   string
	texts map[string][]byte // by path relative to the root
	real  map[string]bool   // folders that are not links
	usual bool              // other runs will have its path again
}

// Session begins a series of runs in a root. It must be closed.
func (r *Runner) Session(root string) *Session {
	return &Session{runner: r, root: root, trees: map[string]*standing{}, alone: map[string]bool{}}
}

// Whole reports whether what a tool says of a file may depend on others: as its
// row of the table has it, until it has answered and knows better. ESLint looks at
// more than a file only with some plugins.
func (h *Session) Whole(name string) bool {
	spec, _ := h.runner.opts.Set.Find(name)
	return spec.Project && !h.alone[spec.Name]
}

// heard notes what an answer of a tool depended on.
func (h *Session) heard(name string, alone bool) {
	if h == nil {
		return
	}
	before, known := h.alone[name]
	h.alone[name] = alone && (before || !known)
}

// Close removes what the session holds.
func (h *Session) Close() {
	for name, t := range h.trees {
		t.claim.Remove()
		delete(h.trees, name)
	}
}

// tree returns the private tree of a tool with texts in it, by their path relative to
// the root. Without a session it is the run's alone.
func (h *Session) tree(j *job, texts map[string][]byte, copies []string) (string, error) {
	name := j.spec.Name
	if h != nil && h.trees[name] != nil {
		t := h.trees[name]
		if t.lead(j.treeRoot(), texts) {
			j.usualSlot = t.usual
			return t.dir, nil
		}
		t.claim.Remove()
		delete(h.trees, name)
	}
	top, err := j.mirrorSlot()
	if err != nil {
		return "", err
	}
	root := j.treeRoot()
	t := &standing{claim: top, dir: filepath.Join(top.Dir, filepath.Base(root)), texts: texts, real: map[string]bool{},
		usual: j.usualSlot}
	for rel := range texts {
		t.real[filepath.Dir(rel)] = true
	}
	if err := files.Mirror(root, t.dir, files.MirrorOptions{Texts: texts, Copy: copies}); err != nil {
		top.Remove()
		return "", err
	}
	if h == nil {
		j.temp = append(j.temp, top)
	} else {
		h.trees[name] = t
	}
	return t.dir, nil
}

// lead makes a tree one with other texts, if they lie in folders that are real
// in it.
func (t *standing) lead(root string, texts map[string][]byte) bool {
	for rel := range texts {
		if !t.real[filepath.Dir(rel)] {
			return false
		}
	}
	return t.drop(root, texts) && t.write(root, texts)
}

// drop removes the texts that the tree is not to have any more.
func (t *standing) drop(root string, texts map[string][]byte) bool {
	for rel, old := range t.texts {
		if now, stays := texts[rel]; stays && bytes.Equal(now, old) {
			continue
		}
		if os.Remove(filepath.Join(t.dir, rel)) != nil {
			return false
		}
		delete(t.texts, rel)
		if _, stays := texts[rel]; stays {
			continue
		}
		if _, err := os.Lstat(filepath.Join(root, rel)); err != nil {
			continue // it is in the set only
		}
		if os.Symlink(filepath.Join(root, rel), filepath.Join(t.dir, rel)) != nil {
			return false
		}
	}
	return true
}

// write adds to the tree the texts that it does not have yet.
func (t *standing) write(root string, texts map[string][]byte) bool {
	for rel, now := range texts {
		if _, known := t.texts[rel]; known {
			continue
		}
		file, mode := filepath.Join(t.dir, rel), os.FileMode(0o600)
		if info, err := os.Stat(filepath.Join(root, rel)); err == nil && info.Mode()&0o111 != 0 {
			mode = 0o700 // linters look at that
		}
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false
		}
		if createFile(file, now, mode) != nil {
			return false
		}
		t.texts[rel] = now
	}
	return true
}

// createFile writes a file that is not there yet: through a link that stayed it
// would write into the user's.
func createFile(path string, data []byte, mode os.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
