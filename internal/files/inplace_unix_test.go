//go:build linux || darwin

package files

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func write(path, before, after string) error {
	return writeAtomic(path, []byte(after), writeOptions{ExpectHash: sha256.Sum256([]byte(before))})
}

func content(t *testing.T, path string) string {
	t.Helper()
	data := must.Read(t, path)
	return data
}

func alone(t *testing.T, dir string, want int) {
	t.Helper()
	if list, err := os.ReadDir(dir); err != nil || len(list) != want {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

// TestReadOnlyIsRefused: a file that is marked so stays, with what it is, for
// the administrator too.
func TestReadOnlyIsRefused(t *testing.T) {
	dir := t.TempDir()
	path := put(t, dir, "a.py", "old")
	must.OK(t, os.Chmod(path, 0o444))
	before, _ := os.Stat(path)
	if err := write(path, "old", "new"); !errors.Is(err, ErrReadOnly) {
		t.Errorf("error %v", err)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) || after.Mode() != before.Mode() || content(t, path) != "old" {
		t.Errorf("the file was changed: %v, %v", after.Mode(), err)
	}
	alone(t, dir, 1)
}

// TestHardLinksStay: all names of a file show the fix.
func TestHardLinksStay(t *testing.T) {
	dir := t.TempDir()
	path := put(t, dir, "a.py", "the old text, which is longer")
	other := filepath.Join(dir, "b.py")
	must.OK(t, os.Link(path, other))
	must.OK(t, os.Chmod(path, 0o640))
	must.OK(t, write(path, "the old text, which is longer", "new"))
	a, _ := os.Stat(path)
	b, _ := os.Stat(other)
	if !os.SameFile(a, b) || content(t, other) != "new" || a.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v", content(t, other), a.Mode())
	}
	alone(t, dir, 2)
	if err := write(path, "old", "newer"); !errors.Is(err, ErrChanged) || content(t, path) != "new" {
		t.Errorf("a changed file: %v", err)
	}
	alone(t, dir, 2)
}

// TestCopyOfBeforeIsNotOverwritten: a copy that an interrupted write left holds
// the only whole text, and is not written over.
func TestCopyOfBeforeIsNotOverwritten(t *testing.T) {
	dir := t.TempDir()
	path := put(t, dir, "a.py", "old")
	must.OK(t, os.Link(path, filepath.Join(dir, "b.py")))
	saved := put(t, dir, "a.py.before-fettle", "precious")
	if err := write(path, "old", "new"); err == nil || content(t, path) != "old" || content(t, saved) != "precious" {
		t.Errorf("%v: %q, %q", err, content(t, path), content(t, saved))
	}
}

func TestAttributesStay(t *testing.T) {
	dir := t.TempDir()
	path := put(t, dir, "a.py", "old")
	if err := unix.Setxattr(path, "user.fettle", []byte("label"), 0); err != nil {
		t.Skip("no extended attributes here: ", err)
	}
	must.OK(t, write(path, "old", "new"))
	value := make([]byte, 100)
	if n, err := unix.Getxattr(path, "user.fettle", value); err != nil || string(value[:n]) != "label" || content(t, path) != "new" {
		t.Errorf("%q, %v", value[:max(n, 0)], err)
	}
	alone(t, dir, 1)
}

// TestOwnerStays gives a file to somebody else, as the administrator can, and
// fixes it.
func TestOwnerStays(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the administrator can give files away")
	}
	dir := t.TempDir()
	path := put(t, dir, "a.py", "old")
	must.OK(t, errors.Join(os.Chmod(path, 0o660), os.Chown(path, 4242, 4243)))
	must.OK(t, write(path, "old", "new"))
	info, err := os.Stat(path)
	if st, ok := info.Sys().(*syscall.Stat_t); err != nil || !ok || st.Uid != 4242 || st.Gid != 4243 || info.Mode().Perm() != 0o660 {
		t.Errorf("%+v, %v", info, err)
	}
}
