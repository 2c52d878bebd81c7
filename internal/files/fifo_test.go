//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestSpecialFilesDoNotHang(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, syscall.Mkfifo(filepath.Join(dir, "fifo.py"), 0o644))
	sparse := put(t, dir, "sparse.py", "")
	if err := os.Truncate(sparse, 100<<30); err != nil {
		t.Log("no sparse files here:", err)
	}
	root, err := Open(dir)
	must.OK(t, err)
	defer root.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := root.Read("fifo.py", 0); !errors.Is(err, ErrNotRegular) {
			t.Errorf("fifo: %v", err)
		}
		if _, err := Read(filepath.Join(dir, "fifo.py"), 0); !errors.Is(err, ErrNotRegular) {
			t.Errorf("fifo by name: %v", err)
		}
		if _, err := Read("/dev/zero", 0); !errors.Is(err, ErrNotRegular) {
			t.Errorf("device: %v", err)
		}
		if _, err := root.Read("sparse.py", 0); err != nil && !errors.Is(err, ErrTooLarge) {
			t.Errorf("sparse: %v", err)
		}
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("a special file blocks")
	}
}
