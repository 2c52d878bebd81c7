//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// nonBlock keeps the opening of a FIFO without a writer from hanging.
const nonBlock = syscall.O_NONBLOCK

// isDevice reports whether opening failed because the file is a socket or a
// device without a driver.
func isDevice(err error) bool {
	return errors.Is(err, syscall.ENXIO) || errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.EOPNOTSUPP)
}

// chownLike sets the owner of the new file to that of the old one, as far as we may.
func chownLike(path string, info fs.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = os.Lchown(path, int(st.Uid), int(st.Gid))
	}
}

// ownedLike reports whether two files have the same owner and group.
func ownedLike(a, b fs.FileInfo) bool {
	x, ok := a.Sys().(*syscall.Stat_t)
	y, also := b.Sys().(*syscall.Stat_t)
	return ok && also && x.Uid == y.Uid && x.Gid == y.Gid
}

// linked reports whether a file has more names than one.
func linked(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Nlink > 1
}

// syncDir makes a rename durable.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
