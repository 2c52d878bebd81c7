package files

import (
	"os"
	"runtime"
	"syscall"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// boundByModes makes the rest of a test see files as a user does whom their
// modes bind: root's thread takes another file system user (setfsuid(2)).
func boundByModes(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread()
	must.OK(t, syscall.Setfsuid(65534))
	t.Cleanup(func() {
		must.OK(t, syscall.Setfsuid(0))
		runtime.UnlockOSThread()
	})
}
