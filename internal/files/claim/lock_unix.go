//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package claim

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks an open folder until it is closed, or the process ends.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return ErrHeld
	}
	return errNoLocks // some network file systems lock only what is open for writing
}
