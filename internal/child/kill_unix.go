//go:build unix

package child

import (
	"errors"
	"os"
	"syscall"
)

// killGroup ends the child and everything it started that stayed in its group.
func killGroup(p *os.Process) error {
	err := syscall.Kill(-p.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}
