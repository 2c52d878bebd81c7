package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// A process that is killed while it replaces a user's file leaves the new one
// next to it. Nobody would find that again, but for a note in the cache folder that is there as long as the work lasts.
// A note that stays longer does no harm.

const (
	writesFolder = "writes" // in the cache folder; a claimed folder for each file under work
	writesNote   = "path"   // in such a folder: the temporary file's path
)

// announce notes that a temporary file is about to be there, until done is called. Without
// a cache folder there is no note.
func announce(temp string) (done func()) {
	cache := CacheFolder()
	if cache == "" {
		return func() {}
	}
	c, err := claim.New(filepath.Join(cache, writesFolder), "")
	if err != nil {
		return func() {}
	}
	_ = os.WriteFile(filepath.Join(c.Dir, writesNote), []byte(temp), 0o600) // without it, it is a folder that is swept
	return c.Remove
}

// ownTemp is the form of the names of our temporary files.
var ownTemp = lazyre.New(`^\..+\.fettle-[0-9a-f]{16}$`)

// SweepWrites removes the temporary files that killed processes have left next to
// the user's, and the notes about them, from a cache folder.
func SweepWrites(cache string) {
	claim.Sweep(filepath.Join(cache, writesFolder), claim.Options{First: func(dir string) {
		note, err := Read(filepath.Join(dir, writesNote), limits.SettingsFile)
		temp := string(note.Data)
		if err != nil || !filepath.IsAbs(temp) || !ownTemp.MatchString(filepath.Base(temp)) {
			return
		}
		if info, err := os.Lstat(temp); err == nil && info.Mode().IsRegular() {
			_ = os.Remove(temp)
		}
	}})
}

// WriteOwn writes a file of our own, for its owner's eyes: whole or not at all. What
// a process that is killed meanwhile leaves is swept like that next to a user's file.
func WriteOwn(path string, data []byte) error { return whole(path, data, 0o600) }

// WriteShared is [WriteOwn] for those whom the user's umask lets: a file that the user
// has named.
func WriteShared(path string, data []byte) error { return whole(path, data, 0o666) }

func whole(path string, data []byte, mode fs.FileMode) error {
	temp := tempName(path)
	defer announce(temp)()
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp)
		return err
	}
	syncDir(filepath.Dir(path))
	return nil
}
