package child

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the child in a process group of its own, and lets the kernel
// end it if we die without a word.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
