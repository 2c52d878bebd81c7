package files

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// A process that is killed while it replaces a user's file leaves the new one
// beside it. Nobody would find that again, but for a note in the cache folder
// that is there as long as the work takes.

const (
	writesFolder = "writes" // in the cache folder; a claimed folder for each file under work
	writesNote   = "path"   // in such a folder: the temporary file's path
)

// announce notes that a temporary file is about to be there. Without a cache
// folder there is no note.
func announce(temp string) *claim.Folder {
	cache := CacheFolder()
	if cache == "" {
		return nil
	}
	c, err := claim.New(filepath.Join(cache, writesFolder), "")
	if err != nil {
		return nil
	}
	if err := os.WriteFile(filepath.Join(c.Dir, writesNote), []byte(temp), 0o600); err != nil {
		c.Remove()
		return nil
	}
	return c
}

// ownTemp is the form of the names of our temporary files.
var ownTemp = lazyre.New(`^\..+\.fettle-[0-9a-f]{16}$`)

// SweepWrites removes the temporary files that killed processes have left beside
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
// a process that is killed meanwhile leaves is swept as beside a user's file.
func WriteOwn(path string, data []byte) error {
	temp := tempName(path)
	defer announce(temp).Remove()
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
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
