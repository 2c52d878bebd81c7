package trust

import (
	"fmt"
	"io/fs"
	"syscall"
)

// changedAt is when a file's metadata changed: the time of a write can be set
// back by an archive, this one cannot.
func changedAt(info fs.FileInfo) string {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf(" %d %d.%d", s.Ino, s.Ctim.Sec, s.Ctim.Nsec)
}
