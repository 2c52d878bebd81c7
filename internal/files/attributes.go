//go:build linux || darwin

package files

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// copyAttributes copies the extended attributes of one file to another: its access
// list, its label. It reports false if one of them cannot be had.
func copyAttributes(from, to string) bool {
	names := make([]byte, 64<<10) // what Linux allows them all
	n, err := unix.Llistxattr(from, names)
	if err != nil {
		return err == unix.ENOTSUP //nolint:errorlint // an errno, never wrapped
	}
	for name := range bytes.SplitSeq(names[:n], []byte{0}) {
		if len(name) == 0 {
			continue
		}
		value := make([]byte, 64<<10) // what Linux allows one
		size, err := unix.Lgetxattr(from, string(name), value)
		if err != nil || unix.Lsetxattr(to, string(name), value[:size], 0) != nil {
			return false
		}
	}
	return true
}
