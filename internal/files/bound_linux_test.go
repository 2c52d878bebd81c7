package files

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// boundByModes makes the rest of a test see files as a user does whom their
// modes bind: root's thread takes another file system user (setfsuid(2)).
func boundByModes(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread()
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Setfsuid(0); err != nil {
			t.Fatal(err)
		}
		runtime.UnlockOSThread()
	})
}
