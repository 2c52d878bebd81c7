//go:build !unix

package child

import (
	"os"
	"os/exec"
)

// ownGroup does nothing where process groups do not exist: children of the
// child may outlive it there.
func ownGroup(*exec.Cmd) {}

func killGroup(p *os.Process) error { return p.Kill() }
