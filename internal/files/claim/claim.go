// Package claim keeps folders of fettle's own for one piece of work each. The
// system knows who works in one (a lock on the folder, which no child inherits),
// so that what a killed process left behind can be distinguished from what another is
// using, and be swept.
package claim

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// ErrHeld says that somebody who lives works in a folder of fettle's own.
var ErrHeld = errors.New("is in use")

// Folder is a claimed folder.
type Folder struct {
	Dir  string
	lock *os.File // nil where the system has no such locks
}

// tries is how often a folder may be swept between its making and its lock.
const tries = 8

// Take makes a folder and claims it. One that nobody holds is emptied first.
func Take(dir string) (*Folder, error) {
	for range tries {
		made := os.Mkdir(dir, 0o700)
		if made != nil && !errors.Is(made, fs.ErrExist) {
			return nil, made
		}
		lock, err := hold(dir)
		switch {
		case made == nil && (err == nil || errors.Is(err, errNoLocks)):
			return &Folder{dir, lock}, nil
		case err == nil: // nobody's
			err = os.RemoveAll(dir)
			_ = lock.Close()
			if err != nil {
				return nil, err
			}
		case made != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s %w", dir, ErrHeld)
		}
	}
	return nil, fmt.Errorf("%s %w", dir, ErrHeld)
}

// New claims a folder with a new name that begins with a prefix. The folder
// that holds it is made.
func New(base, prefix string) (*Folder, error) {
	if err := os.MkdirAll(base, 0o700); err != nil {
		return nil, err
	}
	return Take(filepath.Join(base, prefix+Name()))
}

// Name returns a part of a name that nobody else has.
func Name() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Release ends the claim; the folder stays.
func (c *Folder) Release() {
	if c.lock != nil {
		_ = c.lock.Close()
	}
}

// Remove removes the folder with everything in it. A claim that could not be made
// has none.
func (c *Folder) Remove() {
	if c == nil {
		return
	}
	_ = os.RemoveAll(c.Dir)
	c.Release()
}

// errNoLocks says that a system, or a file system, has no such locks.
var errNoLocks = errors.New("cannot be locked")

// hold locks a folder of fettle's own, if nobody holds it. Without locks a folder
// that nobody has changed for long is nobody's.
func hold(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	err = tryLock(f)
	mine, statErr := f.Stat()
	now, goneErr := os.Lstat(dir)
	if err == nil && (statErr != nil || goneErr != nil || !os.SameFile(mine, now)) {
		err = ErrHeld // swept meanwhile, and made again by somebody
	}
	if err == nil {
		return f, nil
	}
	_ = f.Close()
	if errors.Is(err, errNoLocks) && goneErr == nil && time.Since(now.ModTime()) > limits.MirrorStale {
		return nil, nil
	}
	return nil, fmt.Errorf("%s %w", dir, err)
}

// Options narrow a sweep.
type Options struct {
	Prefix string           // of the names of the folders that are meant
	First  func(dir string) // is called before a folder is removed; nil: nothing
}

// Sweep removes the folders in a folder of fettle's own that nobody works in.
func Sweep(base string, o Options) {
	list, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range list {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), o.Prefix) {
			continue
		}
		dir := filepath.Join(base, e.Name())
		if lock, err := hold(dir); err == nil {
			if o.First != nil {
				o.First(dir)
			}
			_ = os.RemoveAll(dir)
			_ = lock.Close()
		}
	}
}
