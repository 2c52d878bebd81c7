package linter

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
)

// copied are files that a tool may rewrite: it gets copies of them, so that no
// link leads a write into the user's tree.
var copied = [...]string{"Cargo.toml", "Cargo.lock", "go.mod", "go.sum", "go.work", "go.work.sum", "package.json", "package-lock.json", "tsconfig.json"}

const (
	mirrorSlots = 16        // runs in one root at a time
	mirrorStale = time.Hour // left behind by a crash
)

// mirror builds a private tree in which everything is a link to the user's
// files but the document, which is a real file with the snapshot's text, and
// the folders on the way to it. It is for tools that read files only. The tree
// has the same path for every run of a tool in a root, if no other run uses
// it, so that caches keyed by path work. It returns the tree's root.
func (j *job) mirror() (string, error) {
	rel, err := filepath.Rel(j.root, j.snapshot.Path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "the document lies outside its root"}
	}
	top, err := j.mirrorSlot()
	if err != nil {
		return "", &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "no private copy", Err: err}
	}
	j.temp = append(j.temp, top)
	// The project's folder keeps its name: some tools show or use it.
	tree := filepath.Join(top, filepath.Base(j.root))
	if err := files.Mirror(j.root, tree, rel, files.MirrorOptions{Text: []byte(j.snapshot.Text()), Copy: copied[:]}); err != nil {
		return "", &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "no private copy", Err: err}
	}
	j.mapping.Aliases = append(j.mapping.Aliases, filepath.Join(tree, rel))
	j.mapping.Mirror, j.mapping.Root = tree, j.root
	return tree, nil
}

// mirrorSlot makes the first free folder for mirrors of the root.
func (j *job) mirrorSlot() (string, error) {
	base := filepath.Join(j.opts.CacheDir, "mirrors")
	if err := os.MkdirAll(base, 0o700); err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	sum := sha256.Sum256([]byte(j.spec.Name + "\x00" + j.root))
	name := hex.EncodeToString(sum[:8])
	for i := range mirrorSlots {
		dir := filepath.Join(base, name+"-"+strconv.Itoa(i))
		err := os.Mkdir(dir, 0o700)
		if errors.Is(err, fs.ErrExist) {
			if info, statErr := os.Lstat(dir); statErr == nil && time.Since(info.ModTime()) > mirrorStale {
				_ = os.RemoveAll(dir)
				err = os.Mkdir(dir, 0o700)
			}
		}
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	return "", errors.New("too many runs at once")
}
