//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package claim

import "os"

// tryLock cannot lock folders here.
func tryLock(*os.File) error { return errNoLocks }
