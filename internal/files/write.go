package files

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/limits"
)

// writeOptions guard a write.
type writeOptions struct {
	// ExpectHash is the SHA-256 of the file as it was read. A file with other
	// content is left alone, with ErrChanged.
	ExpectHash [sha256.Size]byte
	// Root, when set, must hold the file after links are resolved.
	Root string
}

// WriteNew writes a file for the user alone, where there is none.
func WriteNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fail(path, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
		return fail(path, err)
	}
	return nil
}

// writeAtomic replaces the content of an existing regular file: a new file in
// the same folder, synced, gets mode, owner and extended attributes of the old
// one and is renamed over it. At no moment is there a half-written file. Where
// the new file could not be what the old one is (it has further hard links, or
// an owner or attributes that we may not set), the old one is written in
// place; see [overwrite]. Read-only files, symbolic links, files outside the
// root and files that changed since they were read are refused.
func writeAtomic(path string, data []byte, o writeOptions) error {
	abs, info, err := o.target(path)
	if err != nil {
		return err
	}
	if err := unchanged(abs, path, info, o); err != nil {
		return err
	}
	if err := writable(abs, path, info); err != nil {
		return err
	}
	temp := tempName(abs)
	defer announce(temp)()
	if err := writeTemp(temp, data, info); err != nil {
		return fail(path, err)
	}
	if !alike(abs, temp, info) {
		err := inPlace(abs, temp, data, info, func() error { return unchanged(abs, path, info, o) })
		var fe *Error
		if err == nil || errors.As(err, &fe) {
			return err
		}
		return fail(path, err)
	}
	// The last moment at which a change by somebody else can be seen.
	if err := unchanged(abs, path, info, o); err != nil {
		_ = os.Remove(temp)
		return err
	}
	if err := os.Rename(temp, abs); err != nil {
		_ = os.Remove(temp)
		return fail(path, err)
	}
	syncDir(filepath.Dir(abs))
	return nil
}

// target returns the file to replace, its folder's links resolved: a regular one
// inside the root.
func (o writeOptions) target(path string) (abs string, info fs.FileInfo, err error) {
	if abs, err = filepath.Abs(path); err != nil {
		return "", nil, fail(path, err)
	}
	info, err = os.Lstat(abs)
	switch {
	case err != nil:
		return "", nil, fail(path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return "", nil, &Error{Path: path, Kind: ErrSymlink}
	case !info.Mode().IsRegular():
		return "", nil, &Error{Path: path, Kind: ErrNotRegular}
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", nil, fail(path, err)
	}
	abs = filepath.Join(dir, filepath.Base(abs))
	if o.Root == "" {
		return abs, info, nil
	}
	root, err := filepath.EvalSymlinks(o.Root)
	if err != nil {
		return "", nil, fail(o.Root, err)
	}
	if rel, err := filepath.Rel(root, abs); err != nil || !filepath.IsLocal(rel) {
		return "", nil, &Error{Path: path, Kind: ErrOutside}
	}
	return abs, info, nil
}

// unchanged re-reads the file and compares it with what the caller read.
func unchanged(abs, path string, info fs.FileInfo, o writeOptions) error {
	now, err := os.Lstat(abs)
	if err != nil {
		return fail(path, err)
	}
	if !os.SameFile(now, info) {
		return &Error{Path: path, Kind: ErrChanged}
	}
	f, err := Read(abs, limits.FixFile)
	if err != nil {
		return err
	}
	if sha256.Sum256(f.Data) != o.ExpectHash {
		return &Error{Path: path, Kind: ErrChanged}
	}
	return nil
}

// tempName returns a name in the folder of a file for what replaces it.
func tempName(path string) string {
	base := filepath.Base(path)
	if len(base) > 100 {
		base = base[:100] // with the affixes it must stay within a name's length
	}
	return filepath.Join(filepath.Dir(path), "."+base+".fettle-"+claim.Name())
}

// writeTemp writes a synced file in the folder of the one to be replaced.
func writeTemp(temp string, data []byte, like fs.FileInfo) error {
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	chownLike(temp, like)
	// After the owner: a change of owner clears the set-id bits.
	err = errors.Join(err, f.Chmod(like.Mode().Perm()|like.Mode()&(fs.ModeSetuid|fs.ModeSetgid)), f.Sync(), f.Close())
	if err != nil {
		_ = os.Remove(temp)
	}
	return err
}
