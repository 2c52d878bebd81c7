//go:build unix

package checks

import (
	"syscall"
	"time"
)

// childCPU is the CPU time of all children that have ended, and of theirs.
func childCPU() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
