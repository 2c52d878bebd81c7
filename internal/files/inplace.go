package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// writable refuses a file that is marked as not to be written, or that we may
// not write. A rename would go around both: it needs the folder's consent only,
// and the administrator may write everything.
func writable(abs, path string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return &Error{Path: path, Kind: ErrReadOnly}
	}
	f, err := os.OpenFile(abs, os.O_WRONLY|nonBlock, 0)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return &Error{Path: path, Kind: ErrReadOnly, Err: err}
	case err != nil:
		return fail(path, err)
	}
	return f.Close()
}

// alike reports whether a new file can replace the old one without
// anybody's losing a link to it, an owner or an extended attribute.
func alike(old, fresh string, info fs.FileInfo) bool {
	if linked(info) {
		return false
	}
	now, err := os.Lstat(fresh)
	return err == nil && ownedLike(now, info) && copyAttributes(old, fresh)
}

// inPlace writes over a file itself. First a synced copy of what it holds is
// put next to it, which is removed when all is written. Should the machine stop in
// between, the copy, NAME.before-fettle, holds the text as it was.
func inPlace(abs, temp string, data []byte, info fs.FileInfo, check func() error) error {
	_ = os.Remove(temp) // the new text: there is room for it
	if err := check(); err != nil {
		return err
	}
	old, err := os.ReadFile(abs)
	if err != nil {
		return err
	}
	saved := abs + ".before-fettle"
	if err := save(saved, old, info); err != nil {
		return err
	}
	syncDir(filepath.Dir(saved)) // its name, too
	if err := overwrite(abs, data, info); err != nil {
		if back := overwrite(abs, old, info); back != nil {
			return errors.Join(err, back, errors.New("what the file held is in "+saved))
		}
		_ = os.Remove(saved)
		return err
	}
	return os.Remove(saved)
}

// save writes a new synced file, readable by its owner only.
func save(path string, data []byte, like fs.FileInfo) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, like.Mode().Perm()&0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		_ = os.Remove(path)
	}
	return err
}

// overwrite replaces the content of an existing file and keeps everything else:
// the file stays the same one.
func overwrite(path string, data []byte, info fs.FileInfo) error {
	f, err := os.OpenFile(path, os.O_WRONLY|nonBlock, 0)
	if err != nil {
		return err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(now, info) {
		return errors.Join(err, ErrChanged, f.Close())
	}
	_, err = f.WriteAt(data, 0)
	if err == nil {
		err = f.Truncate(int64(len(data)))
	}
	if info.Mode()&(fs.ModeSetuid|fs.ModeSetgid) != 0 { // writing clears them
		err = errors.Join(err, f.Chmod(info.Mode().Perm()|info.Mode()&(fs.ModeSetuid|fs.ModeSetgid)))
	}
	return errors.Join(err, f.Sync(), f.Close())
}
