//go:build unix

package rpc

import (
	"errors"
	"syscall"
)

// alive reports whether the process exists; one that is not ours does.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
