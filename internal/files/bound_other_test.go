//go:build !linux

package files

import (
	"os"
	"runtime"
	"testing"
)

func boundByModes(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("modes of files do not bind this user")
	}
}
