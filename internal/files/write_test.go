package files

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestWriteAtomic(t *testing.T) {
	dir, away := t.TempDir(), t.TempDir()
	hash := sha256.Sum256([]byte("old"))
	path := put(t, dir, "a.py", "old")
	must.OK(t, os.Chmod(path, 0o754))
	must.OK(t, writeAtomic(path, []byte("new"), writeOptions{ExpectHash: hash, Root: dir}))
	got, err := Read(path, 0)
	if err != nil || string(got.Data) != "new" {
		t.Errorf("got %q, %v", got.Data, err)
	}
	if runtime.GOOS != "windows" && got.Mode.Perm() != 0o754 {
		t.Errorf("mode is %v", got.Mode)
	}
	if err := writeAtomic(path, []byte("newer"), writeOptions{ExpectHash: hash}); !errors.Is(err, ErrChanged) {
		t.Errorf("a changed file: %v", err)
	}
	out := put(t, away, "out.py", "old")
	if err := writeAtomic(out, []byte("new"), writeOptions{ExpectHash: hash, Root: dir}); !errors.Is(err, ErrOutside) {
		t.Errorf("outside the root: %v", err)
	}
	if err := writeAtomic(filepath.Join(dir, "none.py"), nil, writeOptions{}); !errors.Is(err, ErrMissing) {
		t.Errorf("missing: %v", err)
	}
	if err := writeAtomic(dir, nil, writeOptions{}); !errors.Is(err, ErrNotRegular) {
		t.Errorf("folder: %v", err)
	}
	link(t, out, filepath.Join(dir, "link.py"))
	if err := writeAtomic(filepath.Join(dir, "link.py"), []byte("new"), writeOptions{ExpectHash: hash, Root: dir}); !errors.Is(err, ErrSymlink) {
		t.Errorf("link: %v", err)
	}
	link(t, away, filepath.Join(dir, "linked"))
	if err := writeAtomic(filepath.Join(dir, "linked", "out.py"), []byte("new"), writeOptions{ExpectHash: hash, Root: dir}); !errors.Is(err, ErrOutside) {
		t.Errorf("through a linked folder: %v", err)
	}
	if got, _ := Read(out, 0); string(got.Data) != "old" {
		t.Errorf("a file outside the root was written: %q", got.Data)
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".*fettle*"))
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
