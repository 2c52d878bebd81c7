//go:build unix

package rpc

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// OwnStdout moves standard output to a private file and points descriptor 1 at
// standard error, so that a stray print, here or in a child process, cannot
// fall between two frames. Call it once, before anything is written. Writing
// to a client that is gone then is an error instead of a deadly signal.
func OwnStdout() (*os.File, error) {
	fd, err := unix.FcntlInt(uintptr(syscall.Stdout), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("duplicating standard output: %w", err)
	}
	if err := unix.Dup2(syscall.Stderr, syscall.Stdout); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("pointing standard output at standard error: %w", err)
	}
	// Caught and left lying rather than ignored: ignoring would be inherited by
	// child processes.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return os.NewFile(uintptr(fd), "stdout"), nil
}
